#!/bin/sh
# SPDX-License-Identifier: MIT
# golden.sh DIR PSTAT [--update] [CASE...] - golden tests; TAP on stdout.
#
# A case is a directory in DIR: cmd (a shell script), and the expected stdout, stderr and
# exit; a missing file means empty output or status 0.  A line with `*` is a glob.
# cmd runs in an empty scratch directory with $PSTAT set; status 77 means skipped, and
# its output says why; such a case prints something when all is well.  In a case, provoke only
# errors that every C library words alike (EACCES, EINVAL, ENOENT).
#
# Files that a case leaves behind as *.json, *.ndjson, *.csv, *.prom, *.md or *.xml are checked with
# $CONFORM, if there is one, and the schema in $SCHEMA.
#
# $CASES_DIR is DIR, $MACHINES the folder of the unpacked machines, for FAKE_ROOT.
# From the environment: JOBS, how many cases run at once; RUN, a command to run pstat with;
# EMU, what runs CONFORM when it is of another machine.
set -u
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1
unset LANG LANGUAGE LC_NUMERIC POSIXLY_CORRECT PSTAT_CPUID PERF_CPUID PSTAT_EVENTS_DIR
here=$(cd "$1" && pwd); export CASES_DIR="$here"; shift
PSTAT=$1; export PSTAT; shift
update=0; [ "${1:-}" = --update ] && { update=1; shift; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
chmod 755 "$tmp"	# cases run as other users, too
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
matches() {	# EXPECTED ACTUAL: equal, or equal line by line with * as a wildcard
	cmp -s "$1" "$2" && return 0
	[ "$(wc -l < "$1")" -eq "$(wc -l < "$2")" ] || return 1
	exec 3< "$2"
	# a last line may have no end
	while IFS= read -r line || [ -n "$line" ]; do
		got=; IFS= read -r got <&3
		# shellcheck disable=SC2254 # a glob it is
		case $line in
		*\**) case $got in $line) ;; *) return 1 ;; esac ;;
		*) [ "$line" = "$got" ] || return 1 ;;
		esac
	done < "$1"
	got=; IFS= read -r got <&3; [ -z "$got" ]
}
one_case() {	# DIRECTORY SCRATCH: its TAP line is left in SCRATCH/tap
	name=$(basename "$1") at=$2 ok=1
	# A case that may be skipped expects a line of output: without one, it could be unable to pass, and nobody would see it.
	silent=; [ -s "$1/stdout" ] || [ -s "$1/stderr" ] || silent=1
	if [ -n "$silent" ] && [ -f "$here/lib.sh" ] && [ $update = 0 ]; then
		mkdir "$at"; echo "not ok - $name expects no output: let it say 'checked' at its end" > "$at/tap"; return
	fi
	mkdir "$at" "$at/home"; cd "$at/home" || return 1
	sh "$1/cmd" > "$at/stdout" 2> "$at/stderr" < /dev/null; status=$?; echo $status > "$at/exit"
	# What a case leaves behind in a format of pstat's own is one, whatever it says.
	if [ -n "${CONFORM:-}" ]; then
		set -- "$1" "$at" *.json *.ndjson *.csv *.prom *.md *.xml
		for file; do
			case $file in "$1" | "$at" | '*'.*) continue ;; esac
			"$CONFORM" --schema "$SCHEMA" "$file" 2>> "$at/diff" || { ok=0; sed -i "s/^/# /" "$at/diff"; }
		done
	fi
	cd "$here" || return 1
	if [ $status = 77 ] && [ -n "$silent" ]; then echo "not ok - $name is skipped, and expects no output" > "$at/tap"; return; fi
	if [ $status = 77 ]; then echo "ok - $name # SKIP $(head -n 1 "$at/stdout")" > "$at/tap"; return; fi
	for what in stdout stderr exit; do
		want=$1/$what
		if [ $update = 1 ]; then
			# What still matches stays, with its globs.
			[ -f "$want" ] && matches "$want" "$at/$what" && continue
			if [ -s "$at/$what" ] && [ "$what:$status" != exit:0 ]; then cp "$at/$what" "$want"; else rm -f "$want"; fi
			continue
		fi
		[ -f "$want" ] || { want=$at/none; : > "$want"; [ $what = exit ] && echo 0 > "$want"; }
		matches "$want" "$at/$what" || { ok=0; diff -u "$want" "$at/$what" | sed 's/^/# /' >> "$at/diff"; }
	done
	if [ $ok = 1 ]; then echo "ok - $name"; else echo "not ok - $name"; cat "$at/diff"; fi > "$at/tap"
}
[ $# -gt 0 ] || set -- "$here"/*/
worker() {	# NUMBER CASE...: every JOBSth case, from the NUMBERth on
	i=0 mine=$1; shift
	for case_dir; do
		i=$((i + 1)); [ $((i % ${JOBS:-1})) = "$mine" ] || continue
		case $case_dir in */*) case_dir=${case_dir%/} ;; *) case_dir=$here/$case_dir ;; esac
		one_case "$case_dir" "$tmp/$i"
		rm -rf "${tmp:?}/$i/home"
	done
}
w=0
while [ $w -lt "${JOBS:-1}" ]; do worker $w "$@" & w=$((w + 1)); done
wait
n=0
for c; do
	n=$((n + 1))
	cat "$tmp/$n/tap" 2> /dev/null || echo "not ok - $c did not run"
done | awk '/^ok -/ { sub(/ok -/, "ok " ++n " -") } /^not ok -/ { sub(/not ok -/, "not ok " ++n " -"); bad = 1 } { print }
	END { print "1.." n + 0; exit bad }'
