#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh FOLDER - opens the pages of FOLDER in Chromium, on screens of five widths, light and dark: each picture has its axis
# with round ticks, no words overlap or leave the page, each mark has its title, and the contrast is AA of WCAG; TAP on stdout.
# LOOK=1: makes pictures of the pages as well, in FOLDER/look.
set -u
[ $# = 1 ] || { echo 'check.sh: call it as `make check-pages`' >&2; exit 2; }
command -v chromium > /dev/null || { echo 'ok - pages # SKIP no chromium, see make deps-ci'; exit 0; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cp "$1"/*.html tests/pages/check.html "$dir"; out=$1 rc=0
pages=$(cd "$1" && echo *.html | tr ' ' ,)
browser() { timeout 300 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$dir/profile" "$@" 2> "$dir/error"; }
dark='--blink-settings=preferredColorScheme=0'
for scheme in light dark; do
	set -- --allow-file-access-from-files --virtual-time-budget=200000 --dump-dom
	[ $scheme = light ] || set -- $dark "$@"
	browser "$@" "file://$dir/check.html#$pages" > "$dir/dom"
	sed -n '/<pre id="faults">/,/<\/pre>/{ s/.*<pre id="faults">//; s/<\/pre>.*//; p; }' "$dir/dom" > "$dir/faults"
	if [ "$(grep -c . "$dir/faults")" = 1 ] && grep -q '^pictures: [1-9]' "$dir/faults" && grep -q '<title>checked' "$dir/dom"; then
		echo "ok - pages, $scheme: $(cat "$dir/faults")"
	else
		echo "not ok - pages, $scheme"; sort -u "$dir/faults" | sed 's/^/# /' | head -n 40; sed 's/^/# /' "$dir/error" | head -n 3; rc=1
	fi
done
# 60 results of a row, and 36 of two others
size=$(wc -c < "$out/trend.html")
if [ "$size" -le 40960 ]; then echo "ok - pages: a trend of 60 results has $size bytes"
else echo "not ok - pages: a trend of 60 results has $size bytes, more than 40 KB"; rc=1; fi
[ "${LOOK:-}" ] || exit $rc
mkdir -p "$out/look"
for page in "$out"/*.html; do
	for width in 390 1280; do
		for scheme in light dark; do
			name=${page##*/} as=''
			[ $scheme = light ] || as=$dark
			# shellcheck disable=SC2086 # no word if it is empty
			browser $as --window-size=$width,1600 --screenshot="$out/look/${name%.html}-$width-$scheme.png" "file://$(realpath "$page")" > /dev/null
		done
	done
done
ls "$out/look"
exit $rc
