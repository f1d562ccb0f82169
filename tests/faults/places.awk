# SPDX-License-Identifier: MIT
# places.awk TRACE CALLS - where calls can be made to fail: lines `CALL ERRNO NTH OBJECT`.
#
# TRACE is a run as `strace -y` shows it, CALLS has lines `NAME[,NAME]... ERRNO...`.  Before main (it opens / with
# O_PATH) the C library maps and reads what it needs: what fails there is its own affair.
# OBJECT is what it is done to: a counter, a file of the folder by its name, one beside it, or something else, "-".
function object(call, line,    path) {
	if (call ~ /^rename/)
		return "beside"
	path = line
	if (call != "openat" || !sub(/^[^,]*, "/, "", path))
		sub(/[,)].*/, "", path)
	sub(/".*/, "", path)
	if (path ~ /perf_event]/)
		return "counter"
	if (match(path, /(out|out\.1|err|saved\.json|base\.json|a\.[a-z]*|a\.[a-z]*\.[a-zA-Z0-9]*)>?$/))
		return path ~ /a\.[a-z]*\.[^.]*$/ ? "beside" : substr(path, RSTART)
	return "-"
}
FNR == 1 { file++ }
file == 1 && /O_PATH/ { main = 1 }
file == 1 {
	call = $0
	sub(/\(.*/, "", call)
	what[call, ++n[call]] = object(call, $0)
	first[call] += !main
	next
}
{
	split($1, name, ",")
	for (c = 1; c in name; c++)
		for (at = first[name[c]] + 1; at <= n[name[c]]; at++)
			for (e = 2; e <= NF; e++)
				print name[c], $e, at, what[name[c], at]
}
