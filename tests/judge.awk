# SPDX-License-Identifier: MIT
# judge.awk - golden.sh's verdicts: awk -v at=DIR ... -f case.awk -f judge.awk CASE...
#
# The Nth case ran in DIR/N/home and left DIR/N/stdout, stderr and status, and DIR/N/conform if a file of it is wrong.
# live: cases may be skipped; update: what a case printed is written into it; limit: its seconds.

# fits PATTERN TEXT: * stands for any text, and nothing else is special.
function fits(pattern, text,  piece, n, i, found) {
	n = split(pattern, piece, /[*]/)
	if (n < 2) return text == pattern
	if (substr(text, 1, length(piece[1])) != piece[1]) return 0
	text = substr(text, length(piece[1]) + 1)
	for (i = 2; i < n; i++) {
		found = index(text, piece[i])
		if (!found && piece[i] != "") return 0
		text = substr(text, found + length(piece[i]))
	}
	found = length(text) - length(piece[n])
	return found >= 0 && substr(text, found + 1) == piece[n]
}
# with_patterns WANTED GOT: GOT, where a line that the pattern in its place in WANTED matches is that pattern.
function with_patterns(wanted, got,  n, i, lines, patterns, pattern, text, end) {
	if (got == "" || wanted !~ / [(]glob[)](\n|$)/) return got
	end = sub(/\n$/, "", got) ? "\n" : ""
	sub(/\n$/, "", wanted)
	n = split(wanted "\n", patterns, /\n/)
	if (split(got "\n", lines, /\n/) != n) return got end
	for (i = 1; i < n; i++) {
		pattern = patterns[i]
		if (sub(/ [(]glob[)]$/, "", pattern) && fits(pattern, lines[i])) lines[i] = patterns[i]
		text = text (i > 1 ? "\n" : "") lines[i]
	}
	return text end
}
# musl's words for errors become those of glibc
function as_glibc(text) {
	gsub(/No file descriptors available/, "Too many open files", text)
	gsub(/Out of memory/, "Cannot allocate memory", text)
	gsub(/I\/O error/, "Input/output error", text)
	return text
}
# what only a busy machine says
function at_leisure(text) { gsub(/pstat: still running under valgrind, [^\n]*\n/, "", text); return text }
function tap(good, text) { if (!good) bad = 1; count++; print (good ? "ok " : "not ok ") count " - " text }
function comment(command,  line) { while ((command | getline line) > 0) print "# " line; close(command) }
function section(title, text) {
	if (text == "") return ""
	return "--- " title (text ~ /\n$/ ? "\n" text : " (no newline at end)\n" text "\n")
}
function rewrite(file, status,  text, out, err) {
	out = with_patterns(part["stdout"], got["stdout"]); err = with_patterns(part["stderr"], got["stderr"])
	text = part["cmd"] section("stdout", out) section("stderr", err)
	if (status != 0 || out err == "") text = text "--- status " status "\n"
	text = text section("perf opens", part["opens"]) section("perf report", part["report"])
	if (text != slurp(file)) { printf "%s", text > file; close(file) }
}
# judge N FILE: the line of a case, and below it what is different
function judge(n, file,  name, base, silent, status, what, differs) {
	name = file; sub(/.*\//, "", name); sub(/\.case$/, "", name)
	read_case(file)
	base = at "/" n
	status = slurp(base "/status") + 0
	got["stdout"] = slurp(base "/stdout"); got["stderr"] = slurp(base "/stderr")
	if (live) { got["stdout"] = at_leisure(got["stdout"]); got["stderr"] = at_leisure(got["stderr"]) }
	if (part["cmd"] == "") return tap(0, name " is empty")
	if (part["status"] == "" && !update) return tap(0, name " expects nothing: it has no section, see golden.sh")
	# A case that may be skipped expects a line of output: without one, it could be unable to pass, and nobody would see it.
	silent = part["stdout"] part["stderr"] == ""
	if (silent && live && !update) return tap(0, name " expects no output: let it say 'checked' at its end")
	if (status == 137 && part["status"] != 137 && !update) {
		tap(0, name " was killed; did it not end within " limit " s?")
		return comment("tail -n 5 " base "/stdout " base "/stderr")
	}
	if (status == 77 && silent) return tap(0, name " is skipped, and expects no output")
	if (status == 77) { sub(/\n.*/, "", got["stdout"]); return tap(1, name " # SKIP " got["stdout"]) }
	if (update) rewrite(file, status)
	else for (what in got) {
		got[what] = with_patterns(part[what], got[what])
		if (got[what] != part[what]) got[what] = with_patterns(part[what], as_glibc(got[what]))
		differs[what] = got[what] != part[what]
	}
	differs["status"] = !update && status != part["status"]
	differs["files"] = (getline what < (base "/conform")) > 0; close(base "/conform")
	tap(!(differs["stdout"] || differs["stderr"] || differs["status"] || differs["files"]), name)
	if (differs["files"]) comment("cat " base "/conform")
	for (what in got) if (differs[what]) {
		printf "%s", part[what] > (base "/wanted"); close(base "/wanted")
		printf "%s", got[what] > (base "/got"); close(base "/got")
		comment("diff -u -L '" what ", expected' -L '" what ", got' " base "/wanted " base "/got")
	}
	if (differs["status"]) print "# status " status ", expected " part["status"]
}
BEGIN {
	for (i = 1; i < ARGC; i++) judge(i, ARGV[i])
	n = split(unknown, words, /\n/)
	for (i = 1; i < n; i++) tap(0, words[i])
	print "1.." count + 0
	exit bad
}
