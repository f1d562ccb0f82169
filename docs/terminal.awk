# SPDX-License-Identifier: MIT
# terminal.awk - reads what programs wrote to a terminal, and writes a picture of it: SVG that needs no font of its own.
# The picture has a background, so it is legible on light and dark pages.  -v columns=80; LC_ALL=C

function escaped(s) {
	gsub(/&/, "\\&amp;", s)
	gsub(/</, "\\&lt;", s)
	gsub(/>/, "\\&gt;", s)
	return s
}
# The attributes of the text from here on; those that pstat uses.
function style_of(code,    parts, n, i) {
	n = split(code, parts, ";")
	if (n == 0)
		class = ""
	for (i = 1; i <= n; i++) {
		if (parts[i] == "" || parts[i] == 0)
			class = ""
		else if (parts[i] in names)
			class = class (class == "" ? "" : " ") names[parts[i]]
		else {
			printf "terminal.awk: no colour for \\033[%sm\n", code > "/dev/stderr"
			failed = 1
		}
	}
}
function add_text(s,    ascii) {
	if (s == "")
		return
	ascii = s
	gsub(/[\200-\277]/, "", ascii)	# of UTF-8, the first byte of each character is left
	shown += length(ascii)
	out = out (class == "" ? escaped(s) : "<tspan class=\"" class "\">" escaped(s) "</tspan>")
}
BEGIN {
	names[1] = "b"; names[2] = "d"; names[22] = ""; names[31] = "r"; names[32] = "g"; names[33] = "y"; names[34] = "u"
	names[35] = "m"; names[36] = "c"; names[39] = ""; names[90] = "d"; names[91] = "r"; names[92] = "g"; names[93] = "y"
	width = columns * 8.43 + 40
}
{
	sub(/\r+$/, "")
	sub(/.*\r/, "")			# a line that was drawn again
	gsub(/\033\[[0-9;?]*[A-KS-Zhl]/, "")	# moves of the cursor
	out = ""
	shown = 0
	rest = $0
	while (match(rest, /\033\[[0-9;]*m/)) {
		add_text(substr(rest, 1, RSTART - 1))
		code = substr(rest, RSTART + 2, RLENGTH - 3)
		rest = substr(rest, RSTART + RLENGTH)
		style_of(code)
	}
	add_text(rest)
	if (shown > columns) {
		printf "terminal.awk: %d columns: %s\n", shown, $0 > "/dev/stderr"
		failed = 1
	}
	if (shown || text[n] != "")	# of several blank lines, one
		text[++n] = out
}
END {
	height = n * 18 + 56
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n", width, height, width, height
	print "<title>pstat in a terminal</title>"
	print "<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d7dde4;white-space:pre}" \
		".b{font-weight:700;fill:#fff}.d{fill:#8b949e}.r{fill:#ff8f85}.g{fill:#6fd17f}.y{fill:#e6c15a}.u{fill:#8ab8ff}.m{fill:#d9a0f0}.c{fill:#6cc7d8}</style>"
	printf "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#14181f\" stroke=\"#3b424d\"/>\n", width, height
	print "<g fill=\"#3b424d\"><circle cx=\"20\" cy=\"18\" r=\"5\"/><circle cx=\"38\" cy=\"18\" r=\"5\"/><circle cx=\"56\" cy=\"18\" r=\"5\"/></g>"
	for (i = 1; i <= n; i++)
		if (text[i] != "")
			printf "<text x=\"20\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", 32 + i * 18, text[i]
	print "</svg>"
	exit failed
}
