#!/bin/sh
# SPDX-License-Identifier: MIT
# format.sh CONFORM FILE.cases... - does conform take what is right, and say of the rest what is wrong?
#
# A file of cases holds many small files, each with one defect or none:
#	== NAME.SUFFIX		begins a file
#	=> line N: ...		what conform says of it; not there: nothing
#	anything else		a line of the file; <CR>, <FF>, <ESC> are that byte, <CUT> leaves out the newline
# JSON is held against schema.json, .schema files are schemas themselves.
set -u
[ $# -ge 2 ] || { echo 'format.sh: call it as `make check-format`' >&2; exit 2; }
export LC_ALL=C
conform=$1; shift
schema=$PWD/tests/format/schema.json
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
awk -v dir="$dir" '
	/^== / { if (file) { close(file); close(file ".want") }
		 file = dir "/" $2; want = $2; printf "" > file; printf "" > (file ".want"); print $2; next }
	{ gsub(/<CR>/, "\r"); gsub(/<FF>/, "\377"); gsub(/<ESC>/, "\033") }
	/^=> / { print want ": " substr($0, 4) > (file ".want"); next }
	{ end = sub(/<CUT>$/, "") ? "" : "\n"; printf "%s%s", $0, end > file }
' "$@" > "$dir/names"
cd "$dir" || exit 1
[ -s names ] || { echo 'not ok - no cases'; exit 1; }
rc=0
while read -r name; do
	case $name in
	*.schema) ${EMU:-} "$conform" --schema "$name" > got 2>&1 ;;
	*json) ${EMU:-} "$conform" --schema "$schema" "$name" > got 2>&1 ;;
	*) ${EMU:-} "$conform" "$name" > got 2>&1 ;;
	esac
	status=$? want=0
	[ ! -s "$name.want" ] || want=1
	if cmp -s "$name.want" got && [ $status = $want ]; then
		echo "ok - $name"
	else
		rc=1; echo "not ok - $name"; echo "# status $status, not $want; said, and should have said:"
		sed 's/^/# /' got "$name.want"
	fi
done < names
exit $rc
