#!/bin/sh
# SPDX-License-Identifier: MIT
# golden.sh DIR PSTAT [--update] [CASE...] - golden tests; TAP on stdout.
#
# A case is a file DIR/NAME.case or DIR/FOLDER/NAME.case: a shell script, then the sections that it expects:
#
#	$PSTAT -e cycles prog; exit 3
#	--- stdout
#	--- stderr
#	task-clock * ms (glob)
#	--- status 3
#
# Lines are exact, also one with a *.  Only in one that ends with ` (glob)` a * stands for any text, as above.
# A section that is left out means empty output, or status 0; a case that prints nothing and ends with status 0 says
# `--- status 0`.  After `--- stdout (no newline at end)` the last line has no newline.  `--- perf opens` and
# `--- perf report` are what perf did, for perf612.sh.
# CASE is NAME, FOLDER/NAME, or FOLDER/ for all in it.  --update writes what a case printed into its sections;
# a pattern that matches its line stays where a section has as many lines as before.
#
# The script runs in an empty scratch directory with $PSTAT set; status 77 means skipped, and
# its output says why; such a case prints something when all is well.  In a case, provoke only errors that every
# C library words alike (EACCES, EINVAL, ENOENT), or that as_glibc knows.
#
# Files that a case leaves behind as *.json, *.ndjson, *.csv, *.prom, *.md, *.html or *.xml are checked with
# $CONFORM, if there is one, and the schema in $SCHEMA.
#
# Cases run side by side; live cases two at a time, as they wait and measure.
#
# $CASES_DIR is DIR, $MACHINES the folder of the unpacked machines, for FAKE_ROOT.
# From the environment: JOBS, how many cases run at once; RUN, a command to run pstat with;
# EMU, what runs CONFORM when it is of another machine; CASE_TIMEOUT, after how many seconds a case is killed, 300,
# and four times that with RUN.
set -u
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1
unset LANG LANGUAGE LC_CTYPE LC_NUMERIC GITHUB_SHA CI_COMMIT_SHA GIT_COMMIT POSIXLY_CORRECT PSTAT_CPUID PERF_CPUID PSTAT_EVENTS_DIR
scripts=$(cd "$(dirname "$0")" && pwd)
dir=$1 here=$(cd "$1" && pwd); export CASES_DIR="$here"; shift
PSTAT=$1; export PSTAT; shift
update=0; [ "${1:-}" = --update ] && { update=1; shift; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
chmod 755 "$tmp"	# cases run as other users, too
shell=$(command -v sh)	# cases need no search in $PATH for it
limit=${CASE_TIMEOUT:-$([ -n "${RUN:-}" ] && echo 1200 || echo 300)}
if [ -n "${RUN:-}" ]; then
	# Called perf, it has to see that name.
	ln -s "$PSTAT" "$tmp/perf"
	printf '#!/bin/sh\n[ "${0##*/}" = perf ] && exec %s "%s" "$@"\nexec %s "%s" "$@"\n' \
		"$RUN" "$tmp/perf" "$RUN" "$PSTAT" > "$tmp/run"
	chmod 755 "$tmp/run"; PSTAT=$tmp/run
fi
if [ -n "${EMU:-}" ] && [ -n "${CONFORM:-}" ]; then
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$EMU" "$CONFORM" > "$tmp/conform"
	chmod 755 "$tmp/conform"; CONFORM=$tmp/conform; export CONFORM
fi
# matches EXPECTED ACTUAL: equal, where patterns are as match.awk says; those that match stand in ACTUAL from then on.
matches() {
	cmp -s "$1" "$2" && return 0
	grep -q ' (glob)$' "$1" || return 1
	awk -f "$scripts/match.awk" "$1" "$2" > "$2.alike"
	[ -n "$(tail -c 1 "$2")" ] || echo >> "$2.alike"
	mv "$2.alike" "$2"
	cmp -s "$1" "$2"
}
# section TITLE FILE: as a case has it
section() {
	[ -s "$2" ] || return 0
	if [ -z "$(tail -c 1 "$2")" ]; then echo "--- $1"; cat "$2"; else echo "--- $1 (no newline at end)"; cat "$2"; echo; fi
}
rewrite_case() {	# FILE WANTED GOT
	for what in stdout stderr; do [ ! -f "$2.$what" ] || matches "$2.$what" "$3/$what"; done
	{
		cat "$2.cmd"
		section stdout "$3/stdout"; section stderr "$3/stderr"
		if [ "$status" != 0 ] || ! { [ -s "$3/stdout" ] || [ -s "$3/stderr" ]; }; then echo "--- status $status"; fi
		for what in opens report; do [ ! -f "$2.$what" ] || section "perf $what" "$2.$what"; done
	} > "$3/case"
	cmp -s "$3/case" "$1" || cat "$3/case" > "$1"
}
run_case() {	# SCRIPT GOT: leaves stdout, stderr and, if it ended in time, status in GOT
	# timeout would undo that cases, as all that runs in the background, do not see an interrupt.
	# shellcheck disable=SC2016 # the inner shell expands it
	{ timeout -s KILL "$limit" "$shell" -c 'trap "" INT QUIT; "$2" "$0"; echo $? > "$1/status"' "$1" "$2" "$shell" \
		> "$2/stdout" 2> "$2/stderr" < /dev/null; } 2> /dev/null
}
as_glibc() {	# FILE: musl's words for errors become those of glibc
	sed 's/No file descriptors available/Too many open files/; s/Out of memory/Cannot allocate memory/; s/I\/O error/Input\/output error/' "$1" > "$1.alike"
	mv "$1.alike" "$1"
}
compare_case() {	# WANTED GOT: shows what is different
	differs=0
	for what in stdout stderr; do
		expected=$1.$what; [ -f "$expected" ] || expected=/dev/null
		matches "$expected" "$2/$what" && continue
		as_glibc "$2/$what"; matches "$expected" "$2/$what" && continue
		differs=1; diff -u -L "$what, expected" -L "$what, got" "$expected" "$2/$what"
	done
	read -r expected < "$1.status"
	[ "$status" = "$expected" ] || { differs=1; echo "status $status, expected $expected"; }
	return $differs
}
check_files() {	# What a case leaves behind in a format of pstat's own is one, whatever it says.
	good=0
	for file in *.json *.ndjson *.csv *.prom *.md *.html *.xml; do
		case $file in '*'.*) continue ;; esac
		"$CONFORM" --schema "$SCHEMA" "$file" 2>&1 || good=1
	done
	return $good
}
judge_case() {	# NUMBER FILE NAME: prints its TAP line
	want=$tmp/$1 at=$tmp/$1.run
	[ -s "$want.cmd" ] || { echo "not ok - $3 is empty"; return; }
	[ -f "$want.status" ] || [ $update = 1 ] || { echo "not ok - $3 expects nothing: it has no section, see golden.sh"; return; }
	# A case that may be skipped expects a line of output: without one, it could be unable to pass, and nobody would see it.
	silent=; [ -s "$want.stdout" ] || [ -s "$want.stderr" ] || silent=1
	if [ -n "$silent" ] && [ -f "$here/lib.sh" ] && [ $update = 0 ]; then
		echo "not ok - $3 expects no output: let it say 'checked' at its end"; return
	fi
	mkdir "$at" "$at/home"; cd "$at/home" || return
	run_case "$want.cmd" "$at"
	if [ ! -f "$at/status" ]; then
		echo "not ok - $3 did not end within $limit s, and was killed"
		tail -n 5 "$at/stdout" "$at/stderr" | sed 's/^/# /'; return
	fi
	read -r status < "$at/status"
	ok=1
	[ -z "${CONFORM:-}" ] || check_files > "$at/diff" || ok=0
	cd "$here" || return
	if [ "$status" = 77 ] && [ -n "$silent" ]; then echo "not ok - $3 is skipped, and expects no output"; return; fi
	if [ "$status" = 77 ]; then echo "ok - $3 # SKIP $(head -n 1 "$at/stdout")"; return; fi
	if [ $update = 1 ]; then rewrite_case "$2" "$want" "$at"; else compare_case "$want" "$at" >> "$at/diff" || ok=0; fi
	if [ $ok = 1 ]; then echo "ok - $3"; else echo "not ok - $3"; sed 's/^/# /' "$at/diff"; fi
}
# The words become files.
[ $# -gt 0 ] || set -- ''
unknown=''
for word; do
	shift
	name=$word found=; case $word in '' | */) name="$word*" ;; esac
	# shellcheck disable=SC2086 # it may be a glob
	for file in "$here"/$name.case "$here"/*/$name.case; do
		[ ! -f "$file" ] || { set -- "$@" "$file"; found=1; }
	done
	[ -n "$found" ] || unknown="$unknown ${word:-*}"
done
[ $# = 0 ] || awk -v to="$tmp" -f "$scripts/case.awk" "$@"
worker() {	# NUMBER CASE...: every JOBSth case, from the NUMBERth on
	i=0 mine=$1; shift
	for file; do
		i=$((i + 1)); [ $((i % ${JOBS:-1})) = "$mine" ] || continue
		name=${file##*/}; name=${name%.case}
		judge_case $i "$file" "$name" > "$tmp/$i.tap"
		rm -rf "$tmp/$i.run"
	done
}
w=0
while [ $w -lt "${JOBS:-1}" ]; do worker $w "$@" & w=$((w + 1)); done
wait
n=0 taps=
for file; do
	n=$((n + 1)) taps="$taps $n.tap"; [ -s "$tmp/$n.tap" ] || echo "not ok - $file did not run" > "$tmp/$n.tap"
done
{
	# shellcheck disable=SC2086 # words
	[ -z "$taps" ] || (cd "$tmp" && cat $taps)
	for word in $unknown; do echo "not ok - $word: $dir has no such case"; done
} | awk '/^ok -/ { sub(/ok -/, "ok " ++n " -") } /^not ok -/ { sub(/not ok -/, "not ok " ++n " -"); bad = 1 } { print }
	END { print "1.." n + 0; exit bad }'
