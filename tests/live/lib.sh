# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# lib.sh - for live cases: skip where nothing can be counted; helpers that live until they are told to end; read a
# value out of a report.
skip() { echo "$*"; exit 77; }
# What make and other shells leave open is no part of any case.
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
# Asked of the kernel, not of pstat, which must not get away with a refusal of its own.
reason=$("$HELPERS/probe" software) || skip "$reason"

# start_held COMMAND...: starts it in the background and returns when it has said "ready"; $held is its process.  It is to
# end with a line of its input, or with the end of that: when let_go says so, or when this shell is gone.  A line that
# is not "ready" says why the case is skipped.  COMMAND may be pstat with a helper that it runs.
# let_go: ends all of them, and has the status of the last.
pipes=$PWD/.held all_held=''
# shellcheck disable=SC2034 # cases use it
hold=$HELPERS/hold	# [THREADS [busy]]: such a helper, which sleeps or keeps CPUs busy
start_held() {
	[ -p "$pipes.in" ] || mkfifo "$pipes.in" "$pipes.out"
	[ -n "$all_held" ] || exec 9<> "$pipes.in"
	"$@" < "$pipes.in" > "$pipes.out" 9>&- & held=$! all_held="$all_held $held"
	said=; read -r said < "$pipes.out"
	[ "$said" = ready ] || skip "${said:?of $*: it should say that it is ready}"
}
let_go() {
	for held in $all_held; do echo; done >&9
	exec 9>&-
	for held in $all_held; do wait "$held"; done
	set -- $?; all_held=; return "$1"
}

# wait_until COMMAND...: succeeds.  Nothing but golden.sh, which ends a case after minutes, limits it.
wait_until() { until "$@"; do sleep 0.02; done; }
# Prints FILE to standard error, but not that nothing ran in an interval: on a busy machine that may be so by chance.
but_idle() { grep -v '^pstat: note: what is counted did not run in this interval' "$1" >&2; return 0; }
is_gone() { ! grep -qs '^State:.[^XZ]' "/proc/$1/status"; }	# PID: it has ended, be it a zombie

# value NAME FILE: the count of a row, clocks in nanoseconds; nothing when it was not counted.  An ordinary user's
# name may end in :u.
value() { awk -v name="$1" 'function is(event) { return event == name || event == name ":u" }
	$1 !~ /^[0-9.]+$/ { next }
	is($2) { printf "%.0f\n", $1; exit }
	$2 == "msec" && is($3) { printf "%.0f\n", $1 * 1e6; exit }
	is($3) { printf "%.0f\n", $1; exit }' "$2"; }

# names FILE: of the results in a document.
names() { grep -hE '^      "name"' "$1" | sort | tr -d '\n'; echo; }

# at_least WHAT LIMIT VALUE, at_most WHAT LIMIT VALUE: say so, or what it was instead.
at_least() { if [ "${3:-0}" -ge "$2" ]; then echo "$1: enough"; else echo "$1: ${3:-nothing}, less than $2"; fi; }
at_most() { if [ -n "$3" ] && [ "$3" -le "$2" ]; then echo "$1: not too much"; else echo "$1: ${3:-nothing}, more than $2"; fi; }

needs() { command -v "$1" > /dev/null 2>&1 || skip "no $1 here"; }

# git for repositories of the case, whatever the user has set.
needs_git() {
	needs git
	HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
	export HOME GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE XDG_CONFIG_HOME
}

# The kernel and whole CPUs: where perf_event_paranoid is 2, an ordinary user has neither, and names end in :u.
needs_system() { reason=$("$HELPERS/probe" system) || skip "$reason"; }

# shellcheck disable=SC2034 # cases use it
# For gate and compare under valgrind, whose counts repeat: 4 starts in place of 12.  gate-where has a gate that runs as
# often as it does for a user.
few='-r 2 --warmup 0 --confidence 50'

# Hardware counters that count, not only open.
needs_hardware() { reason=$("$HELPERS/probe" hardware) || skip "$reason"; }

# shellcheck disable=SC2034 # cases use it
# Six hardware events of user space, for a machine with no more counters; the emulated one (tests/vm) has but two by name.
case $(uname -m) in
aarch64) six=r8:u,r8:u,r8:u,r8:u,r8:u,r8:u ;;
*) six=cycles:u,instructions:u,branches:u,branch-misses:u,cache-references:u,cache-misses:u ;;
esac
