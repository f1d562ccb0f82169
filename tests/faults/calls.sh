#!/bin/sh
# SPDX-License-Identifier: MIT
# calls.sh LIST PSTAT-FAKE CALL-FAULTS [STEP [SEED]] - calls that fail, one after another; TAP on stdout.
#
# LIST has lines `MACHINE | SCRIPT | ARGUMENTS` (words, without quotes; LONGNAME is one of 250 letters); of
# each, every STEPth fault is tried.  From the environment: MACHINES and JOBS, as for golden.sh.
set -u
[ $# -ge 3 ] && [ -n "${MACHINES:-}" ] || { echo 'calls.sh: call it as `make check-faults`' >&2; exit 2; }
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1
unset LANG LANGUAGE LC_NUMERIC POSIXLY_CORRECT PSTAT_CPUID PERF_CPUID PSTAT_EVENTS_DIR
list=$1 fake=$2 driver=$3; export STEP="${4:-1}" SEED="${5:-1}"
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/saved"
(cd "$tmp/saved" && export FAKE_ROOT="$MACHINES/vm-zen5" &&
	"$fake" --quiet -r 8 -e page-faults --save saved.json prog a && mv saved.json .. &&
	for name in a b c; do "$fake" --quiet -r 8 --name $name -e page-faults --save ../several.json prog; done &&
	"$fake" record --quiet -I 5 -e page-faults,cycles -o ../data.saved prog) || { echo 'not ok - faults of calls: nothing can be saved'; exit 1; }
here=${0%/*}/../fixtures
sh "$here/unpack.sh" "$here/vm-zen5.fs" "$here/procs.fs" "$here/cgroup-v2.fs" "$tmp/tour" || exit 1
long=$(printf '%0250d' 0)	# beside it there can be no file of a longer name
one() {	# NUMBER LINE
	machine=${2%% *} rest=${2#*|}
	script=${rest%%|*}
	mkdir "$tmp/$1"
	cp "$tmp/saved.json" "$tmp/several.json" "$tmp/data.saved" "$tmp/$1"
	chmod 640 "$tmp/$1/several.json"
	ln -s several.json "$tmp/$1/.linked.json"
	: > "$tmp/$1/empty.data"
	printf 'a: prog a\nb: prog b\n' > "$tmp/$1/suite"
	error=125
	set -f
	# shellcheck disable=SC2086 # words they are
	set -- "$1" ${rest#*|}
	[ "$2" = gate ] && error=3
	n=$1; shift
	root=$MACHINES/$machine
	[ "$machine" = tour ] && root=$tmp/tour
	FAKE=$script ERROR=$error WORK=$tmp/$n "$driver" "$root" "$@" < /dev/null > "$tmp/$n.out" 2>&1 ||
		grep -q '^not ok' "$tmp/$n.out" || echo "not ok - $machine: $*: the test itself failed" >> "$tmp/$n.out"
	sed -i "s/^\(not ok\|ok\) - /&$machine: /" "$tmp/$n.out"
}
worker() {	# NUMBER: every JOBSth line
	i=0
	grep -v '^#' "$list" | while IFS= read -r line; do
		i=$((i + 1))
		[ $((i % ${JOBS:-1})) != "$1" ] || one $i "$(echo "$line" | sed "s/LONGNAME/$long/")"
	done
}
w=0
while [ $w -lt "${JOBS:-1}" ]; do worker $w & w=$((w + 1)); done
wait
{
	for i in $(seq "$(grep -vc '^#' "$list")"); do cat "$tmp/$i.out"; done
	# a name that nothing calls would be a fault that is never tried
	cat "$tmp"/*/.reached | sort -u > "$tmp/reached"
	missing=$("$driver" --calls | grep -vxFf "$tmp/reached")
	echo "${missing:+not }ok - each call that may fail is made${missing:+: not }$(echo $missing)"
} |
	awk '{ print } /^not ok/ { bad = 1 } END { exit bad }'
