#!/bin/sh
# SPDX-License-Identifier: MIT
# storm.sh PSTAT STORM CONFORM ROUNDS SEED - STORM where something can be counted; TAP on stdout.
set -u
export LC_ALL=C TZ=UTC0 NO_COLOR=1 CONFORM="$3"
"$1" -o /dev/null -a -e cpu-clock true 2> /dev/null || { echo 'ok - storms of signals # SKIP nothing can be counted here'; exit 0; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC3045 # every sh of Linux has it
cd "$tmp" && ulimit -c 0 && "$2" "$1" "$4" "$5" < /dev/null
