#!/bin/sh
# SPDX-License-Identifier: MIT
# vendor.sh PSTAT - each core event of this CPU's table is counted, or refused by the kernel; TAP on stdout.
#
# The refused are listed: tables know more than kernels and virtual machines let through.
# From the environment: FAKE_ROOT, for pstat-fake.
set -u
[ $# -ge 1 ] || { echo 'vendor.sh: call it as `make check-live`' >&2; exit 2; }
export LC_ALL=C
pstat=$1 root=${FAKE_ROOT:-} name="the vendor's events are counted or refused"
tables=$(cd "$(dirname "$0")/../tables" && pwd)
skip() { echo "ok - $name # SKIP $1"; echo 1..1; exit 0; }
set -- "$root"/sys/bus/event_source/devices/cpu "$root"/sys/bus/event_source/devices/*/cpus
[ -d "$1" ] || [ -e "$2" ] || skip 'this machine (virtual?) has no hardware counters'
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT

# The first pattern that covers the id, with the stepping or without.
table=$(awk -F '[ \t]*:[ \t]*' '
	FILENAME ~ /cpuinfo$/ { if (!($1 in is)) is[$1] = $2; next }
	/^#/ { next }
	!short {
		short = is["vendor_id"] "-" is["cpu family"] "-" sprintf("%X", is["model"])
		full = short "-" sprintf("%X", is["stepping"])
	}
	{ split($0, column, "\t") }
	short ~ "^(" column[1] ")$" || full ~ "^(" column[1] ")$" { print column[2]; exit }' \
	"$root/proc/cpuinfo" "$tables/cpus.tsv")
[ -n "$table" ] || skip 'there is no table for this CPU'

awk -F '\t' '!/^#/ && $3 ~ /^cpu/ { print $2 }' "$tables/$table.events.tsv" | sort -u > "$tmp/names"
while IFS= read -r event; do
	"$pstat" -x, -e "task-clock,$event" -o "$tmp/out" true 2> "$tmp/err" ||
		{ echo "$event" >> "$tmp/bad"; sed 's/^/# /' "$tmp/err"; continue; }
	awk -F , -v name="$event" 'index($3, name) { print $1; found = 1 } END { if (!found) print "lost" }' "$tmp/out" |
		sort -u > "$tmp/count"
	if grep -q lost "$tmp/count"; then echo "$event" >> "$tmp/bad"
	elif grep -qx '[0-9]*' "$tmp/count"; then echo "$event" >> "$tmp/good"
	else echo "$event" >> "$tmp/refused"; fi
done < "$tmp/names"
touch "$tmp/good" "$tmp/bad" "$tmp/refused"
echo "# $table: $(wc -l < "$tmp/good") counted, $(wc -l < "$tmp/refused") refused"
sed 's/^/# refused: /' "$tmp/refused"
sed 's/^/# failed: /' "$tmp/bad"
if [ -s "$tmp/bad" ]; then echo "not ok - $name"; echo 1..1; exit 1; fi
echo "ok - $name"
echo 1..1
