#!/bin/sh
# SPDX-License-Identifier: MIT
# promtool.sh PSTAT - Prometheus' own checker has nothing to say about --format openmetrics,
# in any mode, nor about comparisons.
set -u
[ $# -ge 1 ] || { echo 'promtool.sh: call it as `make check-peers`' >&2; exit 2; }
export LC_ALL=C PSTAT="$1"
command -v promtool > /dev/null || { echo 'ok - openmetrics, by promtool # SKIP no promtool, see make deps-ci'; exit 0; }
CASES_DIR=$PWD/tests/golden; export CASES_DIR
comparisons=$PWD/tests/unit/format/comparisons
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
# shellcheck source=/dev/null
. "$CASES_DIR/modes.sh"
each_mode openmetrics prom > /dev/null 2>&1
cp "$comparisons"/*.prom . || exit 1
rc=0 n=0
for file in *.prom; do
	n=$((n + 1))
	promtool check metrics < "$file" > said 2>&1 && [ ! -s said ] && continue
	echo "not ok - $file, by promtool"; sed 's/^/# /' said; rc=1
done
[ $n -gt 8 ] || { echo "not ok - only $n files for promtool"; rc=1; }
[ $rc = 0 ] && echo "ok - openmetrics in $n modes, by promtool"
exit $rc
