#!/bin/sh
# SPDX-License-Identifier: MIT
# storm.sh PSTAT STORM CONFORM ROUNDS SEED - STORM where something can be counted; TAP on stdout.
# From the environment: HELPERS, as for golden.sh.
set -u
[ $# -ge 5 ] && [ -n "${HELPERS:-}" ] || { echo 'storm.sh: call it as `make check-storms`' >&2; exit 2; }
export LC_ALL=C TZ=UTC0 NO_COLOR=1 CONFORM="$3"
probe=${HELPERS:?}/probe
# Of the kernel, not of pstat, as tests/live/lib.sh does.
reason=$("$probe" software && "$probe" system) || { echo "ok - storms of signals # SKIP $reason"; exit 0; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC3045 # every sh of Linux has it
cd "$tmp" && ulimit -c 0 && "$2" "$1" "$4" "$5" < /dev/null
