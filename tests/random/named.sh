#!/bin/sh
# SPDX-License-Identifier: MIT
# named.sh - each rule for random command lines stands for chance or for a sentence that is in the manual; TAP on stdout.
set -u
here=$(dirname "$0")
sed -e '/^\./d' -e 's/\\f.//g' -e 's/\\-/-/g' "$here/../../man/pstat-stat.1" "$here/../../man/pstat-dialect.7" "$here/../../man/pstat-record.1" | tr '\n' ' ' | tr -s ' ' |
	awk -F '\t' 'NR == FNR { text = text $0; next }
		/^#/ || /^chance: / { next }
		NF != 6 { print "# line " FNR " has not six fields"; bad = 1; next }
		$6 !~ /^chance: / && !index(text, $6) { print "# no page says: " $6; bad = 1 }
		END { print (bad ? "not " : "") "ok - rules for random command lines"; exit bad }' - "$here/rules"
