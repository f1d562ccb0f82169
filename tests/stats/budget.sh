#!/bin/sh
# SPDX-License-Identifier: MIT
# budget.sh PSTAT WORKLOAD [GATES] - measures what gate --budget finds, and how long it takes; Markdown on stdout.
#
# For every budget, program and way of comparing, GATES times (50): the odd ones are gates of a program with itself, which
# must not fail, the even ones with one that does 20 % more work, which must be found.  The limit is task-clock=+5%.
# "unsure" are inconclusive ones, "too short" those where not even a verdict was possible (status 3) or no round was complete
# (status 124).  The times are shares of the budget: the middle one, and the longest.
#
# BUDGETS='1 2 5' are seconds, PROGRAMS='50 700' how many milliseconds a program takes, WAYS='turns baseline'.
set -u
export LC_ALL=C
pstat=$1 workload=$2 gates=${3:-50}
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

now() { date +%s%N; }

amount_for() {	# MS: prints how much work takes this long; the quickest of five runs tells
	best=0 i=0
	while [ $i -lt 5 ]; do
		begin=$(now); "$workload" cpu 100 > /dev/null; took=$(($(now) - begin))
		[ $best -ne 0 ] && [ $took -ge $best ] || best=$took
		i=$((i + 1))
	done
	echo $((100 * $1 * 1000000 / best))
}

gate() {	# BUDGET WAY AMOUNT NEW: appends the status and the share of the budget, in 1/1000, to the file results
	begin=$(now)
	case $2 in
	turns) "$pstat" gate --quiet -o /dev/null --inconclusive=fail --limit task-clock=+5% --budget "$1s" -- \
		"$workload" cpu "$3" --vs "$workload" cpu "$4" 2> error ;;
	baseline) "$pstat" gate --quiet -o /dev/null --inconclusive=fail --limit task-clock=+5% --budget "$1s" \
		--baseline base.json --name b -- "$workload" cpu "$4" 2> error ;;
	esac
	status=$?
	case $status in
	[0134] | 124) echo "$4 $status $((($(now) - begin) / $1 / 1000000))" >> results ;;
	*) echo "budget: a gate ended with status $status:" >&2; cat error >&2; exit 1 ;;
	esac
}

row() {	# BUDGET MS WAY AMOUNT
	: > results; i=0
	while [ $i -lt "$gates" ]; do
		i=$((i + 1))
		gate "$1" "$3" "$4" $(($4 * (100 + (i + 1) % 2 * 20) / 100))
	done
	sort -n -k 3 results | awk -v same="$4" -v what="| $1 s | $2 ms | $3 |" '
		$2 == 0 { $1 == same ? within++ : missed++ }
		$2 == 1 { $1 == same ? wrong++ : found++ }
		$2 == 4 { unsure++ }
		$2 == 3 || $2 == 124 { short++ }
		{ share[NR] = $3 / 10 }
		END { printf "%s %d | %d | %d | %d | %d | %d | %d %%, %d %% |\n", what, within, found, unsure, short, wrong, missed,
			share[int((NR + 1) / 2)], share[NR] }'
}

printf '%d gates each, every second one with 20 %% more work; %s, load average %s\n\n' "$gates" "$(date -u +%Y-%m-%d)" \
	"$(cut -d ' ' -f 1-3 /proc/loadavg)"
echo '| budget | program | way | surely within | found | unsure | too short | false alarms | missed | time |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for way in ${WAYS:-turns baseline}; do
	for ms in ${PROGRAMS:-50 700}; do
		amount=$(amount_for "$ms")
		"$pstat" gate --quiet -o /dev/null --limit task-clock=+5% --save base.json --name b -- "$workload" cpu "$amount" || exit 1
		for budget in ${BUDGETS:-1 2 5}; do row "$budget" "$ms" "$way" "$amount" || exit 1; done
		rm base.json
	done
done
