#!/bin/sh
# SPDX-License-Identifier: MIT
# check-rooms.sh [DIR...] - the rules of CONTRIBUTING.md about folders and files, checked on the text.
#
# 1. A file includes headers of its own room or of a room before it, in the order below.
# 2. Files do not include each other in a circle; a .c and the .h of its name count as one file.
# 3. A room has at most 25 files of a kind directly in it, a file at most 1,000 lines.  pstat/ is for programs: each of
#    its headers stands alone, and may be longer.
# 4. A struct that a header defines has a name that no other struct has; a file name is used once.
# 5. Rooms that are pure reach neither the kernel nor files; output/ and session/ know no format; options.h is cli's
#    alone; compare/effect.c alone decides what fails a build, and format/ sets no verdict; compare/rows.c alone names
#    the rows that are compared.
# 6. Only host/launch.c starts processes; functions that cannot be used safely are not used.
# 7. A key that a table of json_member has is read and written by the table only; `shared` are keys that other objects
#    of documents have, too.
# What a room calls in the C library is check-symbols.sh's business.
set -u
rooms='pstat base note host symbol where output event/vendor event count+count/function+count/sampling table metric benchmark+benchmark/perfdata compare/stats compare
	format+format/perf+format/rows+format/terminal+format/where format/html session top list doctor cli+cli/gate+cli/perf'
pure='table metric compare/stats format format/perf format/rows format/terminal format/where format/html'
[ $# -gt 0 ] || set -- src include
find "$@" -mindepth 2 -name '*.[ch]' | sort | xargs awk -v rooms="$rooms" -v pure="$pure" '
	BEGIN {
		n = split(rooms, room)
		for (i = 1; i <= n; i++) {
			k = split(room[i], same, "+")	# those with a + may include each other
			while (k) rank[same[k--]] = i
		}
		n = split(pure, room)
		for (i = 1; i <= n; i++) is_pure[room[i]]
		most_lines = 1000; most_files = 25
		k = split("name unit scale scope cgroup row emulated type region process machine end_ns counted_ns others file line function text absent path", same, " ")
		while (k) shared[same[k--]]
	}
	function complain(text) { print "# " FILENAME ":" FNR ": " text; bad = 1 }
	function room_of(path) { sub(/\/[^\/]*$/, "", path); return path }
	# NAME of src/ROOM/NAME.c and include/ROOM/NAME.h
	function module_of(path) { sub(/^.*(src|include)\//, "", path); sub(/\.[ch]$/, "", path); return path }
	FNR == 1 {
		module = module_of(FILENAME); mine = room_of(module); header = FILENAME ~ /\.h$/
		if (!(mine in rank)) complain("unknown room " mine)
		name = module; sub(/.*\//, "", name)
		if (!header && used[name]++) complain("file names must be unique")
		if (++files[mine, header] == most_files + 1) complain(mine " has more than " most_files " files")
	}
	FNR == most_lines + 1 && mine != "pstat" { complain("more than " most_lines " lines") }
	match($0, /^#[ \t]*include "[a-z]+\//) {
		path = $0; sub(/^[^"]*"/, "", path); sub(/".*/, "", path)
		theirs = room_of(path)
		if (!(theirs in rank) || rank[theirs] > rank[mine]) complain(mine " may not include " path)
		if (mine in is_pure && path ~ /^(host\/(kernel|rootfs|launch)|output\/.*)\.h$/) complain(mine " is pure, it may not include " path)
		if (mine ~ /^(output|session)$/ && theirs ~ /^format/) complain(mine " may not know a format: " path)
		if (mine !~ /^cli/ && path ~ /(^|\/)options\.h$/) complain("only cli includes options.h")
		other = module_of(path)
		if (other != module && !((module, other) in arrow)) { arrow[module, other]; to[module] = to[module] " " other; node[module]; node[other] }
		next
	}
	match($0, /^struct [a-z_0-9]+ \{/) {
		name = $2
		if (name in defined_in && (header || in_header[name])) complain("struct " name " is also in " defined_in[name])
		defined_in[name] = FILENAME
		if (header) in_header[name] = 1
	}
	/^[ \t]*(\/?\*)/ { next }
	FILENAME !~ /(^|\/)src\/host\/launch\.c$/ && /(^|[^A-Za-z0-9_])(v?fork|clone3?|execv[pe]*|posix_spawnp?|system|popen)\(/ {
		complain("only host/launch.c starts processes") }
	/opts\.unsure_fails|(->|\.)hopeless/ && FILENAME !~ /(^|\/)src\/compare\/effect\.c$/ {
		complain("only compare/effect.c decides what fails a build") }
	/metric_row_name\(/ && mine ~ /^(compare|format|session|cli)/ && FILENAME !~ /(^|\/)src\/compare\/rows\.c$/ {
		complain("only compare/rows.c names rows") }
	mine ~ /^format/ && /(->|\.)(verdict|outcome)[ \t]*=[^=]/ { complain("format may not set a verdict") }
	/(^|[^A-Za-z0-9_])(strcpy|strcat|strncpy|sprintf|vsprintf|strtok|atoi|atol|atof|gets|scanf|sscanf)\(/ {
		complain("banned function") }
	function last_word(text) { sub(/"[^"]*$/, "", text); sub(/.*"/, "", text); return text }
	/^\t\{ .*(MEMBER_|AT\()/ {
		rest = $0
		while (match(rest, /\{ ("[^"]*", )*(\{ )?"[a-z_0-9]+", (MEMBER_|AT\()/)) {
			in_table[last_word(substr(rest, RSTART, RLENGTH))] = FILENAME
			rest = substr(rest, RSTART + RLENGTH)
		}
	}
	match($0, /(json_[a-z0-9_]+|get_[a-z0-9]+|text_of|copy)\([^"]*"[a-z_0-9]+"/) {
		by_hand[last_word(substr($0, RSTART, RLENGTH))] = FILENAME ":" FNR }
	# Tarjan: members of a circle stay on the stack together until its first file is complete.
	function visit(m,  k, parts, part, circle, size) {
		index_of[m] = lowest[m] = ++visited; stack[++depth] = m; waits[m] = 1
		parts = split(to[m], part)
		for (k = 1; k <= parts; k++) {
			if (!(part[k] in index_of)) {
				visit(part[k])
				if (lowest[part[k]] < lowest[m]) lowest[m] = lowest[part[k]]
			} else if (waits[part[k]] && index_of[part[k]] < lowest[m]) {
				lowest[m] = index_of[part[k]]
			}
		}
		if (lowest[m] != index_of[m]) return
		do { waits[stack[depth]] = 0; circle = circle " " stack[depth]; size++ } while (stack[depth--] != m)
		if (size > 1) { print "# these files include each other:" circle; bad = 1 }
	}
	END {
		for (m in node) if (!(m in index_of)) visit(m)
		for (k in by_hand)
			if (k in in_table && !(k in shared)) { print "# " by_hand[k] ": the key " k " has a table in " in_table[k]; bad = 1 }
		print (bad ? "not ok" : "ok") " - rooms"; exit bad
	}'
