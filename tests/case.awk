# SPDX-License-Identifier: MIT
# case.awk - the parts of golden cases, for golden.sh, judge.awk and perf612.sh.
#
# awk -v to=DIR -f case.awk CASE... writes those of the Nth case as DIR/N.cmd, N.stdout, N.stderr, N.opens and N.report;
# a part that the case does not have becomes no file.

# slurp FILE: its text, whatever it holds; nothing if there is no such file.
function slurp(file,  text, record, n, separator) {
	separator = RS; RS = "\001"
	while ((getline record < file) > 0) text = text (n++ ? RS : "") record
	close(file); RS = separator
	return text
}
# read_case FILE: fills part[] with the script as cmd, with stdout, stderr, status, opens and report.
# A case with any section has a status, 0 where it says no other.
function read_case(file,  line, now, bare) {
	split("", part)
	now = "cmd"
	while ((getline line < file) > 0)
		if (line ~ /^--- (stdout|stderr|perf opens|perf report)( \(no newline at end\))?$/) {
			now = line; sub(/^--- (perf )?/, "", now); sub(/ .*/, "", now)
			bare[now] = line ~ /\)$/
			if (part["status"] == "") part["status"] = 0
		} else if (line ~ /^--- status [0-9]+$/)
			part["status"] = substr(line, 12)
		else
			part[now] = part[now] line "\n"
	close(file)
	for (now in bare) if (bare[now]) sub(/\n$/, "", part[now])
}
# Cases do not see an interrupt, as nothing that runs in the background does: timeout would undo that.
function write_parts(base,  now) {
	part["cmd"] = "trap '' INT QUIT; " part["cmd"]
	for (now in part) if (now != "status") { printf "%s", part[now] > (base "." now); close(base "." now) }
}
BEGIN {
	if (to != "") for (i = 1; i < ARGC; i++) { read_case(ARGV[i]); write_parts(to "/" i) }
}
