# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# history.sh - sourced by cases: writes results of a history with fixed dates and noise, one each day.
#
# Days count from 0.  CPU, CPUS and KERNEL change the machine.  A series is made by one process.

# series MEDIAN MORE-ROWS NAME FIRST LAST [N [STEP [DAYS]]]: MEDIAN and MORE-ROWS are of awk
series() {
	awk -v name="$3" -v first="$4" -v last="$5" -v n="${6:-0}" -v step="${7:-0}" -v days="${8:-1}" \
		-v cpu="${CPU:-Fake CPU 9000}" -v cpus="${CPUS:-4}" -v kernel="${KERNEL:-6.8.0}" '
	function count(n) {
		return sprintf(", {\"name\": \"instructions:u\", \"class\": \"count\", \"better\": \"lower\", \"encoding\": \"type 0 config 0x1 u\", \"limit\": \"+1%%\", \"exact\": true, \"n\": 3, \"median\": %d, \"mad\": 0, \"min\": %d, \"max\": %d}", n, n, n)
	}
	BEGIN { for (day = first; day <= last; day++) {
		v = '"$1"'; more = '"$2"'
		printf "{\"schema\": \"pstat-history/1\", \"name\": \"%s\", \"date\": \"2026-%02d-%02dT12:00:00Z\", ", name, 1 + day / 28, 1 + day % 28
		printf "\"commit\": \"c%03d0123456789abcdef\", \"version\": \"1\", \"outcome\": \"fine\", ", day
		printf "\"host\": {\"arch\": \"x86_64\", \"vendor\": \"FakeVendor\", \"cpu\": \"%s\", \"kernel\": \"%s\", \"family\": 6, \"model\": 1, \"cpus\": %d}, ", cpu, kernel, cpus
		printf "\"rows\": [{\"name\": \"task-clock\", \"class\": \"time\", \"unit\": \"s\", \"better\": \"lower\", \"limit\": \"+5%%\", \"n\": 10, "
		printf "\"median\": %.9f, \"mad\": %.9f, \"min\": %.9f, \"max\": %.9f}%s]}\n", v, v / 100, v * 0.98, v * 1.03, more
	} }'
}
# results NAME FIRST LAST LEVEL: with a noise of some per cent
results() { series 'sprintf("%.6f", n * (1 + ((day * 7919 + 13) % 101 - 50) / 1500))' '""' "$@"; }
# counts NAME FIRST LAST N [STEP [DAYS]]: an exact row beside the time: N, and STEP more after each DAYS days
counts() { series 0.1 'count(n + step * int((day - first) / days))' "$@"; }
