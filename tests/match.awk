# SPDX-License-Identifier: MIT
# match.awk - what a golden case printed, beside what it expects: awk -f match.awk WANTED GOT
#
# Prints GOT.  A line that the pattern in its place in WANTED matches becomes that pattern: so GOT is as it should be
# if it is then equal to WANTED.  A pattern ends with ` (glob)`; in front of that each * stands for any text, and
# nothing else is special.  The last line is printed without a newline.
function fits(pattern, text,  part, n, i, at) {
	n = split(pattern, part, /[*]/)
	if (n < 2) return text == pattern
	if (substr(text, 1, length(part[1])) != part[1]) return 0
	text = substr(text, length(part[1]) + 1)
	for (i = 2; i < n; i++) {
		at = index(text, part[i])
		if (!at && part[i] != "") return 0
		text = substr(text, at + length(part[i]))
	}
	at = length(text) - length(part[n])
	return at >= 0 && substr(text, at + 1) == part[n]
}
BEGIN {
	while ((getline line < ARGV[1]) > 0) wanted[++lines] = line
	while ((getline line < ARGV[2]) > 0) got[++n] = line
	for (i = 1; i <= n; i++) {
		pattern = wanted[i]
		if (n == lines && sub(/ [(]glob[)]$/, "", pattern) && fits(pattern, got[i])) got[i] = wanted[i]
		printf "%s%s", sep, got[i]; sep = "\n"
	}
}
