#!/bin/sh
# SPDX-License-Identifier: MIT
# analyze.sh OUT REASONS FLAG... -- FILE... - gcc -fanalyzer, clang's analyzer, clang-tidy and cppcheck have nothing to say
# that is not explained.
#
# clang --analyze is what scan-build runs.  Which checks clang-tidy has stands in .clang-tidy.
# REASONS has four fields, between tabs: check, file, text, reason.  It explains every finding of
# the check in that file on a line with the text in it, or on any line where the text is "-"; so it
# outlives lines that move.  A reason that nothing needs fails, unless its tool is not here.
# What they all said stands in OUT, and is not asked again while neither source nor flags change.
# From the environment: JOBS, how many run at once.
set -u
export LC_ALL=C
out=$1 reasons=$2; shift 2
mkdir -p "$out"
: > "$out/flags.new"
while [ "$1" != -- ]; do printf '%s\n' "$1" >> "$out/flags.new"; shift; done
shift
cmp -s "$out/flags" "$out/flags.new" || cp "$out/flags.new" "$out/flags"
tools=
for tool in gcc clang clang-tidy cppcheck; do
	if command -v $tool > /dev/null; then tools="$tools $tool"; else echo "ok - $tool # SKIP no $tool"; fi
done
[ "$tools" ] || exit 0

# one TOOL FILE OUT: what it says of one file
cat > "$out/one" <<'END'
tool=$1 file=$2 out=$3
said=$out/$tool.$(echo "$file" | tr / .).said
[ -f "$said" ] && ! grep -q ' ended with status ' "$said" && [ -z "$(find include .clang-tidy "$file" "$out/flags" -newer "$said")" ] && exit 0
set --
while IFS= read -r flag; do set -- "$@" "$flag"; done < "$out/flags"
case $tool in
gcc)	gcc -O2 -fanalyzer "$@" -c -o /dev/null "$file" ;;
clang)	clang --analyze --analyzer-output text "$@" "$file" ;;
clang-tidy) clang-tidy --quiet "$file" -- "$@" ;;
cppcheck) cppcheck -q --std=c11 --language=c -Iinclude --enable=warning,performance,portability \
	--template='{file}:{line}:{column}: warning: {message} [cppcheck-{id}]' "$file" ;;
esac > "$said.new" 2>&1 || echo "$file:1:1: error: $tool ended with status $? [$tool]" >> "$said.new"
mv "$said.new" "$said"
END
for file; do for tool in $tools; do echo "$tool $file"; done; done |
	xargs -P "${JOBS:-1}" -L 1 sh -c 'sh "$0/one" "$1" "$2" "$0"' "$out"
for file; do for tool in $tools; do cat "$out/$tool.$(echo "$file" | tr / .).said"; done; done |
	sed -n "s,^$PWD/,,; /^[^ :]*:[0-9]*:[0-9]*: \(warning\|error\): /p" | sort -u > "$out/findings"

awk -F '\t' -v reasons="$reasons" -v tools="$tools" '
	function tool_of(check) {
		if (index(" " tools " ", " " check " "))
			return check
		return check ~ /^-W/ ? "gcc" : check ~ /^cppcheck-/ ? "cppcheck" : check ~ /^[a-z]+-/ ? "clang-tidy" : "clang"
	}
	function line_of(file, number,   i, text) {
		if (!(file in read_already)) {
			read_already[file]
			for (i = 1; (getline text < file) > 0; i++)
				lines[file, i] = text
			close(file)
		}
		return lines[file, number]
	}
	FILENAME == reasons {
		if (/^#/ || /^$/)
			next
		if (NF != 4 || $4 == "") { print "# " reasons ":" FNR ": not four fields"; bad++; next }
		n++; check[n] = $1; where[n] = $2; text[n] = $3; row[n] = FNR
		next
	}
	{
		split($0, at, ":")
		name = $0; sub(/\]$/, "", name); sub(/.*\[/, "", name); sub(/,.*/, "", name)
		source = line_of(at[1], at[2])
		total++
		for (i = 1; i <= n; i++)
			if (check[i] == name && where[i] == at[1] && (text[i] == "-" || index(source, text[i])))
				break
		if (i <= n) { used[i] = 1; next }
		print "# " $0
		unknown++; by[tool_of(name)]++
	}
	END {
		for (i = 1; i <= n; i++)
			if (!(i in used) && index(" " tools " ", " " tool_of(check[i]) " ")) {
				print "# " reasons ":" row[i] ": nothing needs this reason any more"; bad++
			}
		m = split(tools, tool, " ")
		for (i = 1; i <= m; i++)
			print (tool[i] in by ? "not ok" : "ok") " - " tool[i] " has nothing to say" (tool[i] in by ? ": " by[tool[i]] " findings" : " that is not explained")
		print (bad ? "not ok" : "ok") " - " total - unknown " findings are explained, in " n " lines that are needed"
		exit unknown || bad
	}' "$reasons" "$out/findings"
