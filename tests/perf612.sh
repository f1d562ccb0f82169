#!/bin/sh
# SPDX-License-Identifier: MIT
# perf612.sh PSTAT-FAKE - pstat against recordings of perf 6.12: the same opens, the same report; TAP on stdout.
#
# perf612.list says which case of tests/golden/perf is which recording.  For each of them
#   the opens: its script runs again, with -vv; what that shows is compared with its section `perf opens`
#   the report: its stdout and stderr, goldens that check-cli compares, are compared with its section `perf report`
# after the rules of perf612.rules were applied.  A rule that changes nothing is an error, too.
set -u
if ! { command -v "${1:-}" > /dev/null && [ -d "${MACHINES:-}" ]; }; then
	echo 'perf612.sh: no program or no MACHINES: call it as `make check-perf612`' >&2; exit 2
fi
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1
here=$(cd "$(dirname "$0")" && pwd) FAKE_PSTAT=$1; export FAKE_PSTAT
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC2016 # the shell of that file expands it
printf '#!/bin/sh\nexec ${EMU:-} "$FAKE_PSTAT" -vv "$@"\n' > "$tmp/pstat"; chmod 755 "$tmp/pstat"
PSTAT=$tmp/pstat CASES_DIR=$here/golden cases=$here/golden/perf; export PSTAT CASES_DIR
bad=0
tap() {	# WHAT FILE: fine when FILE is empty
	if [ ! -s "$2" ]; then echo "ok - $1"; else bad=1; echo "not ok - $1"; sed 's/^/# /' "$2"; fi
}

# rewrite WHERE CASE < TEXT: the rules for it, one after the other; which ones did something is noted.  Those of which
# it is known go into one script with their neighbours.
: > "$tmp/used"
rewrite() {
	cat > "$tmp/text"
	awk -F '\t' -v where="$1" -v name="$2" -v to="$tmp/script." '
		FILENAME ~ /used$/ { used[$1]; next }
		/^#/ || $1 != where || ($2 != "*" && !index(" " $2 " ", " " name " ")) { next }
		{ line = FNR in used ? "" : FNR }
		!n || line != "" || before != "" { if (n) close(to n); n++; print n "\t" line }
		{ print $3 > (to n); before = line }' "$tmp/used" "$here/perf612.rules" > "$tmp/scripts"
	while IFS='	' read -r n line; do
		sed -f "$tmp/script.$n" "$tmp/text" > "$tmp/next" || echo "script $(cat "$tmp/script.$n")" >> "$tmp/broken"
		[ -z "$line" ] || cmp -s "$tmp/text" "$tmp/next" || echo "$line" >> "$tmp/used"
		mv "$tmp/next" "$tmp/text"
	done < "$tmp/scripts"
	cat "$tmp/text"
}

while IFS='	' read -r number name _; do
	case $number in '#'*) continue ;; esac
	grep -q '^--- perf opens$' "$cases/$name.case" 2> /dev/null || continue
	mkdir "$tmp/home" "$tmp/parts"; at=$tmp/parts/1
	awk -v to="$tmp/parts" -f "$here/case.awk" "$cases/$name.case"
	(cd "$tmp/home" && sh "$at.cmd") < /dev/null 2>&1 | awk -f "$here/opens.awk" > "$tmp/opens"
	rewrite opens-pstat "$number" < "$tmp/opens" > "$tmp/ours"
	rewrite opens-perf "$number" < "$at.opens" > "$tmp/theirs"
	diff "$tmp/theirs" "$tmp/ours" > "$tmp/diff"; tap "opens of $name" "$tmp/diff"
	cat "$at.stdout" "$at.stderr" 2> /dev/null | rewrite report-pstat "$number" > "$tmp/ours"
	rewrite report-perf "$number" < "$at.report" > "$tmp/theirs"
	diff "$tmp/theirs" "$tmp/ours" > "$tmp/diff"; tap "report of $name" "$tmp/diff"
	rm -rf "${tmp:?}/home" "${tmp:?}/parts"
done < "$here/perf612.list"

{
	[ ! -f "$tmp/broken" ] || cat "$tmp/broken"
	awk -F '\t' 'NR == FNR { used[$1] = 1; next }
		/^#/ { next }
		NF != 4 || $4 == "" { print "line " FNR " is not WHERE, CASES, RULE, WHY" }
		!(FNR in used) { print "line " FNR " changes nothing: " $0 }' "$tmp/used" "$here/perf612.rules"
} > "$tmp/diff"
tap 'each rule of perf612.rules is needed' "$tmp/diff"

# The list itself: 1, 2, 3, ...; each case runs that command line, each recording in tests/golden is listed.
{
	while IFS='	' read -r number name command why; do
		case $number in '#'*) continue ;; esac
		n=$((${n:-0} + 1)); [ "$number" = "$(printf %03d $n)" ] || echo "$number instead of $(printf %03d $n)"
		n=${number#0}; n=${n#0}
		if [ "$name" = - ]; then [ -n "$why" ] || echo "$number: why is there no case"; continue; fi
		grep -q '^--- perf opens$' "$cases/$name.case" || [ -n "$why" ] || echo "$name: why has it no opens of perf"
		grep -qF -e "\$PSTAT ${command#perf stat }" "$cases/$name.case" || echo "$name does not run '$command'"
	done < "$here/perf612.list"
	{ ls "$cases"/perf612-*.case; grep -l '^--- perf ' "$here"/golden/*/*.case; } | sort -u | while read -r name; do
		name=${name##*/}; name=${name%.case}
		cut -f 2 "$here/perf612.list" | grep -qx "$name" || echo "$name is not in perf612.list"
	done
} > "$tmp/diff"
tap 'perf612.list is complete' "$tmp/diff"
exit $bad
