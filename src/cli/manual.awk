# SPDX-License-Identifier: MIT
# manual.awk FILES of man/ - makes manual.c: what help shows of each page, which is its name, the first paragraph of its
# DESCRIPTION and its EXAMPLES.  A page without them is an error.

# Text without what roff needs.
function plain(s) {
	gsub(/\\f[BIRP]/, "", s)
	gsub(/\\\([lr]q/, "\"", s)
	gsub(/\\&/, "", s)
	gsub(/\\~/, " ", s)
	gsub(/\\-/, "-", s)
	gsub(/\\e/, "\\", s)
	return s
}
# Lines of at most 80 columns, the later ones indented.
function wrapped(s, column, indent,    words, n, i, at, out) {
	n = split(s, words, / +/)
	for (i = 1; i <= n; i++) {
		if (i > 1 && at + 1 + length(words[i]) > 80) {
			out = out sprintf("\n%" indent "s", "")
			at = indent
		} else if (i > 1) {
			out = out " "
			at++
		} else
			at = column
		out = out words[i]
		at += length(words[i])
	}
	return out "\n"
}
function add_example() {
	if (command == "")
		return
	if (length(command) <= 40 && 44 + length(text) <= 80)
		examples = examples sprintf("  %-41s %s\n", command, text)
	else
		examples = examples "  " command "\n      " wrapped(text, 6, 6)
	shown++
	command = text = ""
}
function quoted(s) {
	gsub(/[\\"]/, "\\\\&", s)
	gsub(/\n/, "\\n\"\n\t  \"", s)
	return "\"" s "\""
}
function add_page() {
	add_example()
	if (file == "")
		return
	if (summary == "" || wants == "" || shown < 3) {
		printf "%s: no NAME, no DESCRIPTION or fewer than three EXAMPLES\n", file > "/dev/stderr"
		failed = 1
	}
	printf "\t{ \"%s\", %s,\n\t  %s,\n\t  %s },\n", name, quoted(summary), quoted(wrapped(wants, 0, 0)), quoted(examples)
}

BEGIN {
	print "#include <stddef.h>\n\n#include \"cli/manual.h\"\n\nconst struct manual_page manual_pages[] = {"
}
FNR == 1 {
	add_page()
	file = FILENAME
	name = file
	sub(/.*\//, "", name)
	sub(/\.[1-9]$/, "", name)
	summary = wants = examples = section = ""
	paragraph = shown = 0
}
/^\.SH / {
	add_example()
	section = substr($0, 5)
	next
}
section == "NAME" && / \\- / {
	summary = $0
	sub(/.* \\- /, "", summary)
	summary = plain(summary)
	next
}
section == "NAME" && summary != "" { summary = summary " " plain($0) }
section == "DESCRIPTION" && /^\./ { paragraph++ }
section == "DESCRIPTION" && !paragraph { wants = wants (wants == "" ? "" : " ") plain($0) }
section == "EXAMPLES" && /^\.(TP|PP)/ { add_example(); next }
section == "EXAMPLES" && /^\.B / { command = plain(substr($0, 4)); next }
section == "EXAMPLES" && !/^\./ && command != "" { text = text (text == "" ? "" : " ") plain($0) }
END {
	add_page()
	print "\t{ .name = NULL },\n};"
	exit failed
}
