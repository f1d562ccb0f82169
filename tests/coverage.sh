#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh OBJECTS REASONS [LINES BRANCHES FUNCTION] - what of src/ the tests ran, by gcov, and whether it is enough.
#
# A line counts as run when any of its code ran, a branch when it was taken at least once: each
# operand of && and || and each case has branches of its own, and none is left out as impossible.
# LINES and BRANCHES (in percent) are asked of everything, FUNCTION of the lines of each function;
# those below have a line in REASONS: file, function, and why no test can do better.  A line there
# that is not needed any more is a failure, too.
# From the environment: GCOV, a gcov that understands the compiler's files.
set -u
export LC_ALL=C
objects=$1 reasons=$2
find "$objects" -name '*.gcda' | sort | xargs -n 50 "${GCOV:-gcov}" -b -c -t 2> /dev/null |
awk -v reasons="$reasons" -v want_lines="${3:-95}" -v want_branches="${4:-85}" -v want_function="${5:-80}" '
	function pct(part, all) { return all ? 100 * part / all : 100 }
	FILENAME == reasons {
		if (/^#/ || !NF)
			next
		if (NF < 3) { print "# " reasons ":" FNR ": no reason"; bad_reasons++ }
		explained[$1 " " $2] = FNR
		next
	}
	/^ *-: *0:Source:/ { file = $0; sub(/.*Source:/, "", file); name = ""; ours = file ~ /^src\// && !(file in seen); seen[file]; next }
	!ours { next }
	/^function / { name = file " " $2; names[++n_names] = name; next }
	/^branch / {
		branches[file]++; all_branches++
		if ($3 == "taken" && $4 > 0) { taken[file]++; all_taken++ }
		next
	}
	/^(call|unconditional) / { next }
	{
		split($0, part, ":"); count = part[1]; gsub(/[ *]/, "", count)
		if (count == "-" || part[2] + 0 == 0)
			next
		lines[file]++; all_lines++; of[name]++
		if (count !~ /[#=]/) { ran[file]++; all_ran++; did[name]++ }
	}
	END {
		if (!all_lines) { print "not ok - coverage: nothing was measured"; exit 1 }
		for (file in lines)
			printf "# %6.2f%% of %4d lines %6.2f%% of %4d branches  %s\n", pct(ran[file], lines[file]), lines[file],
				pct(taken[file], branches[file]), branches[file], file | "sort -k 2n"
		close("sort -k 2n")
		for (i = 1; i <= n_names; i++) {
			name = names[i]
			if (pct(did[name], of[name]) >= want_function)
				continue
			low[name]
			if (name in explained) { known++; continue }
			printf "# %6.2f%% of %4d lines, and no reason: %s\n", pct(did[name], of[name]), of[name], name; unknown++
		}
		for (name in explained)
			if (!(name in low)) { print "# a reason that is not needed any more: " name; bad_reasons++ }
		l = pct(all_ran, all_lines); b = pct(all_taken, all_branches)
		printf "%s - coverage: %.2f %% of %d lines, %d wanted\n", (l >= want_lines ? "ok" : "not ok"), l, all_lines, want_lines
		printf "%s - coverage: %.2f %% of %d branches taken, %d wanted\n", (b >= want_branches ? "ok" : "not ok"), b, all_branches, want_branches
		printf "%s - coverage: %d of %d functions below %d %% of their lines, %d without a reason\n", (unknown ? "not ok" : "ok"),
			known + unknown, n_names, want_function, unknown
		printf "%s - coverage: each reason has a function that needs it\n", (bad_reasons ? "not ok" : "ok")
		exit l < want_lines || b < want_branches || unknown || bad_reasons
	}' "$reasons" -
