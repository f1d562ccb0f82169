#!/bin/sh
# unit.sh PROGRAM... - run unit tests, $JOBS at once; their TAP on stdout, in order.
#
# A program that fails without a failing test (a crash, a leak, no end) counts as one failure.
set -u
export LC_ALL=C TZ=UTC0 CMOCKA_MESSAGE_OUTPUT=tap
printf '%s\n' "$@" | xargs -P "${JOBS:-1}" -I{} sh -c '
	timeout 300 ${RUN:-} "{}" > "{}.tap" 2>&1; rc=$?
	[ $rc = 0 ] || grep -q "^not ok" "{}.tap" || echo "not ok - ${1##*/} ended with status $rc" >> "{}.tap"' sh {}
for program; do cat "$program.tap"; done | awk '{ print } /^not ok/ { bad = 1 } END { exit bad }'
