# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# lib.sh - for cases: facts as TAP lines, and counts of programs whose counts are known.
is() {	# WHAT WANTED GOT
	if [ "$2" = "$3" ]; then echo "ok - $1"; else echo "not ok - $1: got $3, wanted $2"; fi
}
near() {	# WHAT WANTED PERCENT VALUE...: each value is this close
	what=$1 wanted=$2 percent=$3; shift 3
	[ $# -gt 0 ] || { echo "not ok - $what: no value"; return; }
	for value; do
		awk -v w="$wanted" -v p="$percent" -v v="$value" 'BEGIN { d = (v - w) / w * 100; exit !(v ~ /^[0-9.]+$/ && d <= p && d >= -p) }' ||
			{ echo "not ok - $what: $value is not within $percent % of $wanted"; return; }
	done
	echo "ok - $what"
}
has() {	# WHAT PATTERN FILE
	if grep -q -- "$2" "$3"; then echo "ok - $1"; else echo "not ok - $1: no line fits '$2'"; sed 's/^/  /' "$3"; fi
}
# counts COMMAND...: the different counts of its -x, output, in one line
counts() { "$@" 2>&1 > /dev/null | grep , | cut -d, -f1 | sort -u | tr '\n' ' ' | sed 's/ $//'; }
spins() { echo $((10 + 2 * $1 + 6 * ${#1})); }	# what `spin N` executes
repeat() { n=$1 list=$2; while [ "$n" -gt 1 ]; do list=$list,$2 n=$((n - 1)); done; echo "$list"; }	# N EVENT
live() {	# CASE...: of tests/live; a skipped one has failed
	PATH=/busybox:$PATH SCHEMA=/tests/share/pstat-1.schema.json CONFORM=/bin/conform JOBS=1 sh /tests/golden.sh /tests/live /bin/pstat "$@" > tap
	sed -E 's/^ok [0-9]+ - (.*) # SKIP (.*)/not ok - \1 was skipped: \2/; s/^((not )?ok) [0-9]+/\1/' tap
}
