#!/bin/sh
# SPDX-License-Identifier: MIT
# ports.sh TARGET MAKE... - build for another machine or C library, and run what can be run there.
#
# TARGET is a triple of Debian, whose programs qemu runs, or "musl", which runs here.  TAP on stdout.
# $PARTS are those of check that run; what is slow under qemu is thinned by tests.mk.
set -u
target=$1; shift
emu=
case $target in
musl)	cc=musl-gcc; set -- "$@" CC=musl-gcc ;;
*)	cc=$target-gcc; set -- "$@" "CROSS_COMPILE=$target-"
	emu=${target%%-*}
	case $emu in i?86) emu=i386 ;; esac
	emu=qemu-$emu UNIT_TIMEOUT=1200; export UNIT_TIMEOUT ;;
esac
for need in "$cc" $emu; do
	command -v "$need" > /dev/null || { echo "ok - port to $target # SKIP no $need, see make deps-cross"; exit 0; }
done
set -- "$@" "FLAVOUR=$target" STATIC=1 WERROR=1
log=build/port-$target
"$@" check-build > "$log.log" 2>&1 || { tail -n 20 "$log.log" | sed 's/^/# /'; echo "not ok - builds for $target"; exit 1; }
echo "ok - builds for $target"
# One of the same family may run here as it is.
"build/$target/pstat" --version > /dev/null 2>&1 && emu=
rc=0
for part in ${PARTS:-check-unit check-fuzz check-format check-stats check-cli check-perf612 check-plan}; do
	"$@" "EMU=$emu" "$part" > "$log.tap" 2>&1; status=$?
	sed -E "s/^((not )?ok)( [0-9]+)? - /\1 - $target: /" "$log.tap"
	[ $status = 0 ] || { rc=1; grep -q '^not ok' "$log.tap" || echo "not ok - $part for $target ended with status $status"; }
done
echo "ok - live tests for $target # SKIP $([ -n "$emu" ] && echo "$emu passes no perf_event_open on" || echo 'check-live runs them')"
exit $rc
