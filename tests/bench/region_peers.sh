#!/bin/sh
# SPDX-License-Identifier: MIT
# region_peers.sh [BUILD] - what an entry of a region costs with pstat and with PAPI, in ns; the least of seven turns.
#
# Needs libpapi-dev; BUILD is the folder of a build, with its bench/ and live/.  likwid's marker API is not here: it
# needs the MSRs of a CPU that it knows, which virtual machines do not have.
set -eu
tree=$(cd "$(dirname "$0")/../.." && pwd) build=$(cd "${1:-$(dirname "$0")/../../build/release}" && pwd)
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
${CC:-cc} -O2 -o "$tmp/region_papi" "$tree/tests/bench/region_papi.c" -lpapi || { echo 'no PAPI: apt-get install libpapi-dev' >&2; exit 77; }
cd "$tmp"	# PAPI writes its results where it runs
pstat() { "$build/pstat" --regions -o /dev/null -e "$1" "$build/live/region_loops" cost | sed 's/ .*//'; }
turn=0
while [ $turn -lt 7 ]; do
	echo "1:pstat/region.h: $(pstat page-faults)"
	./region_papi perf::PAGE-FAULTS | sed 's/^/1:PAPI_read: /; s/ \([0-9.]*\)$/\n1:PAPI_hl_region: \1/'
	echo "4:pstat/region.h: $(pstat task-clock,context-switches,cpu-migrations,page-faults)"
	./region_papi perf::TASK-CLOCK perf::CONTEXT-SWITCHES perf::CPU-MIGRATIONS perf::PAGE-FAULTS |
		sed 's/^/4:PAPI_read: /; s/ \([0-9.]*\)$/\n4:PAPI_hl_region: \1/'
	turn=$((turn + 1))
done | sort -t: -k1,1n -k2,2 -k3,3n | awk -F: '{ key = $1 ":" $2 } key != last {
	least[key] = $3 + 0; order[++k] = key } { last = key }
	END { printf "%-24s %8s %8s %8s\n", "ns for an entry", "events", "least", "/ pstat"
	for (i = 1; i <= k; i++) { split(order[i], p, ":")
		printf "%-24s %8d %8.0f %8.2f\n", p[2], p[1], least[order[i]], least[order[i]] / least[p[1] ":pstat/region.h"] } }'
