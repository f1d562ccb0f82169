#!/bin/sh
# SPDX-License-Identifier: MIT
# examples.sh PSTAT-FAKE - every example of README.md and of the manual ends as the text promises; TAP on stdout.
#
# Each one runs on a recorded machine with hardware counters, where its status is 0, and on one without.  There it
# is 0, too, unless the text says that the example needs hardware counters: then it is the status that the text names.
set -u
[ $# -ge 1 ] || { echo 'examples.sh: call it as `make check-docs`' >&2; exit 2; }
export LC_ALL=C PSTAT="$1"
fixtures=$PWD/tests/fixtures
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" && ln -s "$(realpath "$PSTAT")" "$tmp/bin/pstat" && PATH=$tmp/bin:$PATH

# STATUS COMMAND, with a TAB between.  In README.md the paragraph ahead of a block names the status for all of it.
awk '
	/^```/ { inside = !inside; status = said ~ /hardware counters.*status [0-9]/ ? said : 0; sub(/.*status /, "", status); next }
	inside { if (/^pstat /) { sub(/(  +|[|] perf).*/, ""); print status + 0 "\t" $0 }; next }
	!NF { ended = 1; next }
	{ said = ended ? $0 : said " " $0; ended = 0 }
' README.md > "$tmp/README.md"
# In a manual page one sentence names it for those whose text says "hardware counters".  pstat-stat.1 and pstat-gate.1
# come early: their examples save what the others read.
pages='man/pstat.1 man/pstat-stat.1 man/pstat-record.1 man/pstat-gate.1'
for page in $pages $(printf '%s\n' man/* | grep -vxF "$(printf '%s\n' $pages)"); do
	sed 's/\\-/-/g' $page | awk '
		/^\.SH/ { inside = /EXAMPLES/ }
		!inside && !command { next }
		/^\.[TP]P/ || /^\.SH/ { if (command) print (needs ? status : 0) "\t" command; command = ""; needs = 0; next }
		sub(/^\.B /, "") { sub(/ *[|] perf.*/, ""); command = $0; next }
		/hardware counters/ { needs = 1 }
		match($0, /status [0-9]+/) { status = substr($0, RSTART + 7, RLENGTH - 7) }' > "$tmp/page"
	grep -q . "$tmp/page" || { echo "not ok - the examples of $page are not found"; exit 1; }
	cat "$tmp/page" >> "$tmp/manual"
done

rc=0 tab=$(printf '\t')
# machine NAME SCRIPT: in a folder there, with the processes, cgroups, programs and results that examples name
machine() {
	name=$1; export FAKE_VALGRIND='printf "==1== Command: %s\n==1== I refs: 1\n" "$*" > "$LOG"' FAKE="child=20 ends=1200@2500 control=enable@1 signal=INT@100s $2" FAKE_ROOT="$tmp/$1"
	sh "$fixtures/unpack.sh" "$fixtures/$name.fs" "$fixtures/procs.fs" "$fixtures/cgroup-v2.fs" "$FAKE_ROOT" || exit 1
	for group in a b; do mkdir "$FAKE_ROOT/sys/fs/cgroup/$group" && : > "$FAKE_ROOT/sys/fs/cgroup/$group/cgroup.procs"; done
	mkdir "$tmp/in-$name" && cd "$tmp/in-$name" || exit 1
	mkdir -p "$FAKE_ROOT/usr/bin" && : > "$FAKE_ROOT/usr/bin/valgrind" && cp /bin/true old && cp /bin/true new && cp "$PSTAT" program
	for file in old new; do "$PSTAT" --quiet -r 5 --save $file.json ls; done
}
try() {	# DOCUMENT STATUS COMMAND
	case $3 in
	*'--base HEAD'*) echo "ok - $1, $name: $3 # SKIP no recorded machine has git, see tests/live/gate-base.case"; return ;;
	*--live*) script -qec "$3" /dev/null ;;		# on a terminal
	*) sh -c "$3" ;;
	esac > "$tmp/out" 2>&1 < /dev/null; status=$?
	if [ $status = "$2" ]; then echo "ok - $1, $name: $3"
	else echo "not ok - $1, $name: $3 ends with $status, not $2"; sed 's/^/# /' "$tmp/out"; rc=1; fi
}
for document in README.md manual; do
	[ "$(grep -c '^[1-9]' "$tmp/$document")" -gt 1 ] && [ "$(grep -c '^0' "$tmp/$document")" -gt 9 ]; found=$?
	[ $found = 0 ] || { echo "not ok - the examples of $document are not found"; rc=1; }
done
machine vm-zen5 ''
for document in README.md manual; do
	while IFS=$tab read -r promised command; do try $document 0 "$command"; done < "$tmp/$document"
done
machine vm-nopmu no-pmu
for document in README.md manual; do
	while IFS=$tab read -r promised command; do try $document "$promised" "$command"; done < "$tmp/$document"
done
exit $rc
