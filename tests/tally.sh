#!/bin/sh
# SPDX-License-Identifier: MIT
# tally.sh PART... [-- PART...] - run each `make PART`, let its TAP through, end with one line that adds it all up.
#
# Parts run side by side, those after -- one by one when the others are done.
# A part that fails without a failing test (a crash, a broken build) counts as one failure.
set -u
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
run() (
	began=$(date +%s)
	${MAKE:-make} --no-print-directory "$1" > "$dir/$1" 2>&1 || grep -q '^not ok' "$dir/$1" || echo "not ok - $1 failed" >> "$dir/$1"
	times > "$dir/$1.times"	# the second line: user and system time of what it started
	awk -v s=$(($(date +%s) - began)) 'NR == 2 { split($1 "m" $2, t, "[ms]+"); printf "%d s, %d s of CPU time\n", s, (t[1] + t[3]) * 60 + t[2] + t[4] }' \
		"$dir/$1.times" > "$dir/$1.took"
)
parts=$(for part; do [ "$part" = -- ] || echo "$part"; done)
alone=0
for part; do
	if [ "$part" = -- ]; then alone=1; wait; continue; fi
	if [ $alone = 1 ]; then run "$part"; else run "$part" & fi
done
wait
for part in $parts; do echo "# $part, $(cat "$dir/$part.took")"; cat "$dir/$part"; done | tee "$dir/all"
awk '/^ok .*# SKIP/ { skipped++; next }
	/^ok / { passed++ }
	/^not ok / { failed++; bad = bad "\n  " $0 }
	END { if (failed) print "\nfailed:" bad; printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; exit failed > 0 }' "$dir/all"
