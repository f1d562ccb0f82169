#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh [OPTION...] [CASE...] - boot the emulated machine and run cases on its counters; TAP on stdout.
#
# Options are those of tests/vm/run; without names every case of tests/vm/cases runs that is not slow.  Cases share
# one boot, but for those that say `# machine: OPTION...`: each of these has a machine with these options for
# itself, and they run one after the other beside the shared machine.  What the cases print is left in build/vm/out,
# or build/vm/out-CPU for another model (-c).  Where the machine cannot be had a skipped line says why.
set -u
here=$(dirname "$0") out=build/vm/out model=
options=
while getopts c:n:i:k: option; do
	options="$options -$option $OPTARG"
	[ $option != c ] || model=$OPTARG out=$out-$OPTARG
done
shift $((OPTIND - 1))
# shellcheck disable=SC2046 # names
[ $# -gt 0 ] || set -- $(cd "$here/cases" && for case in *; do case $case in slow-*) ;; *) echo "$case" ;; esac; done)
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
rm -rf "$out"
boot() {	# OPTIONS CASE...
	with=$1; shift
	# shellcheck disable=SC2086 # words
	"$here/run" $with -t $((1200 + 300 * $#)) -o "$out" "$here/guest.sh" "$@" 2> "$tmp/said.$1" > "$tmp/tap.$1"; status=$?
	sed -E "s/^((not )?ok) - vm /\1 - vm ${model:+$model }/" "$tmp/tap.$1"
	[ $status != 77 ] || { echo "ok - vm # SKIP $(tail -n 1 "$tmp/said.$1")"; return; }
	sed 's/^/# /' "$tmp/said.$1"
	[ $status = 0 ] || echo "not ok - vm$with: ended with status $status"
}
machine_of() { sed -n 's/^# machine: //p' "$here/cases/$1"; }
shared=
for case; do
	[ -f "$here/cases/$case" ] || { echo "not ok - vm: no case is called $case"; exit 1; }
	[ -n "$(machine_of "$case")" ] || shared="$shared $case"
done
for case; do
	[ -z "$(machine_of "$case")" ] || boot "$options $(machine_of "$case")" "$case"
done > "$tmp/own" &
# shellcheck disable=SC2086 # names
[ -z "$shared" ] || boot "$options" $shared > "$tmp/shared"
wait
cat "$tmp"/shared "$tmp/own" 2> /dev/null | tee "$tmp/all"
! grep -q '^not ok' "$tmp/all"
