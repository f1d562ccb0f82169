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
# EMU, what runs CONFORM when it is of another machine; CASE_TIMEOUT, after how many seconds a case is killed, 1200,
# and four times that with RUN.
set -u
usage() { echo "golden.sh: $*: call it as \`make check-cli CASES=gate-limits\` or \`make check-live CASES=limit\`" >&2; exit 2; }
[ -d "${1:-}" ] && [ $# -gt 1 ] || usage 'no folder of cases and no program'
command -v "$2" > /dev/null || usage "no program $2"
if [ -f "$1/lib.sh" ]; then [ -d "${HELPERS:-}" ] || usage 'no HELPERS'; else [ -d "${MACHINES:-}" ] || usage 'no MACHINES'; fi
[ -z "${CONFORM:-}" ] || [ -f "${SCHEMA:-}" ] || usage 'no SCHEMA for CONFORM'
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1 SHELL=/bin/sh
unset LANG LANGUAGE LC_CTYPE LC_NUMERIC GITHUB_SHA GITHUB_ACTIONS GITHUB_STEP_SUMMARY GITHUB_WORKSPACE CI_COMMIT_SHA GIT_COMMIT \
	POSIXLY_CORRECT PSTAT_CPUID PERF_CPUID PERF_CONFIG PSTAT_EVENTS_DIR PSTAT_RING_PAGES
scripts=$(cd "$(dirname "$0")" && pwd)
dir=$1 here=$(cd "$1" && pwd); export CASES_DIR="$here"; shift
PSTAT=$1; export PSTAT; shift
update=0; [ "${1:-}" = --update ] && { update=1; shift; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
chmod 755 "$tmp"	# cases run as other users, too
shell=$(command -v sh)	# cases need no search in $PATH for it
limit=${CASE_TIMEOUT:-$([ -n "${RUN:-}" ] && echo 4800 || echo 1200)}
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
# The words become files.
near() {	# WORD: the cases whose names have the most of its beginning
	part=$1
	while [ ${#part} -gt 2 ]; do
		found=$(cd "$here" && find . -name "*$part*.case" | sed 's/.*\///; s/\.case$//' | sort | head -n 8 | tr '\n' ' ')
		[ -z "$found" ] || { echo "there is no case $1; near it: $found"; return; }
		part=${part%?}
	done
	echo "there is no case $1: they are $dir/NAME.case and $dir/FOLDER/NAME.case"
}
[ $# -gt 0 ] || set -- ''
unknown=''
for word; do
	shift
	name=$word found=; case $word in '' | */) name="$word*" ;; esac
	# shellcheck disable=SC2086 # it may be a glob
	for file in "$here"/$name.case "$here"/*/$name.case; do
		[ ! -f "$file" ] || { set -- "$@" "$file"; found=1; }
	done
	[ -n "$found" ] || unknown="$unknown$(near "$word")\\n"
done
if [ $# -gt 0 ]; then
	# shellcheck disable=SC2046 # words
	mkdir $(i=0; for file; do i=$((i + 1)); echo "$tmp/$i" "$tmp/$i/home"; done)
	awk -v to="$tmp" -f "$scripts/case.awk" "$@"
fi
worker() (	# CASE...: of all of them, those that no other worker has begun
	i=0; set -C
	for file; do
		i=$((i + 1)); true > "$tmp/$i/begun" || continue
		cd "$tmp/$i/home" && timeout -s KILL "$limit" "$shell" "$tmp/$i.cmd" > ../stdout 2> ../stderr < /dev/null
		echo $? > "$tmp/$i/status"
	done
)
w=0
# The shell's own words about a case that was killed go nowhere.
while [ $w -lt "${JOBS:-1}" ]; do worker "$@" 2> /dev/null & w=$((w + 1)); done
wait
# What a case leaves behind in a format of pstat's own is one, whatever it says.
check_files() {	# FOLDER...: one that has none of these files is fine
	for at; do
		for file in "$at"/*.json "$at"/*.ndjson "$at"/*.csv "$at"/*.prom "$at"/*.md "$at"/*.html "$at"/*.xml; do
			[ ! -f "$file" ] || set -- "$@" "$file"
		done
		shift
	done
	[ $# = 0 ] || "$CONFORM" --schema "$SCHEMA" "$@" 2>&1
}
if [ -n "${CONFORM:-}" ] && ! check_files "$tmp"/*/home > /dev/null; then
	for at in "$tmp"/*/home; do check_files "$at" > "$at/../conform" || echo 'a file is wrong' >> "$at/../conform"; done
fi
awk -v at="$tmp" -v live="$([ ! -f "$here/lib.sh" ] || echo 1)" -v update=$update -v limit="$limit" -v unknown="$unknown" \
	-f "$scripts/case.awk" -f "$scripts/judge.awk" "$@"
