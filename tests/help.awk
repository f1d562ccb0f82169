# SPDX-License-Identifier: MIT
# help.awk MAKEFILE... - the targets that say what they do after `##`, below the heading of their section.
#
# Those with `##1` are what someone needs in the first ten minutes, and come first.
/^# --- / { heading = $0; gsub(/^# --- | *-+$/, "", heading) }
/^[a-z][a-z0-9-]*:.*  ##1? / {
	at = index($0, "  ##")
	text = substr($0, at + 4)
	first = sub(/^1/, "", text)
	line = sprintf("  %-16s%s\n", substr($1, 1, length($1) - 1), text)
	if (first) { start = start line; next }
	if (heading != "") { rest = rest "\n" heading "\n"; heading = "" }
	rest = rest line
}
END { printf "first\n%s%s", start, rest }
