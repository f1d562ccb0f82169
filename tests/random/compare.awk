# SPDX-License-Identifier: MIT
# compare.awk -v to=FOLDER RULES LINES NUMBERS - what perf and pstat left in FOLDER/perf/N and FOLDER/pstat/N for the Nth line.
#
# Prints "differs N COMMAND LINE" for each of NUMBERS, with what is different, and "used N" for each rule that changed a line.
BEGIN { FS = "\t"; parts = split("status stdout stderr fd3 out out2", part, " "); split("perf pstat", side, " ") }
FILENAME ~ /rules$/ {
	if (/^#/ || /^$/) next
	if (NF != 6) { print "rules: line " FNR " has no six fields" > "/dev/stderr"; exit 1 }
	where[++rules] = $1; file[rules] = $2; command[rules] = $3; find[rules] = $4; with[rules] = $5; at[rules] = FNR
	next
}
FILENAME ~ /lines$/ { line[FNR] = $0; next }
{ compare($1) }
END { for (i = 1; i <= rules; i++) if (used[i]) print "used " at[i] }

function compare(n,    p, a, b, said) {
	full = status(n) " " line[n] flag(n); skip = ""
	for (p = 1; p <= parts; p++) {
		a = text("perf", n, part[p]); b = text("pstat", n, part[p])
		if (a != b) said = said "  " part[p] "\n" indent("    perf:  ", a) indent("    pstat: ", b)
	}
	if (skip != "") print "skipped " n " by " skip
	else if (said != "") printf "differs %s %s\n%s", n, line[n], said
}

# The exit status of perf.
function status(n,    path, one) {
	path = to "/perf/" n "/status"
	getline one < path; close(path)
	sub(/status /, "", one)
	return one
}

# A word behind the command line for what perf says it did.
function flag(n,    path, one, found) {
	path = to "/perf/" n "/stderr"
	while ((getline one < path) > 0) if (one ~ /events were regrouped|grouped events cpus do not match/) found = " REGROUPED"
	close(path)
	return found
}

function indent(before, all) {
	if (all == "") return ""
	gsub(/\n/, "\n" before, all)
	return before substr(all, 1, length(all) - length(before))
}

# A file as it counts: line by line through all rules that are for its side, its name and its command.
function text(who, n, name,    path, all, one, i, here) {
	for (i = 1; i <= rules; i++)
		here[i] = (where[i] == who || where[i] == "both") && (file[i] == name || file[i] == "*") && full ~ command[i]
	path = to "/" who "/" n "/" name
	while ((getline one < path) > 0) {
		for (i = 1; i <= rules && one != "\001"; i++)
			if (here[i] && one ~ find[i]) one = rewritten(one, i)
		if (one != "\001") all = all one "\n"
	}
	close(path)
	for (i = 1; i <= rules; i++) if (here[i] && with[i] == "sort") return sorted(all)
	return all
}

function sorted(all,    part, n, i, k, one) {
	n = split(all, part, "\n")
	for (i = 2; i <= n; i++) {
		one = part[i]
		for (k = i - 1; k >= 1 && part[k] > one; k--) part[k + 1] = part[k]
		part[k + 1] = one
	}
	all = ""
	for (i = 1; i <= n; i++) all = all part[i] "\n"
	return all
}

function rewritten(one, i) {
	used[i] = 1
	if (with[i] == "skip") skip = at[i]
	if (with[i] == "delete") return "\001"
	if (with[i] == "sort") return one
	if (with[i] == "numbers") return numbers(one)
	gsub(find[i], with[i], one)
	return one
}

# Each number that is not a part of a name becomes N, with its decimals as zeros; before it how wide it is with its blanks.
function numbers(one,    out, got, decimals, plain) {
	plain = full ~ / (-x|--field-separator|-j|--json)/	# there no number has a width, or commas
	while (match(one, plain ? " *[0-9]+(\\.[0-9]+)?" : " *[0-9][0-9,]*(\\.[0-9]+)?")) {
		got = substr(one, RSTART, RLENGTH)
		if (got !~ /^ / && substr(one, 1, RSTART - 1) ~ /[A-Za-z_-]$/) {
			out = out substr(one, 1, RSTART) ; one = substr(one, RSTART + 1)
			while (one ~ /^[0-9]/) { out = out substr(one, 1, 1); one = substr(one, 2) }
			continue
		}
		decimals = got ~ /\./ ? substr(got, index(got, ".")) : ""
		gsub(/[0-9]/, "0", decimals)
		out = out substr(one, 1, RSTART - 1) (got !~ /^ / ? "" : plain ? " " : "[" RLENGTH "]") "N" decimals
		one = substr(one, RSTART + RLENGTH)
	}
	return out one
}
