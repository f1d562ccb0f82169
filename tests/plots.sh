#!/bin/sh
# SPDX-License-Identifier: MIT
# plots.sh PSTAT - the programs of PLOTS AND TABLES OF OTHER PROGRAMS in pstat-formats(5), run as they stand there on what
# the command of that section writes; TAP on stdout.
set -u
[ $# -ge 1 ] || { echo 'plots.sh: call it as `make check-peers`' >&2; exit 2; }
export LC_ALL=C
pstat=$1 page=$PWD/man/pstat-formats.5 rc=0
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
# The lines of the page after this one, up to the end of the block.
block() { sed -n "/^$1\$/,/^\.fi\$/p" "$page" | sed '1d; /^\.fi$/d; s/^\\&//; s/\\-/-/g; s/\\(aq/'"'"'/g'; }
check() {	# PROGRAM ARGUMENTS: reads its block, and what it makes has the wanted lines
	program=$1 wanted=$2; shift 2
	command -v "$program" > /dev/null || { echo "ok - plots: $program # SKIP no $program, see make deps-ci"; return; }
	block ".*test $program" > script
	"$program" "$@" < script > out 2>&1
	[ ! -e cs.svg ] || cat cs.svg >> out
	if [ -s script ] && grep -q "$wanted" out; then echo "ok - plots: $program"
	else echo "not ok - plots: $program"; sed 's/^/# /' script out; rc=1
	fi
}
command=$(block '.*test pstat' | sed 's/^pstat //; s/-a sleep 2/sleep 1/')
# shellcheck disable=SC2086 # words
"$pstat" $command || { echo 'not ok - plots: the command'; exit 1; }
check python3 "'kind': 'interval'"
check gnuplot '<path'
check sqlite3 '^page-faults,[1-9]'
exit $rc
