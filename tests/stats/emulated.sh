#!/bin/sh
# SPDX-License-Identifier: MIT
# emulated.sh PSTAT PROGRAM [N] - how sure a gate on valgrind/instructions/ is; TAP on stdout.
#
# PROGRAM is tests/live/emulated.  Counts N times (20) in a row, then makes N gates without a change, N with 1 % more
# work, and N without a change while the machine is busy; the limit is 0.5 %.  It needs valgrind, and says how long a
# gate took and how many runs it made.
set -u
export LC_ALL=C
pstat=$1 program=$2 n=${3:-20} v=valgrind/instructions/ rc=0
tmp=$(mktemp -d); trap 'rm -rf "$tmp"; [ -z "$busy" ] || kill $busy' EXIT; busy=
say() { if [ "$2" = "$3" ]; then echo "ok - $1: $2"; else echo "not ok - $1: $2, not $3"; rc=1; fi; }
i=0; while [ $i -lt "$n" ]; do
	"$pstat" -e $v --format csv -o "$tmp/csv" "$program" spins 100000 && grep '^count' "$tmp/csv" | cut -d, -f 8 >> "$tmp/counts"
	i=$((i + 1))
done
say "different counts in $n runs" "$(sort -u "$tmp/counts" | wc -l)" 1
# gates WHAT STATUS TURNS: how many of N gates end with the status
gates() {
	i=0 right=0 start=$(date +%s)
	while [ $i -lt "$n" ]; do
		"$pstat" gate -e $v --limit $v=+0.5% -- "$program" spins 100000 --vs "$program" spins "$3" > "$tmp/out" 2>&1
		[ $? = "$2" ] && right=$((right + 1))
		i=$((i + 1))
	done
	say "$1" "$right of $n" "$n of $n"
	echo "# $(($(date +%s) - start)) s for $n gates; the last one: $(sed -n 's/^ A:.*(\(.*\))/\1/p' "$tmp/out") of each side"
}
gates 'unchanged' 0 100000
gates '1 % more work' 1 101200
for _ in 1 2 3 4; do sh -c 'while :; do :; done' & busy="$busy $!"; done
gates 'unchanged on a busy machine' 0 100000
exit $rc
