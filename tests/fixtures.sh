#!/bin/sh
# SPDX-License-Identifier: MIT
# fixtures.sh MACHINE... - what capture.sh records of an unpacked machine is what was unpacked; TAP on stdout.
set -u
[ $# -ge 1 ] && [ -n "${MACHINES:-}" ] || { echo 'fixtures.sh: call it as `make check-plan`' >&2; exit 2; }
export LC_ALL=C
here=$(cd "$(dirname "$0")/fixtures" && pwd)
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
bad=0
for machine; do
	grep -v '^#' "$here/$machine.fs" | sort > "$tmp/given"
	"$here/capture.sh" -g "$MACHINES/$machine" | sort > "$tmp/recorded"
	if diff "$tmp/given" "$tmp/recorded" > "$tmp/diff"; then echo "ok - $machine comes back from its recording"
	else echo "not ok - $machine comes back from its recording"; sed 's/^/# /' "$tmp/diff" | cut -c 1-150; bad=1; fi
done
exit $bad
