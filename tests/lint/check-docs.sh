#!/bin/sh
# SPDX-License-Identifier: MIT
# check-docs.sh PSTAT - the help and the manual pages have the same options as the program, letters included.
set -u
[ $# -ge 1 ] || { echo 'check-docs.sh: call it as `make check-docs`' >&2; exit 2; }
export LC_ALL=C
PSTAT=$(realpath "$1"); export PSTAT
bad=0
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
report() { if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; bad=1; fi; }

# One line for each option: "--name", with its letter "-x --name".
names() { sed 's/^-. //' "$1" | sort -u; }
same() {	# FILE OF-PROGRAM WHAT
	sort -u "$1" > "$tmp/got"
	diff -u "$2" "$tmp/got" | sed -n 's/^[-+][^-+]*-/# &/p'
	cmp -s "$2" "$tmp/got"; report $? "$3"
}
# The options that head an entry in the sections OPTIONS of these pages.
headings() { sed 's/\\-/-/g; s/\\f[BIR]//g; s/^\.B //' | sed -n '/^\.TP/{n;s/^\(-.\), \(--[a-z-]*\).*/\1 \2/p;s/^\(--[a-z-]*\).*/\1/p;}'; }
page() { for name; do sed -n '/^\.SH OPTIONS/,/^\.SH /p' "man/$name.1" | headings; done; }

verbs=$("$PSTAT" help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\)  .*/\1/p')
# those that have a manual page apart from stat
others=$(for verb in $verbs; do case $verb in stat | record) ;; *) echo "$verb" ;; esac; done)

for verb in '' record $others; do
	"$PSTAT" $verb --list-opts | tr ' ' '\n' | sed '/^$/d' | sort -u > "$tmp/names-$verb"
	"$PSTAT" $verb --help=all | sed -n 's/^  \(-.\), \(--[a-z-]*\).*/\1 \2/p; s/^      \(--[a-z-]*\).*/\1/p' |
		sort -u > "$tmp/help-$verb"
	names "$tmp/help-$verb" > "$tmp/help-names"
	same "$tmp/help-names" "$tmp/names-$verb" "help and --list-opts have the same options${verb:+, of $verb}"
done
sort -u "$tmp/help-" "$tmp/help-record" "$tmp/help-report" "$tmp/help-compare" "$tmp/help-gate" > "$tmp/help-all"

# The page of a verb describes its options, but those that pstat.1 describes for all verbs.
page pstat | sort -u > "$tmp/shared"
comm -13 "$tmp/help-all" "$tmp/shared" > "$tmp/unknown"
same "$tmp/unknown" /dev/null 'pstat.1 has options of the program only'
described() {	# VERB: the options of stdin and those of pstat.1 that VERB has
	{ cat; comm -12 "$tmp/shared" "$tmp/help-$1"; } > "$tmp/man"
	same "$tmp/man" "$tmp/help-$1" "the manual has the options of ${1:-stat}"
}
page pstat-stat | described ''
sed -n '/^\.SS Not in record/,/^\.S[HS] /p' man/pstat-record.1 | headings | sort -u > "$tmp/lacks"
page pstat-stat | sort -u | comm -23 - "$tmp/lacks" | described record
for verb in $others; do [ "$verb" = gate ] || page "pstat-$verb" | described "$verb"; done
page pstat-compare pstat-gate | described gate

# The manual has every verb and format.
formats_of() { "$PSTAT" $1 --help=output | sed -n '/^Formats:/,$s/^  \([a-z-]*\)  .*/\1/p'; }
rc=0
sed 's/\\-/-/g; s/\\f[BIR]//g' man/pstat-formats.5 > "$tmp/page"
for name in $(formats_of '') $(formats_of compare); do
	grep -qwe "$name" "$tmp/page" || { echo "# man/pstat-formats.5 lacks $name"; rc=1; }
done
for verb in $verbs; do
	[ -f "man/pstat-$verb.1" ] && grep -q "pstat.*-$verb" man/pstat.1 || { echo "# no manual page of $verb"; rc=1; }
done
report $rc 'the manual has every verb and format'

if command -v mandoc > /dev/null; then
	mandoc -Tlint man/* > "$tmp/lint"
	sed 's/^/# /' "$tmp/lint"
	[ ! -s "$tmp/lint" ]; report $? 'mandoc has nothing to say about the manual pages'
else echo 'ok - mandoc has nothing to say about the manual pages # SKIP no mandoc'; fi
# every note has its entry, headed by the words it is shown with
sed -n '/note_defs\[NOTE_COUNT\]/,/^};/s/^		"\([^";]*\).*/\1/p' src/note/note.c > "$tmp/notes"
sed -n 's/\\-/-/g; s/^\.B //p' man/pstat-notes.7 > "$tmp/entries"
[ -s "$tmp/notes" ]; rc=$?
while IFS= read -r words; do
	grep -qxFe "$words" "$tmp/entries" || { echo "# no entry: $words"; rc=1; }
done < "$tmp/notes"
report $rc 'the manual explains every note'
# Each page begins with what it is for, and three examples that help shows, too; no line of help is wider than a terminal.
rc=0
for file in man/*; do
	name=${file##*/} name=${name%.*} word=${file##*/pstat[-_]} word=${word%.*}
	[ "$(sed -n '/^\.SH DESCRIPTION/,$s/^\.SH //p' "$file" | sed -n 2p)" = EXAMPLES ] ||
		{ echo "# $file: EXAMPLES do not follow DESCRIPTION"; rc=1; }
	[ "$name" = pstat ] && word=
	"$PSTAT" help $word > "$tmp/help" 2>&1 || { echo "# pstat help $word: $(cat "$tmp/help")"; rc=1; }
	sed 's/\\-/-/g; s/\\e/\\/g' "$file" | sed -n '/^\.SH EXAMPLES/,/^\.SH [^E]/s/^\.B //p' > "$tmp/examples"
	[ "$(wc -l < "$tmp/examples")" -ge 3 ] || { echo "# $file: fewer than three examples"; rc=1; }
	while IFS= read -r example; do
		sed 's/^  //; s/  .*//' "$tmp/help" | grep -qxFe "$example" || { echo "# pstat help $word lacks $example"; rc=1; }
	done < "$tmp/examples"
	"$PSTAT" help | grep -qE "^  ${word:-stat}  |^Topics:.* $word(,|$)" || { echo "# pstat help does not name $word"; rc=1; }
	! grep -E '^.{81}' "$tmp/help" | sed 's/^/# wide: /' | grep . || rc=1
done
report $rc 'each manual page begins with its use and examples, and help shows them'
# Every member of the schema has its place in the manual.
sed 's/\\-/-/g; s/\\f[BIR]//g' man/pstat-json.5 > "$tmp/page"
grep -E '^ {6}' share/pstat-1.schema.json | grep -oE '"[a-z][a-z0-9_-]*": [{]' | tr -d '":{ ' | sort -u |
	grep -vxE 'items|properties' > "$tmp/members"
[ "$(wc -l < "$tmp/members")" -gt 100 ]; rc=$?
while read -r member; do grep -qwe "$member" "$tmp/page" || { echo "# man/pstat-json.5 lacks $member"; rc=1; }; done < "$tmp/members"
report $rc 'the manual has every member of the JSON schema'
# Of README.md: examples.sh runs what begins with pstat, fresh.sh the sections Build and Install; nothing else looks like an
# example.  Its numbers are those of BENCHMARKS.md, and its pictures are there, with the commands that made them.
awk '/^## / { ours = $2 == "Build" || $2 == "Install" }
	/^```/ { inside = !inside; next }
	inside && NF && !/^(pstat |                                   )/ && !ours { print "# README.md: no test runs: " $0; bad = 1 }
	END { exit bad }' README.md; rc=$?
# A comment in each row names that of BENCHMARKS.md, whose numbers the README rounds.
sed -n '/^## What it costs/,/^## [^W]/s/^| .*<!-- \(.*\) --> | *\(.*\) | *\(.*\) |$/\1|\2 \3/p' README.md > "$tmp/costs"
[ "$(wc -l < "$tmp/costs")" -ge 4 ] || { echo '# README.md: its numbers are not found'; rc=1; }
while IFS='|' read -r row numbers; do
	line=$(grep -F -e "$row  " BENCHMARKS.md) || { echo "# BENCHMARKS.md has no row $row"; rc=1; }
	printf '%s\n' "$line" | awk -v row="$row" -v numbers="$numbers" '
		{ sub(/.*  +(us|ns) /, "&\n"); unit = $0 ~ /  us \n/ ? 1e3 : 1; sub(/.*\n/, ""); for (i = 1; i <= NF; i++) has[++n] = $i * unit }
		END {
			for (k = split(numbers, word, " "); k > 1; k--) {
				if (word[k] !~ /^[mun]s$/) continue
				size = word[k] == "ms" ? 1e6 : word[k] == "us" ? 1e3 : 1
				digits = index(word[k - 1], ".") ? length(word[k - 1]) - index(word[k - 1], ".") : 0
				for (i = n; i && sprintf("%.*f", digits, has[i] / size) != word[k - 1]; i--) ;
				if (!i) { print "# README.md: " row ": BENCHMARKS.md has no " word[k - 1] " " word[k]; bad = 1 }
				found++
			}
			exit bad || !found
		}' || rc=1
done < "$tmp/costs"
for picture in $(grep -oE 'docs/[a-z]+\.(svg|png)' README.md); do [ -s "$picture" ] || { echo "# there is no $picture"; rc=1; }; done
sed -n '/^cat > .* <</,/^END/p' docs/picture.sh | grep -v '^cat\|^END' > "$tmp/typed"
[ "$(wc -l < "$tmp/typed")" -ge 3 ] || rc=1
while IFS= read -r command; do
	grep -qF ">$command</tspan>" docs/*.svg || { echo "# docs/*.svg lack $command: make picture"; rc=1; }
done < "$tmp/typed"
[ "$(cat docs/*.png docs/*.svg | wc -c)" -lt 200000 ] || { echo '# the pictures have more than 200 KB'; rc=1; }
report $rc 'README.md: a test runs each example, and numbers and pictures are true'
# The picture of a terminal: colours, what is special in XML, a line that was drawn twice; it refuses what it would lose.
draw() { printf "$1" | awk -v columns=9 -f docs/terminal.awk 2> /dev/null; }
rc=0
draw 'old\r\033[31;1ma<b\033[m&\342\226\210\r\n' | grep -qF '><tspan class="r b">a&lt;b</tspan>&amp;█</text>' || rc=1
draw '123456789\n' > /dev/null || rc=1
! draw '1234567890\n' > /dev/null || rc=1
! draw '\033[44mblue\n' > /dev/null || rc=1
report $rc 'docs/terminal.awk draws what a terminal shows'
# each page has the version of the program and its own name, and names pages that exist
version=$("$PSTAT" --version) rc=0
for file in man/*; do
	name=${file##*/} section=${file##*.}
	title=$(printf '%s' "${name%.*}" | tr a-z A-Z | sed 's/-/\\-/g')
	grep -qxE "\.TH $(printf '%s' "$title" | sed 's/\\/&&/g') $section \"[0-9-]+\" \"$version\" \".*\"" "$file" || { echo "# $name: its .TH line"; rc=1; }
	for other in $(sed 's/\\-/-/g' "$file" | grep -oE 'pstat[a-z-]*(\\fR)?\([1-9]\)' | sed 's/\\fR//; s/(/./; s/)//'); do
		[ -f "man/$other" ] || { echo "# $name: there is no $other"; rc=1; }
	done
done
report $rc 'the manual pages are of this version, and refer to pages that exist'
exit $bad
