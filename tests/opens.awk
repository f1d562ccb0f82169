# SPDX-License-Identifier: MIT
# opens.awk - what -vv shows, one line for each open: FIELD=VALUE ... pid= cpu= group= flags= -> ok, or the number of the error.
# A member's group is leader#N: the Nth open from 0.
/^perf_event_attr:/ { in_attr = 1; line = ""; next }
/^-----/ { in_attr = 0; next }
in_attr { field = $1; sub(/^ *[^ ]+ */, ""); line = line field "=" $0 " "; next }
/^sys_perf_event_open: / {
	result = $0; sub(/.* = /, "", result); sub(/ .*/, "", result)
	if (result >= 0) at[result + 0] = n + 0
	n++
	print line "pid=" $3 " cpu=" $5 " group=" ($7 < 0 ? $7 : "leader#" at[$7 + 0]) " flags=" $9 " -> " (result < 0 ? result : "ok")
}
