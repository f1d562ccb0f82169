#!/bin/sh
# SPDX-License-Identifier: MIT
# unit.sh PROGRAM... - run unit tests, $JOBS at once; their TAP on stdout, in order.
#
# A program that fails without a failing test (a crash, a leak, no end) counts as one failure.
# What cmocka skips it calls "not ok", which is put right.
# From the environment: JOBS, how many run at once; RUN, a command to run them with; UNIT_TIMEOUT, of each,
# in seconds.
set -u
if ! { [ -x "${1:-}" ] && [ -d "${MACHINES:-}" ]; }; then
	echo 'unit.sh: no program or no MACHINES: call it as `make check-unit UNIT=limit`' >&2; exit 2
fi
export LC_ALL=C TZ=UTC0 CMOCKA_MESSAGE_OUTPUT=tap
printf '%s\n' "$@" | xargs -P "${JOBS:-1}" -I{} sh -c '
	timeout ${UNIT_TIMEOUT:-1800} ${RUN:-} "$1" > "$1.out" 2>&1; rc=$?
	sed "/# SKIP/s/^not ok/ok/" "$1.out" > "$1.tap"
	[ $rc = 0 ] || grep -q "^not ok" "$1.tap" || echo "not ok - ${1##*/} ended with status $rc" >> "$1.tap"' sh {}
for program; do cat "$program.tap"; done | awk '{ print } /^not ok/ { bad = 1 } END { exit bad }'
