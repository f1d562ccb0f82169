#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh PSTAT PSTAT-FAKE - a great deal of everything: it works, in time and memory in proportion; TAP on stdout.
#
# Proportion is told by ten times (CPUs: four times) as much, which may take three times as long as it should:
# what takes the square would take ten times as long (CPUs: four times) as that.  What is over sooner than it can be
# measured is run again and again.
set -u
[ $# -ge 2 ] || { echo 'check.sh: call it as `make check-limits`' >&2; exit 2; }
export LC_ALL=C TZ=UTC0
unset PSTAT_CPUID PERF_CPUID PSTAT_EVENTS_DIR
pstat=$1 fake=$2 here=$(cd "$(dirname "$0")" && pwd) bad=0
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
ok() { echo "ok - $1"; }
not_ok() { bad=1; echo "not ok - $1"; shift; printf '# %s\n' "$@"; }
# cost TIMES COMMAND...: runs it TIMES times; $ms is their processor time in ms; returns the status of a run that failed.
cost() {
	rc=0
	sh -c 'out=$1 k=$2 rc=0; shift 2
		while [ $k -gt 0 ] && [ $rc = 0 ]; do "$@" > "$out" 2> "$out.err"; rc=$?; k=$((k - 1)); done
		times > "$out.times"; exit $rc' sh "$tmp/result" "$@" || rc=$?
	ms=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%d", 1000 * sum }' "$tmp/result.times")
	return $rc
}
many() {	# N EVENT: as options -e of a thousand events each
	awk -v n="$1" -v event="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s%s", i % 1000 ? "," : i ? " -e " : "-e ", event }'
}
# in_proportion WHAT FACTOR COMMAND COMMAND-WITH-MORE
slack=3
in_proportion() {
	what=$1 factor=$2; shift 2
	echo "$1" > few.sh; echo "$2" > many.sh	# as words of a command they would be too long
	times=1
	while :; do
		cost $times timeout 100 sh few.sh; rc=$? few=$ms
		[ $rc = 0 ] && [ "$few" -lt 50 ] && [ $times -lt 64 ] || break
		if [ "$few" = 0 ]; then times=$((times * 8)); else times=$((times * 60 / few + 1)); fi
	done
	if [ $rc != 0 ]; then not_ok "$what" "status $rc" "$(head -c 300 "$tmp/result.err")"; return; fi
	cost $times timeout 100 sh many.sh; rc=$?
	if [ $rc != 0 ]; then not_ok "$what" "status $rc" "$(head -c 300 "$tmp/result.err")"
	elif [ "$ms" -gt $((slack * factor * few)) ]; then not_ok "$what" "$few ms, and $factor times as much takes $ms ms, $times runs"
	else ok "$what: $few ms, and $factor times as much $ms ms, $times runs"; fi
}

for n in 256 1024; do
	"$here/machine.sh" $n 100 > m$n.fs && "$here/../fixtures/unpack.sh" m$n.fs "$tmp/m$n" || exit 1
done

# --- events
export FAKE='limit=60000:60000'
for event in dummy cycles instructions LLC-loads r1a8; do
	in_proportion "50,000 counters, $event" 10 "$fake $(many 5000 $event) true" "$fake $(many 50000 $event) true"
done
for how in '-r 3' '-I 2' '-x :' -j -v --metric-only --no-inherit '--export json=report' '--export csv=report' '--export openmetrics=report' \
	'--export markdown=report' '--export html=report' '--export ndjson=report' '--save saved.json' --dry-run; do
	rm -f saved.json
	in_proportion "50,000 counters, $how" 10 "rm -f saved.json; $fake $how $(many 5000 instructions) true" \
		"rm -f saved.json; $fake $how $(many 50000 instructions) true"
done
FAKE='limit=60000:60000 any running=0%'
in_proportion '50,000 counters that never run, three times' 10 "$fake -r 3 $(many 5000 cycles) true" "$fake -r 3 $(many 50000 cycles) true"
FAKE='limit=60000:60000 any open=ENOENT event=dummy open=0'
in_proportion '50,000 events that there are not' 10 "$fake $(many 5000 cycles) -e duration_time true" "$fake $(many 50000 cycles) -e duration_time true"
FAKE='limit=60000:60000'
in_proportion '50,000 counters in groups of ten' 10 \
	"$fake $(many 500 '{dummy,dummy,dummy,dummy,dummy,dummy,dummy,dummy,dummy,dummy}') true" \
	"$fake $(many 5000 '{dummy,dummy,dummy,dummy,dummy,dummy,dummy,dummy,dummy,dummy}') true"
in_proportion 'a perf.data of 10,000 events, written and read' 10 \
	"$fake record -o data $(many 1000 instructions) true && $fake report -i data" \
	"$fake record -o data $(many 10000 instructions) true && $fake report -i data"
# none of its counts is believed
FAKE='limit=60000:60000 any rate=700G'
for n in 5000 50000; do
	# shellcheck disable=SC2046 # words they are
	"$fake" record -o data.$n $(many $n cycles) true > /dev/null 2>&1 || exit 1
done
in_proportion 'a perf.data of 50,000 counts that cannot be' 10 "$pstat report -i data.5000" "$pstat report -i data.50000"
rm -f data.*

# --- --exact: everything at once, in sets, in sets that groups had to be taken apart for
slack=6	# each set has runs of its own, for which all events are looked at
FAKE='limit=60000:60000'
in_proportion '--exact, 5,000 events that fit' 10 "$fake --exact $(many 500 r1a8) true" "$fake --exact $(many 5000 r1a8) true"
FAKE='limit=60000:60000 counters=8'
in_proportion '--exact, 5,000 events in sets' 10 "$fake --exact $(many 500 r1a8) true" "$fake --exact $(many 5000 r1a8) true"
in_proportion '--exact, 500 groups of ten that are too large' 10 \
	"$fake --exact $(many 50 '{r1,r2,r3,r4,r5,r6,r7,r8,r9,ra}') true" "$fake --exact $(many 500 '{r1,r2,r3,r4,r5,r6,r7,r8,r9,ra}') true"
FAKE='limit=60000:60000 taken=8'
in_proportion '--exact, 5,000 events that fit nowhere' 10 "$fake --exact $(many 500 cycles) true" "$fake --exact $(many 5000 cycles) true"
slack=3

# --- descriptors that do not suffice
FAKE_ROOT=$tmp/m256 FAKE='limit=16:16' "$fake" -a -ddd true > out 2> error; rc=$?
[ $rc = 125 ] && grep -q '^pstat: [0-9]* counters need [0-9]* descriptors, 16 are allowed$' error && ok '16 descriptors' || not_ok '16 descriptors' "status $rc" "$(cat error)"
for n in 16 32 64 128 256 1024 4096 20000; do
	events=$(many $((n * 2)) dummy)
	FAKE="limit=$n:$n" "$fake" $events true > out 2> error; rc=$?
	need=$(sed -n 's/^pstat: [0-9]* counters need \([0-9]*\) descriptors, '$n' are allowed$/\1/p' error)
	[ $rc = 125 ] && [ -n "$need" ] && FAKE="limit=$n:$need" "$fake" $events true > out 2>&1 &&
		! FAKE="limit=$n:$((need - 1))" "$fake" $events true > out 2>&1 &&
		ok "$n descriptors: says how many it takes" || not_ok "$n descriptors" "status $rc" "$(cat error)"
done

# --- memory
# memory WHAT TENTHS FEW MANY: these words for the fake; less than so many tenths of the KiB that it takes for the few
memory() {
	for words in "$3" "$4"; do
		# shellcheck disable=SC2086 # words they are
		"$pstat" -x, -e max_rss -o rss "$fake" $words > /dev/null 2>&1 || { not_ok "$1" "status $?"; return; }
		few=${much-} much=$(sed -n 's/^\([0-9]*\),.*/\1/p' rss)
	done
	[ $((10 * much)) -lt $(($2 * few)) ] && ok "$1: $much KiB, and $few" || not_ok "$1" "$much KiB, and $few"
}
export FAKE='limit=60000:60000'
memory 'memory for 50,000 counters, and for 5,000' 100 "$(many 5000 cycles) true" "$(many 50000 cycles) true"
FAKE='limit=60000:60000 counters=4'
for how in '' '-r 3' '--export csv=report'; do	# a run for each pair
	memory "memory for --exact $how of 1,000 pairs, and of 500" 25 \
		"--exact $how $(many 500 '{cycles,instructions}') true" "--exact $how $(many 1000 '{cycles,instructions}') true"
done
memory 'memory for compare --exact of 1,000 pairs, and of 500' 25 \
	"compare -r 3 --exact $(many 500 '{cycles,instructions}') -- a --vs b" \
	"compare -r 3 --exact $(many 1000 '{cycles,instructions}') -- a --vs b"

# --- words
export FAKE='limit=60000:60000'
in_proportion 'a list of 100,000 characters' 10 "$fake -e $(many 1600 dummy | sed 's/^-e //; s/ -e /,/g') true" \
	"$fake -e $(many 16000 dummy | sed 's/^-e //; s/ -e /,/g') true"
in_proportion '20,000 options -e' 10 "$fake $(yes -- '-e dummy' | head -n 2000 | tr '\n' ' ') true" "$fake $(yes -- '-e dummy' | head -n 20000 | tr '\n' ' ') true"
awk 'BEGIN { for (i = 0; i < 120000; i++) printf "x" }' > word
set --; while [ $# -lt 15 ]; do set -- "$@" "$(cat word)"; done
"$pstat" -e task-clock -o report printf '%s' "$@" > out 2> error; rc=$?
[ $rc = 0 ] && [ "$(wc -c < out)" = 1800000 ] && ok 'a command line of 1.8 MB' || not_ok 'a command line of 1.8 MB' "status $rc" "$(head -c 200 error)"
# shellcheck disable=SC3045 # every sh of Linux has it
(ulimit -s 65536 2> /dev/null || exit 77; set -- "$@" "$@" "$@"; "$pstat" -e task-clock -o report printf '%s' "$@" > out 2> error); rc=$?
[ $rc = 77 ] && echo 'ok - a command line of 5 MB # SKIP the stack may not grow' || { [ $rc = 0 ] && [ "$(wc -c < out)" = 5400000 ] && ok 'a command line of 5.4 MB' || not_ok 'a command line of 5.4 MB' "status $rc"; }
"$pstat" -e task-clock -o report --save s.json --name "$(cat word)" true 2> error; rc=$?
[ $rc = 0 ] && grep -q "^ *\"name\": \"$(cat word)\"" s.json && ok 'a name of 120,000 characters' || not_ok 'a name of 120,000 characters' "status $rc"
for words in "-e $(cat word)" "-e {$(cat word)" "-e cpu/$(cat word)/" "-e dummy:$(cat word)" "-M $(cat word)" "-C $(cat word)" "-p $(cat word)" \
	"--define m=$(tr x '(' < word) -M m" "--define m=$(tr x - < word)1 -M m" "-o $(cat word)" "--$(cat word)" "-x $(cat word) -e nosuch" "-I $(tr x 9 < word)"; do
	timeout 20 "$pstat" $words true > out 2> error; rc=$?
	[ $rc = 125 ] && [ "$(wc -l < error)" -le 6 ] && ok "a long word: $(printf %.12s "$words")" || not_ok "a long word: $(printf %.12s "$words")" "status $rc" "$(head -c 300 error)"
done

# --- CPUs and PMUs
export FAKE='limit=70000:70000 uncore'
on() { in_proportion "1,024 CPUs, $*" 4 "FAKE_ROOT=$tmp/m256 $fake $*" "FAKE_ROOT=$tmp/m1024 $fake $*"; }
for how in '' -A --per-core --per-socket --per-die --per-cache --per-cluster --per-node '-A -x,' '-A -I 5' '-r 3 -A' '-A --export json=report'; do
	on -a $how -e cycles,instructions,task-clock,page-faults true
done
on -a -ddd true
on -a -A -e uncore_box/event=1/,uncore_box/event=2/ true
on -a -A --no-merge -e uncore_box/event=1/ true
on -a -e '{cycles,instructions,branches}' true
on --dry-run -a -e cycles,instructions true
on list
on doctor '|| test $? = 1'
FAKE_ROOT=$tmp/m1024 "$fake" -a -A -x, -e cycles true 2>&1 | grep -c '^CPU' > out
[ "$(cat out)" = 1024 ] && ok 'a row for each CPU' || not_ok 'a row for each CPU' "$(cat out)"
FAKE_ROOT=$tmp/m1024 "$fake" -a --no-merge -x, -e uncore_box/event=1/ true 2>&1 | grep -c uncore_box > out
[ "$(cat out)" = 1600 ] && ok 'a row for each PMU in each package' || not_ok 'a row for each PMU in each package' "$(cat out)"

# --- a result that says it is of tens of thousands of CPUs
"$here/machine.sh" 4 1 > m4.fs && "$here/../fixtures/unpack.sh" m4.fs "$tmp/m4" || exit 1
FAKE_ROOT=$tmp/m4 "$fake" -a -A -e cycles,instructions --save cpus.json true 2> /dev/null || exit 1
of_cpus() {	# N: as cpus.json, but of so many
	awk -v n="$1" '
		/^ *"units": \[/ { print; skip = 1
			for (i = 0; i < n; i++)
				printf "{\"id\": \"CPU%d\", \"cpu\": %d, \"package\": 0, \"die\": 0, \"cluster\": 0, \"core\": %d, \"node\": 0, \"caches\": [-1, 0, -1, -1]}%s\n", i, i, i / 2, i < n - 1 ? "," : "" }
		/^ *"counts": \[/ { print; skip = 1
			for (i = 0; i < 2 * n; i++)
				printf "{\"event\": %d, \"name\": \"%s\", \"at\": %d, \"status\": \"counted\", \"value\": [%d], \"raw\": [%d], \"enabled_ns\": [9], \"running_ns\": [9], \"members\": 1}%s\n", i / n, i < n ? "cycles" : "instructions", i % n, i, i, i < 2 * n - 1 ? "," : "" }
		/^ *"metrics": \[/ { print; skip = 1 }
		/^ *\],?$/ { skip = 0 }
		!skip { print }' cpus.json
}
of_cpus 3000 > few.json; of_cpus 30000 > many.json
for how in '' --per-core --per-cache '--export json=report' '--export openmetrics=report'; do
	in_proportion "a result of 30,000 CPUs, $how" 10 "$pstat report few.json $how" "$pstat report many.json $how"
done
in_proportion 'a result of 30,000 CPUs, compared' 10 "$pstat compare few.json few.json" "$pstat compare many.json many.json"

# --- a result with tens of thousands of notes, each another one
FAKE_ROOT=$tmp/m4 "$fake" -r 8 -e cycles --save notes.json true 2> /dev/null || exit 1
with_notes() {	# N: as notes.json
	awk -v n="$1" '
		/^ *"notes": \[\]/ { sub(/\].*/, ""); print
			for (i = 0; i < n; i++)
				printf "{\"code\": \"file\", \"event\": null, \"text\": \"x%d\"}%s\n", i, i < n - 1 ? "," : "]"
			next }
		{ print }' notes.json
}
with_notes 2000 > few.json; with_notes 20000 > many.json
for how in '' '--export json=report' '--export ndjson=report' '--export csv=report' '--export markdown=report' '--export html=report' \
	'--export openmetrics=report'; do
	in_proportion "20,000 notes, $how" 10 "$pstat report few.json $how" "$pstat report many.json $how"
done
for how in '' '--export json=report' '--export markdown=report' '--export html=report' '--export openmetrics=report' '--export junit=report' \
	'--export github=report'; do
	in_proportion "20,000 notes, compared, $how" 10 "$pstat compare few.json few.json $how" "$pstat compare many.json many.json $how"
	in_proportion "20,000 notes, judged, $how" 10 "$pstat gate --limit cycles=+1% --baseline notes.json --candidate few.json $how" \
		"$pstat gate --limit cycles=+1% --baseline notes.json --candidate many.json $how"
done

# --- thousands of results
"$pstat" --quiet -r 8 -e page-faults --name NAME --save one.json true || exit 1
with_results() {	# N FROM STEP: as the one of one.json, with long names that end with numbers
	awk -v n="$1" -v from="$2" -v step="$3" '
		/^    \{/ { on = 1 }
		on { one = one $0 "\n"; if (!/^    \}/) next
			for (i = 1; i <= n; i++) {
				text = one
				sub(/"NAME"/, sprintf("\"%0400d\"", from + step * i), text)
				sub(/\n$/, i < n ? ",\n" : "\n", text)
				printf "%s", text
			}
			on = 0; next }
		{ print }' one.json
}
for n in 1000 10000; do
	with_results $n 0 1 > up.$n.json; with_results $n $((n + 1)) -1 > down.$n.json
done
for how in '' '--export json=report' '--export junit=report'; do
	in_proportion "10,000 results, judged, $how" 10 "$pstat gate --limit page-faults=1M --baseline up.1000.json --candidate down.1000.json $how" \
		"$pstat gate --limit page-faults=1M --baseline up.10000.json --candidate down.10000.json $how"
done
in_proportion '10,000 results, compared' 10 "$pstat compare up.1000.json down.1000.json" "$pstat compare up.10000.json down.10000.json"
rm -f up.* down.*

# --- definitions of metrics
for n in 2000 20000; do
	seq $n | sed 's/.*/m&=cs+&/' > each.$n
	sed 's/.*/m1=cs/' each.$n > same.$n
	{ echo m0=cs; seq $n | awk '{ printf "m%d=m%d+1\n", $1, $1 - 1 }'; } > chain.$n
done
in_proportion '20,000 definitions' 10 "$pstat --define @each.2000 -e cs true" "$pstat --define @each.20000 -e cs true"
in_proportion '20,000 definitions, of which one is asked for' 10 "$pstat --define @each.2000 -M m7 true" "$pstat --define @each.20000 -M m7 true"
in_proportion '20,000 definitions, listed' 10 "$pstat list --define @each.2000 metric" "$pstat list --define @each.20000 metric"
in_proportion '20,000 definitions of one name' 10 "$pstat --define @same.2000 -e cs true" "$pstat --define @same.20000 -e cs true"
in_proportion 'a chain of 20,000 definitions, refused' 10 "$pstat --define @chain.2000 -M m2000 true; test \$? = 125" \
	"$pstat --define @chain.20000 -M m20000 true; test \$? = 125"

# --- no end
for start in '{' PERFILE2; do
	said=$( (printf %s "$start"; cat /dev/zero) 2> /dev/null | "$pstat" report -i - 2>&1)
	case $said in
	*'larger than 256 MiB, the limit for saved results' | *'larger than 1024 MiB, the limit for perf.data') ok "$said" ;;
	*) not_ok "a file without an end that begins with $start" "$said" ;;
	esac
done
exit $bad
