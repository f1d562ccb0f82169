# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# history.sh - sourced by cases: writes results of a history with fixed dates and noise.
# result NAME DAY MEDIAN [MORE-ROWS]: DAY counts from 0; CPU, CPUS, KERNEL, OUTCOME change the machine and the outcome
result() {
	awk -v name="$1" -v day="$2" -v v="$3" -v more="${4:-}" -v cpu="${CPU:-Fake CPU 9000}" -v cpus="${CPUS:-4}" \
		-v kernel="${KERNEL:-6.8.0}" -v outcome="${OUTCOME:-fine}" 'BEGIN {
		printf "{\"schema\": \"pstat-history/1\", \"name\": \"%s\", \"date\": \"2026-%02d-%02dT12:00:00Z\", ", name, 1 + day / 28, 1 + day % 28
		printf "\"commit\": \"c%03d0123456789abcdef\", \"version\": \"1\", \"outcome\": \"%s\", ", day, outcome
		printf "\"host\": {\"arch\": \"x86_64\", \"vendor\": \"FakeVendor\", \"cpu\": \"%s\", \"kernel\": \"%s\", \"family\": 6, \"model\": 1, \"cpus\": %d}, ", cpu, kernel, cpus
		printf "\"rows\": [{\"name\": \"task-clock\", \"class\": \"time\", \"unit\": \"s\", \"better\": \"lower\", \"limit\": \"+5%%\", \"n\": 10, "
		printf "\"median\": %.9f, \"mad\": %.9f, \"min\": %.9f, \"max\": %.9f}%s]}\n", v, v / 100, v * 0.98, v * 1.03, more
	}'
}
# results NAME FIRST LAST LEVEL: one each day, with a noise of some per cent
results() {
	for day in $(seq "$2" "$3"); do
		result "$1" "$day" "$(awk -v d="$day" -v l="$4" 'BEGIN { x = (d * 7919 + 13) % 101; printf "%.6f", l * (1 + (x - 50) / 1500) }')"
	done
}
# count NAME DAY INSTRUCTIONS: an exact row without a limit, beside the time
count() {
	result "$1" "$2" 0.1 ", {\"name\": \"instructions:u\", \"class\": \"count\", \"better\": \"lower\", \"encoding\": \"type 0 config 0x1 u\", \"limit\": \"+1%\", \"exact\": true, \"n\": 3, \"median\": $3, \"mad\": 0, \"min\": $3, \"max\": $3}"
}
