#!/bin/sh
# SPDX-License-Identifier: MIT
# plan.sh DIR PSTAT-FAKE [--update] [FILE...] - what would be opened on recorded machines; TAP on stdout.
#
# DIR holds text files of cases, each
#
#	@ MACHINE: ARGUMENTS
#	the expected output
#
# which runs `pstat-fake --dry-run ARGUMENTS true` on the machine; ARGUMENTS are words of the shell.
# `@@` instead of `@` leaves ARGUMENTS alone.  stderr counts as output, and a status other
# than 0 as a last line `exit N`.  Lines with # in front of a case are comments; empty lines are
# left out on both sides.  --update writes the output into the files.
# From the environment: MACHINES, JOBS, RUN, as for golden.sh.
set -u
if ! { [ -d "${1:-}" ] && command -v "${2:-}" > /dev/null && [ -d "${MACHINES:-}" ]; }; then
	echo 'plan.sh: no folder of cases, no program or no MACHINES: call it as `make check-plan CASES=core.txt`' >&2; exit 2
fi
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1
here=$(cd "$1" && pwd); shift
fake=$1; shift
update=0; [ "${1:-}" = --update ] && { update=1; shift; }
[ $# -gt 0 ] || set -- "$here"/*.txt
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT

# File n, case m: n-m.head, n-m.want, and n-m.note, the comments before it; n-0.note is the end of the file.
n=0
for file; do
	case $file in */*) ;; *) file=$here/$file ;; esac
	[ -f "$file" ] || { echo "plan.sh: no file $file; there are $(cd "$here" && echo *.txt)" >&2; exit 2; }
	n=$((n + 1)); echo "$file" > "$tmp/$n.file"
	awk -v to="$tmp/$n" '
	function flush() { printf "%s", note > (to "-" (head == "" ? 0 : m) ".note"); note = "" }
	/^@/ { head = $0; m++; flush(); print > (to "-" m ".head"); printf "" > (to "-" m ".want"); next }
	/^#/ || !m { note = note $0 "\n"; next }
	/^$/ { if (note != "") note = note "\n"; next }
	{ print > (to "-" m ".want") }
	END { head = ""; if (note != "") flush(); print m > (to ".cases") }' "$file"
done

one_case() {	# BASE: leaves BASE.got and BASE.tap
	head=$(cat "$1.head")
	own=--dry-run last=true
	case $head in @@*) own='' last='' ;; esac
	text=${head#@}; text=${text#@}; text=${text# }
	machine=${text%%:*} args=${text#*:}
	[ -d "$MACHINES/$machine" ] || { echo "not ok - $text (no such machine)" > "$1.tap"; return; }
	(eval "set -- $args"; FAKE_ROOT=$MACHINES/$machine ${RUN:-} "$fake" $own "$@" $last) > "$1.raw" 2>&1 < /dev/null
	status=$?
	{ grep -v '^$' "$1.raw"; [ $status = 0 ] || echo "exit $status"; } > "$1.got"
	if cmp -s "$1.want" "$1.got"; then echo "ok - $text"
	else
		echo "not ok - $text"
		diff -u "$1.want" "$1.got" | sed 's/^/# /'
	fi > "$1.tap"
}
worker() {	# NUMBER: every JOBSth case
	i=0 mine=$1
	for f in $(seq "$n"); do
		for c in $(seq "$(cat "$tmp/$f.cases")"); do
			i=$((i + 1)); [ $((i % ${JOBS:-1})) = "$mine" ] && one_case "$tmp/$f-$c"
		done
	done
}
w=0
while [ $w -lt "${JOBS:-1}" ]; do worker $w & w=$((w + 1)); done
wait

for f in $(seq "$n"); do
	cases=$(seq "$(cat "$tmp/$f.cases")")
	if [ $update = 1 ]; then
		for c in $cases; do
			# A blank line between cases, before the comment that belongs to the next one.
			[ "$c" = 1 ] || echo
			cat "$tmp/$f-$c.note" "$tmp/$f-$c.head" "$tmp/$f-$c.got"
		done > "$tmp/new"
		[ ! -s "$tmp/$f-0.note" ] || cat "$tmp/$f-0.note" >> "$tmp/new"
		cp "$tmp/new" "$(cat "$tmp/$f.file")"
	fi
	for c in $cases; do cat "$tmp/$f-$c.tap"; done
done | if [ $update = 1 ]; then grep -c . > /dev/null; echo '# updated'; else
	awk '{ print } /^not ok/ { bad = 1 } END { exit bad }'; fi
