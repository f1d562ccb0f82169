# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# modes.sh - sourced by cases: one run on a recorded machine in each mode that a report has.
sh "$CASES_DIR/../fixtures/unpack.sh" "$CASES_DIR/../fixtures/vm-zen5.fs" "$CASES_DIR/../fixtures/cgroup-v2.fs" \
	"$CASES_DIR/../fixtures/procs.fs" root || exit
export FAKE_ROOT="$PWD/root"
. "$CASES_DIR/page.sh"
usual='child=100 type=0 config=0x7 count=1000000'

# one_mode FORMAT SUFFIX NAME OPTION... [-- COMMAND]
one_mode() {
	format=$1 file=$3.$2
	echo "# $3"
	shift 3
	$PSTAT --format "$format" -o "$file" "$@"
	status=$?
	[ $status = 0 ] || echo "# status $status"
	page "$file" | sed 's/"date": "[^"]*"/"date": "now"/'
}

each_mode() {
	e='-e cycles,instructions,task-clock'
	export FAKE="$usual"
	one_mode "$1" "$2" plain $e prog
	one_mode "$1" "$2" runs -r 3 $e prog
	one_mode "$1" "$2" interval -I 60 $e prog
	one_mode "$1" "$2" summary -I 60 --summary -e cycles prog
	one_mode "$1" "$2" cpus -a -A -e cycles prog
	one_mode "$1" "$2" cores -a --per-core -e cycles,instructions prog
	one_mode "$1" "$2" threads -p 1 --per-thread --timeout 100 -e cycles
	one_mode "$1" "$2" cgroups -a --for-each-cgroup /,system.slice -e cycles prog
	one_mode "$1" "$2" metrics --metric-only -e cycles,instructions prog
	FAKE="$usual event=cycles running=50%; event=instructions open=ENOENT" \
		one_mode "$1" "$2" uncounted -e cycles,instructions,duration_time prog
	FAKE="$usual process=200:0:cc:10:50:40 process=201:200:as:20:90:25 process=202:0:d:60:0:5" \
		one_mode "$1" "$2" processes --tree -e cycles,task-clock,duration_time prog
	FAKE="$usual exit=3" one_mode "$1" "$2" status -e cs prog
	FAKE="$usual killed=11" one_mode "$1" "$2" killed -e cs prog
}
