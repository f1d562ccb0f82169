#!/bin/sh
# SPDX-License-Identifier: MIT
# check-style.sh [DIR...] - what can be measured of the style in CONTRIBUTING.md.
#
# 1. Lines have at most 110 columns, tables of tests 130, a tab is 8.  A string that stands alone on its line may be
#    longer, in tests any string may: what it says is compared to what is printed.
# 2. Functions have at most 60 lines, those of tests 100.
# 3. Files of tests have at most 1,000 lines; check-rooms.sh looks at those of src.
# 4. In src a static name exists in two files at most: grep, gdb and stack traces tell the others apart.
set -u
export LC_ALL=C
[ $# -gt 0 ] || set -- src include tests
find "$@" -name '*.[ch]' | sort | xargs awk '
		function complain(line, text) { print "# " FILENAME ":" line ": " text; bad = 1 }
	function width(text,  n, i, sum) {
		gsub(/[\200-\277]/, "", text)	# bytes that continue a character
		n = split(text, cell, "\t")
		for (i = 1; i < n; i++) { sum += length(cell[i]); sum += 8 - sum % 8 }
		return sum + length(cell[n])
	}
	FNR == 1 {
		test = FILENAME ~ /(^|\/)tests\//
		most = test ? 100 : 60; columns = test ? 130 : 110; start = 0
	}
	FNR == 1001 && test { complain(FNR, "more than 1000 lines") }
	length($0) > columns / 2 {
		text = $0
		if (test) gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
		if (text !~ /^[ \t]*"/ && width(text) > columns) complain(FNR, "more than " columns " columns")
	}
	/^static / && !test && match($0, /[a-z_0-9]+(\(|(\[[^]]*\])* =|;$)/) {
		name = substr($0, RSTART, RLENGTH); sub(/[^a-z_0-9].*/, "", name)
		if (!((name, FILENAME) in seen) && ++files[name] == 3) complain(FNR, name " is static in two other files")
		seen[name, FILENAME]
	}
	/^{/ { start = FNR }
	/^}/ && start {
		if (FNR - start + 1 > most) complain(start, "a function of more than " most " lines")
		start = 0
	}
	END { print (bad ? "not ok" : "ok") " - style"; exit bad }'
