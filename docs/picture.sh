#!/bin/sh
# SPDX-License-Identifier: MIT
# picture.sh PSTAT pages|pictures - what README.md shows, from what PSTAT really prints on this machine.
#
# pages: HTML pages of a run, of intervals, of processes, of comparisons, of a gate and of a trend, in build/html.
# pictures: these, docs/session.svg and docs/gate.svg, terminals in which the commands below were typed, and, if
# chromium is installed, docs/page.png and docs/phone.png, which are two of the pages.
set -eu
PSTAT=$(realpath "$1") docs=$PWD/docs pages=$PWD/build/html
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$pages" "$work/bin" && ln -s "$PSTAT" "$work/bin/pstat" && cd "$work"
export PATH="$work/bin:$PATH" LC_ALL=C.UTF-8 TERM=xterm-256color COLUMNS=80
awk 'BEGIN { srand(1); for (i = 0; i < 60000; i++) printf "%d %x\n", i, rand() * 2^20 }' > data

# What a person types.
cat > session <<'END'
pstat -r 20 --hist -e task-clock,page-faults gzip -kf data
pstat compare -e task-clock -- gzip -3 -kf data --vs gzip -6 -kf data
END
cat > gate <<'END'
pstat gate --limit task-clock=+5% -- gzip -6 -kf data --vs gzip -9 -kf data
echo $?
END
prompt() { printf '%s\033[32m$\033[m \033[1m%s\033[m\n' "$blank" "$1"; blank='
'; }
terminal() {	# FILE of commands
	blank='' ended=0
	while IFS= read -r command; do
		prompt "$command"
		case $command in
		'echo $?') echo "$ended" ;;
		*)	ended=0; script -qec "stty cols 80 rows 60; $command" /dev/null < /dev/null || ended=$? ;;
		esac
	done < "$1"
}

# One file in pages for each kind of report.
run_page() { pstat --quiet -r 30 -e task-clock,page-faults,max_rss --export html="$pages/run.html" gzip -kf data; }
intervals_page() { pstat --quiet -a -I 50 -e task-clock,cs,page-faults --export html="$pages/intervals.html" gzip -9kf data; }
compare_page() {
	pstat compare --quiet -r 20 -e task-clock,page-faults --export html="$pages/compare.html" -- gzip -5kf data --vs gzip -6kf data
}
three_page() {
	pstat compare --quiet -r 20 -e task-clock --export html="$pages/three.html" -- gzip -3kf data --vs gzip -6kf data --vs gzip -9kf data
}
processes_page() { pstat --quiet --per-process --tree -e task-clock,page-faults --export html="$pages/processes.html" sh -c 'gzip -3kf data; gzip -9c data | gzip -d > /dev/null; ls'; }
gate_page() {
	pstat gate --quiet --limit task-clock=+5%,page-faults=+5% --export html="$pages/gate.html" -- gzip -6kf data --vs gzip -9kf data ||
		[ $? = 1 ]
}
trend_page() {	# a slower program from the ninth result on
	for level in 6 6 6 6 6 6 6 6 9 9 9 9 9 9; do
		pstat gate --quiet --limit task-clock=+5% --history history -r 5 --name gzip -- gzip -${level}kf data
	done
	pstat trend --export html="$pages/trend.html" history
}
screenshot() {	# PAGE SIZE PICTURE
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$2" --screenshot="$docs/$3" "$pages/$1" > chromium.log 2>&1 ||
		{ cat chromium.log >&2; return 1; }
}

for page in run intervals processes compare three gate trend; do ${page}_page > "$page.log" 2>&1 || { cat "$page.log" >&2; exit 1; }; done
echo "pages: $pages"
[ "${2:-pictures}" = pictures ] || exit 0
for name in session gate; do
	terminal $name > shown
	LC_ALL=C awk -v columns=80 -f "$docs/terminal.awk" shown > $name.svg && mv $name.svg "$docs/"
done
if command -v chromium > /dev/null; then screenshot compare.html 1100,700 page.png; screenshot gate.html 500,760 phone.png
else echo 'no chromium: docs/page.png and docs/phone.png stay as they are' >&2; fi
