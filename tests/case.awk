# SPDX-License-Identifier: MIT
# case.awk - split golden cases into their parts: awk -v to=DIR -f case.awk CASE...
#
# Parts of the Nth case are DIR/N.cmd, N.stdout, N.stderr, N.status, N.opens and N.report; a section that the case
# does not have becomes no file, but a case with any section has a status.
function split_case(file, n,  part, line, end, status) {
	part = to "/" n ".cmd"
	while ((getline line < file) > 0) {
		if (line ~ /^--- (stdout|stderr|perf opens|perf report)( \(no newline at end\))?$/) {
			close(part)
			part = line; sub(/^--- (perf )?/, "", part); sub(/ .*/, "", part); part = to "/" n "." part
			bare = line ~ /\)$/; end = ""; status = status == "" ? 0 : status
		} else if (line ~ /^--- status [0-9]+$/) {
			status = substr(line, 12)
		} else if (bare) {
			printf "%s%s", end, line > part; end = "\n"
		} else
			print line > part
	}
	close(part); close(file)
	if (status != "") { print status > (to "/" n ".status"); close(to "/" n ".status") }
}
BEGIN { for (i = 1; i < ARGC; i++) { bare = 0; split_case(ARGV[i], i) } }
