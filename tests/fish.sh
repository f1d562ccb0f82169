#!/bin/sh
# SPDX-License-Identifier: MIT
# fish.sh - fish reads its completion, which offers what it should (tests/lint/offered.list); TAP on stdout.
set -u
export LC_ALL=C PATH="$PWD/tests/lint/bin:$PATH"
command -v fish > /dev/null || { echo 'ok - the fish completion # SKIP no fish, see make deps-ci'; exit 0; }
rc=0
say() { if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; rc=1; fi; }
fish -n completions/pstat.fish; say $? 'fish reads its completion'
offered=$(fish --no-config -c 'source completions/pstat.fish; complete -C "pstat record -"' 2> /dev/null | sed 's/	.*//')
echo "$offered" | grep -q -- '^--event' && ! echo "$offered" | grep -qE -- '^--(repeat|table|append)$'
say $? 'the fish completion offers record what it takes'

tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
grep -v '^#' tests/lint/offered.list | sort > "$tmp/wanted"
offers() { cut -d: -f1 | fish --no-config -c 'source completions/pstat.fish; while read -l line; echo "$line:" (complete -C $line |
	string replace -r "\t.*" "" | string replace -r "^--[a-z-]*=" "" | string replace -r "=\$" "" |
	string replace -r ".*," "" | LC_ALL=C sort -u); end'; }
offers < "$tmp/wanted" | cut -c 1-120 > "$tmp/offered"
diff "$tmp/wanted" "$tmp/offered" > "$tmp/difference"; say $? 'what fish offers'
sed 's/^/# /' "$tmp/difference"
tests/lint/offered-here.sh > "$tmp/here"
offers < "$tmp/here" | tests/lint/offered-here.sh "$tmp/here" > "$tmp/lacks"
[ ! -s "$tmp/lacks" ]; say $? 'fish offers processes, CPUs, PMUs and cgroups of this machine'
sed 's/^/# /' "$tmp/lacks"
exit $rc
