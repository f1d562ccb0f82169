#!/bin/sh
# SPDX-License-Identifier: MIT
# offered-here.sh - "LINE: word": what a shell offers on this machine at the end of a line, among others: the caller's
# process and its thread, a CPU, a PMU, a cgroup.
# offered-here.sh LIST - which of them the lines from stdin lack; a slash at the end of a word is not asked for.
if [ $# = 1 ]; then
	exec awk -F ': *' '{ line = $0; sub(/: .*|:$/, "", line); words = substr($0, length(line) + 2) " "; gsub(/\/ /, " ", words) }
		NR == FNR { sub(/ +$/, "", words); wanted[line] = words; next }
		{ seen[line] = words }
		END { for (line in wanted) if (index(seen[line], wanted[line] " ") == 0) print line ": does not offer" wanted[line] ", but" seen[line] }' "$1" -
fi
echo "pstat -p $PPID: $PPID"
echo "pstat -t $PPID: $PPID"
echo "pstat record -p 1,$PPID: $PPID"
if [ -d /sys/devices/system/cpu/cpu0 ]; then
	echo 'pstat -C : 0'
	echo 'pstat compare --pin=: 0'
fi
for pmu in /sys/bus/event_source/devices/*; do
	[ -d "$pmu" ] || continue
	pmu=${pmu##*/}
	echo "pstat -e ${pmu%?}: $pmu/"
	echo "pstat gate -e cycles,${pmu%?}: $pmu/"
	echo "pstat list --unit=${pmu%?}: $pmu"
	break
done
root=/sys/fs/cgroup
for word in perf_event unified; do [ ! -d $root/$word ] || { root=$root/$word; break; }; done
for group in "$root"/*/; do
	[ -d "$group" ] || continue
	group=${group%/} group=${group##*/}
	echo "pstat -G ${group%?}: $group/"
	echo "pstat --for-each-cgroup=${group%?}: $group/"
	break
done
