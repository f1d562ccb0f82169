#!/bin/sh
# SPDX-License-Identifier: MIT
# faults.sh LIST FILE-FAULTS [MAX] - recorded machines whose files go bad; TAP on stdout.
#
# LIST has lines `MACHINE: ARGUMENTS` (words of the shell); of each, at most MAX of the files that
# pstat opens are tried.  From the environment: MACHINES and JOBS, as for golden.sh.
# Each worker has links to a machine of its own, which each line leaves as they were.
set -u
[ $# -ge 2 ] && [ -n "${MACHINES:-}" ] || { echo 'faults.sh: call it as `make check-plan`' >&2; exit 2; }
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1
list=$1 driver=$2 max=${3:-40}
tmp=$(mktemp -d "$MACHINES/../faults.XXXXXX"); trap 'rm -rf "$tmp"' EXIT
worker() {	# NUMBER: every JOBSth line
	i=0
	grep -v '^#' "$list" | while IFS= read -r line; do
		i=$((i + 1)); [ $((i % ${JOBS:-1})) = "$1" ] && [ -n "$line" ] || continue
		machine=${line%%:*}
		root=$tmp/$1/$machine
		[ -d "$root" ] || { mkdir -p "$tmp/$1" && cp -al "$MACHINES/$machine" "$root"; } || exit 1
		(eval "set -- ${line#*:}"; "$driver" "$root" "$max" "$@") < /dev/null > "$tmp/$i.out" 2>&1 ||
			grep -q '^not ok' "$tmp/$i.out" || echo "not ok - $line: the test itself failed" >> "$tmp/$i.out"
		sed -i "s/^\(not ok\|ok\) - /&$machine: /" "$tmp/$i.out"
	done
}
w=0
while [ $w -lt "${JOBS:-1}" ]; do worker $w & w=$((w + 1)); done
wait
for i in $(seq "$(grep -vc '^#' "$list")"); do [ ! -f "$tmp/$i.out" ] || cat "$tmp/$i.out"; done |
	awk '{ print } /^not ok/ { bad = 1 } END { exit bad }'
