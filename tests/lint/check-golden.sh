#!/bin/sh
# SPDX-License-Identifier: MIT
# check-golden.sh - the harness of the golden tests passes what is as a case expects it, and nothing else.
set -u
golden=$(cd "$(dirname "$0")/.." && pwd)/golden.sh
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp" && mkdir cases || exit 1
unset CONFORM RUN EMU
export MACHINES=.
bad=0
# passes, fails WHAT SCRIPT SECTIONS: so does a case of these, when all run
n=0
passes() { n=$((n + 1)); printf '%s\n' "$2" "$3" > "cases/$n.case"; echo "ok - $n:$1" >> wanted; }
fails() { n=$((n + 1)); printf '%s\n' "$2" "$3" > "cases/$n.case"; echo "not ok - $n:$1" >> wanted; }
stdout() { printf '%s\n' '--- stdout' "$@"; }

passes 'the same text' 'echo a; echo b >&2; exit 3' "$(stdout a '--- stderr' b '--- status 3')"
fails 'another text' 'echo a' "$(stdout b)"
fails 'another stderr' 'echo a; echo b >&2' "$(stdout a)"
fails 'another status' 'echo a; exit 3' "$(stdout a)"
fails 'a line more' 'echo a; echo b' "$(stdout a)"
fails 'a line less' 'echo a' "$(stdout a b)"
fails 'no case' '' ''
fails 'no section' 'echo a' ''
passes 'no newline at the end' 'printf a' '--- stdout (no newline at end)
a'
fails 'a newline that is missing' 'printf a' "$(stdout a)"
fails 'a newline too many' 'echo a' '--- stdout (no newline at end)
a'

fails 'Markdown as a pattern' 'echo "**3 events regressed; NOT fine: 1 event within its limit**"' "$(stdout '**1 event within its limit**')"
passes 'Markdown' 'echo "**1 event within its limit**"' "$(stdout '**1 event within its limit**')"
fails 'a * without (glob)' 'echo abc' "$(stdout 'a*c')"
# the line, and the pattern
while IFS='|' read -r line pattern; do passes "'$pattern' for '$line'" "echo '$line'" "$(stdout "$pattern (glob)")"; done <<'END_OF_LINES'
abc|a*c
ac|a*c
abcbc|a*bc
abc|*
|*
a.b?[c]*d|a*?[c]*d
cycles 12 (34 %)|cycles * (* %)
abc|abc
END_OF_LINES
while IFS='|' read -r line pattern; do fails "'$pattern' for '$line'" "echo '$line'" "$(stdout "$pattern (glob)")"; done <<'END_OF_LINES'
xabc|a*c
abcx|a*c
abc|a?c
abc|a[b]c
abc|a.c
a|a*a
abab|ab
acb|*b*c*
END_OF_LINES
passes 'the words of a pattern' 'echo "a* (glob)"' "$(stdout 'a* (glob)')"
fails 'a pattern among other lines' 'echo a1; echo b' "$(stdout 'a* (glob)' c)"
fails 'a pattern for no line' 'echo a1' "$(stdout 'a* (glob)' '* (glob)')"
passes 'a pattern without a newline at the end' 'printf a1' '--- stdout (no newline at end)
a* (glob)'
fails 'a pattern, and a newline too many' 'echo a1' '--- stdout (no newline at end)
a* (glob)'
passes 'the words of another C library' 'echo "a1: I/O error"; echo b2' "$(stdout 'a1: Input/output error' 'b* (glob)')"

JOBS=2 "$golden" cases true > tap
awk 'NR == FNR { if (sub(/ok [0-9]+/, "ok") && match($0, /- [0-9]+/)) got[substr($0, 1, RSTART + RLENGTH - 1)] = 1; next }
	!(substr($0, 1, index($0, ":") - 1) in got) { print "# wanted: " $0; bad = 1 } END { exit bad }' tap wanted || bad=1

# updated SCRIPT SECTIONS WANTED: what --update makes of the sections
rm cases/*; n=0
updated() { n=$((n + 1)); printf '%s\n' "$1" "$2" > "cases/$n.case"; printf '%s\n' "$1" "$3" > "$n.case"; }
updated 'echo a1; echo c' "$(stdout 'a* (glob)' b)" "$(stdout 'a* (glob)' c)"
updated 'echo x1; echo c' "$(stdout 'a* (glob)' b)" "$(stdout x1 c)"
updated 'echo a1; echo b; echo c' "$(stdout 'a* (glob)' b)" "$(stdout a1 b c)"
updated 'echo a1; printf b2' "$(stdout 'a* (glob)' 'b* (glob)')" '--- stdout (no newline at end)
a* (glob)
b* (glob)'
"$golden" cases true --update > tap
for file in *.case; do diff "$file" "cases/$file" > differ || { bad=1; sed 's/^/# --update: /' differ; }; done
[ $bad = 0 ] || printf 'not '
echo 'ok - golden tests pass what is as a case expects it, and nothing else'
exit $bad
