#!/bin/sh
# SPDX-License-Identifier: MIT
# top.sh PSTAT HELPERS [TURNS] - what `pstat top` costs beside `top -b`, in turns, and what it costs the machine.
#
# Rows: CPU time of each in a second, in ms, as medians of the turns (5), on the machine as it is, with 500 processes that
# sleep, and with 2 that wake each other; and the time that those need for 50,000 rounds without and with each of the
# two beside them.  HELPERS is the folder of tests/live's programs, build/release/live.
set -eu
export LC_ALL=C TERM=dumb
pstat=$(realpath "$1") helpers=$(realpath "$2") turns=${3:-5} seconds=4
tmp=$(mktemp -d); sleepers='' other=''; trap 'kill $sleepers $other 2> /dev/null || :; rm -rf "$tmp"' EXIT
cd "$tmp"
# NAME: runs it for some seconds; its CPU time in ms a second
cpu() {
	case $1 in
	pstat) set -- "$pstat" top -o /dev/null --interval-count $seconds ;;
	top) set -- top -b -d 1 -n $seconds ;;
	esac
	"$pstat" -x, -e task-clock -o clock "$@" > /dev/null
	awk -F, -v s=$seconds '/task-clock/ { printf "%.2f\n", $1 / s }' clock
}
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { printf "%.2f", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
row() { printf '%-58s %6s %9s %9s  %5s\n' "$@"; }
compare() {	# WHAT
	: > pstat; : > top
	n=0; while [ $n -lt "$turns" ]; do n=$((n + 1)); cpu pstat >> pstat; cpu top >> top; done
	a=$(median pstat) b=$(median top)
	row "$1" ms "$a" "$b" "$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", a / b }')"
}
# 50,000 rounds through two pipes, in ms
rounds() { "$pstat" -x, -n -e duration_time -o clock "$helpers/rounds" 50000; awk -F, '/duration_time/ { printf "%.1f\n", $1 / 1e6 }' clock; }
row measure unit 'pstat top' 'top' ratio
compare "CPU of a second, $(ls -d /proc/[0-9]* | wc -l) processes"
i=0; while [ $i -lt 500 ]; do sleep 1000 & sleepers="$sleepers $!"; i=$((i + 1)); done
compare 'CPU of a second, 500 more that sleep'
kill $sleepers; wait $sleepers 2> /dev/null || :; sleepers=''
"$helpers/rounds" 100000000 & other=$!
compare 'CPU of a second, 2 processes that wake each other'
kill $other 2> /dev/null || :; wait $other 2> /dev/null || :
: > without; : > pstat; : > top
n=0; while [ $n -lt "$turns" ]; do
	n=$((n + 1)); rounds >> without
	"$pstat" top -o /dev/null & other=$!; sleep 0.3; rounds >> pstat; kill $other; wait $other 2> /dev/null || :
	top -b -d 1 > /dev/null & other=$!; sleep 0.3; rounds >> top; kill $other; wait $other 2> /dev/null || :
done
row "50,000 rounds of two processes: $(median without) ms without" ms "$(median pstat)" "$(median top)" \
	"$(awk -v a="$(median pstat)" -v b="$(median without)" 'BEGIN { printf "%.2f", a / b }')"
