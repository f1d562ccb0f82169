#!/bin/sh
# SPDX-License-Identifier: MIT
# which_limit.sh PSTAT WORKLOAD [GATES] - measures which limit of gate finds which kind of regression; Markdown on stdout.
#
# For every kind of work and every limit, GATES times (20): a gate of the old program with one that does 20 % more, which
# must be found, and a gate of the old program with itself, which must find nothing.  A cell "20, 0" says: found 20 times,
# no false alarm.  "-" says that this machine cannot count it.
#
# LIMITS chooses the limits, KINDS the kinds of work: LIMITS='task-clock=+5% wall=+5%' KINDS=cpu.
set -u
export LC_ALL=C
pstat=$1 workload=$2 gates=${3:-20}
limits=${LIMITS:-instructions:u=+1% valgrind/instructions/=+0.5% task-clock=+5% wall=+5% page-faults=+5% max-rss=+5% context-switches=+5%}
kinds=${KINDS:-cpu memory io wait waits}
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

gate() {	# LIMIT KIND AMOUNT: prints the exit status
	"$pstat" gate --quiet -o /dev/null --limit "$1" -- "$workload" "$2" 100 --vs "$workload" "$2" "$3" 2> error
	echo $?
}

# Prints one cell.  0 and 1 are decisions; 3 is a machine without this counter; all else is an error.
cell() {	# LIMIT KIND
	found=0 false=0 i=0
	while [ $i -lt "$gates" ]; do
		with=$(gate "$1" "$2" 120) without=$(gate "$1" "$2" 100)
		case $with$without in
		33) printf ' - |'; return ;;
		[01][01]) found=$((found + with)) false=$((false + without)) ;;
		*) echo "which_limit: gate of $1 on $2 ended with status $with and $without:" >&2; cat error >&2; exit 1 ;;
		esac
		i=$((i + 1))
	done
	printf ' %d, %d |' $found $false
}

printf '20 %% more of it; found of %d, false alarms of %d; %s, load average %s\n\n' "$gates" "$gates" "$(date -u +%Y-%m-%d)" \
	"$(cut -d ' ' -f 1-3 /proc/loadavg)"
printf '| limit |'; for kind in $kinds; do printf ' %s |' "$kind"; done
printf '\n|---|'; for kind in $kinds; do printf -- '---|'; done; echo
for limit in $limits; do
	printf '| `%s` |' "$limit"
	for kind in $kinds; do cell "$limit" "$kind" || exit 1; done
	echo
done
