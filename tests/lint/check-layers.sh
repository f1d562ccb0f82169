#!/bin/sh
# SPDX-License-Identifier: MIT
# check-layers.sh [DIR...] - the dependency rules of CONTRIBUTING.md, enforced on the text.
#
# 1. A file includes headers of its own layer or of a layer before it.
# 2. calc, out and format are pure: no host/kernel.h, host/rootfs.h or host/launch.h, so no way out.
# 3. Only host/launch.c starts processes.
# 4. No function that cannot be used safely.
# 5. File names are unique, but in format a file is named after its format; files have at most 1,000 lines.
# What a layer calls in the C library is check-symbols.sh's business.  include/pstat/ is
# reserved for headers that get installed: it may include nothing of ours.
set -u
[ $# -gt 0 ] || set -- src include
find "$@" -mindepth 2 -name '*.[ch]' | sort | xargs awk '
	BEGIN {
		n = split("base host output event count calc out format session list doctor cli", layer)
		for (i = 1; i <= n; i++) rank[layer[i]] = i
		limit = 1000
	}
	function complain(text) { print "# " FILENAME ":" FNR ": " text; bad = 1 }
	FNR == 1 {
		parts = split(FILENAME, part, "/"); mine = part[parts - 1]
		if (!(mine in rank) && mine != "pstat") complain("unknown layer " mine)
		if (FILENAME ~ /\.c$/ && mine != "format" && seen[part[parts]]++) complain("file names must be unique")
	}
	FNR == limit + 1 { complain("more than " limit " lines") }
	match($0, /^#[ \t]*include "[a-z]+\//) {
		header = $0; sub(/^[^"]*"/, "", header); sub(/".*/, "", header)
		theirs = header; sub(/\/.*/, "", theirs)
		if (!(theirs in rank) || rank[theirs] > rank[mine]) complain(mine " may not include " header)
		if ((mine == "calc" || mine == "out" || mine == "format") && header ~ /^host\/(kernel|rootfs|launch)\.h$/)
			complain(mine " is pure, it may not include " header)
		next
	}
	/^[ \t]*(\/?\*)/ { next }
	FILENAME !~ /(^|\/)src\/host\/launch\.c$/ && /(^|[^A-Za-z0-9_])(v?fork|clone3?|execv[pe]*|posix_spawnp?|system|popen)\(/ {
		complain("only host/launch.c starts processes") }
	/(^|[^A-Za-z0-9_])(strcpy|strcat|strncpy|sprintf|vsprintf|strtok|atoi|atol|atof|gets|scanf|sscanf)\(/ {
		complain("banned function") }
	FILENAME !~ /(^|\/)src\/cli\/output\.c$/ && /(^|[^A-Za-z0-9_])setlocale\(/ { complain("only cli/output.c looks at the locale") }
	END { print (bad ? "not ok" : "ok") " - layers"; exit bad }'
