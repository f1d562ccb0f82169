#!/bin/sh
# SPDX-License-Identifier: MIT
# gate.sh [OPTION...] -- COMMAND [ARG...] [--vs COMMAND [ARG...]] - `pstat gate` in a build, with reports and a baseline.
# gate.sh --suite FILE [OPTION...] - the same for several benchmarks; PSTAT_NAME is then only the name of the files.
#
# Options and commands are those of `pstat gate`.  With --base or --vs, two programs run in turns.  Otherwise the command
# is compared with the baseline of this benchmark on this kind of machine.  The exit status is that of `pstat gate`; if it
# is not 0, the last line says what it means.  README.md beside this file shows how to use it.
#
# From the environment:
#   PSTAT           the program; by default the one that was built in this tree, or the one in PATH
#   PSTAT_NAME      the name of the benchmark, and of its files: letters, digits, . _ - (gate)
#   PSTAT_RESULTS   folder of the reports NAME.xml (JUnit), NAME.html, NAME.md and NAME.json,
#                   NAME.trend.html and NAME.trend.md (pstat-results)
#   PSTAT_BASELINE  folder of the baselines and histories (pstat-baseline)
#   PSTAT_KEEP      when the result becomes the baseline: no, passed (if the status is 0) or always (no); with the last two
#                   each result is appended to the history, and `pstat trend` shows it
#   PSTAT_AGAINST   without --base and --vs: baseline, or trend for the results in the history, which finds small steps (baseline)
# Only if there are no arguments, as in YAML, which has no lists of words:
#   PSTAT_COMMAND   the command; quotes and backslashes work as in a shell, but nothing is expanded or executed
#   PSTAT_OLD       the command of the old build, in the same way
#   PSTAT_SUITE     in place of both, a file of benchmarks
#   PSTAT_OPTIONS   options, in the same way
#   PSTAT_BASE PSTAT_BUILD PSTAT_LIMIT PSTAT_BUDGET   the values of --base, --build, --limit and --budget
#
# `gate.sh --key` prints the name of the benchmark on this kind of machine, for the key of a cache.
set -u
here=$(cd "$(dirname "$0")" && pwd)
name=${PSTAT_NAME:-gate} results=${PSTAT_RESULTS:-pstat-results} folder=${PSTAT_BASELINE:-pstat-baseline} keep=${PSTAT_KEEP:-no}
against=${PSTAT_AGAINST:-baseline}

# To the log and, in a job of GitHub Actions, below the table in its summary.
note() {
	echo "gate.sh: $1" >&2
	[ -z "${GITHUB_STEP_SUMMARY:-}" ] || printf '\n%s\n' "$1" >> "$GITHUB_STEP_SUMMARY"
}

# KIND TEXT: the same, and to the top of the run.
annotate() {
	[ "${GITHUB_ACTIONS:-}" != true ] || echo "::$1 title=pstat gate::$2"
	note "$2"
}
fail() { annotate error "$2"; exit "$1"; }
fail_empty() {
	fail 3 "nothing was judged: there is no $1 of $key yet; PSTAT_KEEP=passed makes one, as do make bench-accept and the action on the default branch"
}

meaning() {
	case $1 in
	1)	echo 'a limit is exceeded' ;;
	2)	echo 'an option, a limit or the name of an event is wrong; nothing was judged' ;;
	3)	echo 'something with a limit could not be measured or compared; pstat doctor says what this machine can count' ;;
	4)	echo 'pstat could not tell, and --inconclusive=fail makes that a failure' ;;
	5)	echo 'the benchmark itself failed or could not be started; nothing was judged' ;;
	124)	echo '--timeout or --budget ended the benchmark before anything was judged' ;;
	*)	echo 'pstat did not end by itself; nothing was judged' ;;
	esac
}

is_empty() { case $1 in *[![:space:]]*) return 1 ;; esac; }

# The words of a text, one a line.
words() { is_empty "$1" || printf '%s\n' "$1" | xargs printf '%s\n' 2> /dev/null; }

arguments() {
	words "${PSTAT_OPTIONS:-}" || return
	if ! is_empty "${PSTAT_SUITE:-}"; then printf '%s\n' --suite "$PSTAT_SUITE" end; return; fi
	echo --
	is_empty "${PSTAT_OLD:-}" || { words "$PSTAT_OLD" && echo --vs; } || return
	words "$PSTAT_COMMAND" && echo end
}

case $name in *[!A-Za-z0-9._-]* | .*) fail 2 'PSTAT_NAME has another character than letters, digits, . _ -' ;; esac
case $against in baseline | trend) ;; *) fail 2 'PSTAT_AGAINST is not baseline or trend' ;; esac
case $keep in no | passed | always) ;; *) fail 2 'PSTAT_KEEP is not no, passed or always' ;; esac

# Times of another CPU model, number of CPUs, kernel or frequency governor are not comparable: these have a baseline of their own.
machine=$({
	grep -E '^(vendor_id|cpu family|model|model name|CPU (implementer|variant|part)|cpu|machine|uarch)[[:space:]]*:' /proc/cpuinfo
	uname -r
	cd /sys/devices/system/cpu && cat cpu0/cpufreq/scaling_governor smt/active cpufreq/boost intel_pstate/no_turbo 2> /dev/null
} | cksum) || fail 3 'cksum is needed, to name the kind of machine'
key=$name.$(uname -m)-${machine%% *}
[ "${1:-}" != --key ] || { echo "$key"; exit; }

[ -n "${PSTAT:-}" ] || { PSTAT=$(cd "$here/../.." && pwd)/pstat; [ -x "$PSTAT" ] || PSTAT=pstat; }
command -v "$PSTAT" > /dev/null || fail 3 "there is no program $PSTAT; make builds it in the tree of pstat"

if [ $# = 0 ]; then
	! is_empty "${PSTAT_COMMAND:-}${PSTAT_SUITE:-}" || fail 2 'there is no command to measure'
	is_empty "${PSTAT_SUITE:-}" || is_empty "${PSTAT_COMMAND:-}${PSTAT_OLD:-}" || fail 2 'a suite has the commands: leave the others out'
	lines=$(arguments) || fail 2 'a quote has no end, in the command, the old command or the options'
	set -- ${PSTAT_BASE:+--base "$PSTAT_BASE"} ${PSTAT_BUILD:+--build "$PSTAT_BUILD"} \
		${PSTAT_LIMIT:+--limit "$PSTAT_LIMIT"} ${PSTAT_BUDGET:+--budget "$PSTAT_BUDGET"}
	while IFS= read -r word; do set -- "$@" "$word"; done <<END
${lines%?end}
END
fi

turns=0 named=no based=no as="--name $name" status=0 kept='' base=$folder/$key.json history=$folder/$key.ndjson
options=yes
for word; do
	case $options:$word in
	*:--vs) turns=$((turns + 1)) ;;
	yes:--) options=no ;;
	yes:--base | yes:--base=*) based=yes ;;
	yes:--name | yes:--name=*) named=yes ;;
	yes:--suite | yes:--suite=*) named=yes as='' ;;	# its benchmarks have names
	esac
done
if [ $named = yes ]; then :
elif [ $based = yes ]; then set -- --name "$name" "$@"
elif [ $turns = 1 ]; then set -- --name "$name (old)" --name "$name" "$@"
fi
[ $based = no ] || turns=1
# make_folder NAME: git does not see what is in it, and --base does not name it as a file of yours
make_folder() { mkdir -p "$1" && { [ -e "$1/.gitignore" ] || echo '*' > "$1/.gitignore"; } || fail 3 "the folder $1 cannot be made"; }
make_folder "$results"
for made in xml md html json trend.md trend.html; do rm -f "$results/$name.$made"; done	# of a build before
rm -f "$base.new"
[ "$keep" = no ] || { make_folder "$folder"; set -- --history "$history" "$@"; }
set -- --github=auto --export "junit=$results/$name.xml" --export "markdown=$results/$name.md" \
	--export "html=$results/$name.html" --export "json=$results/$name.json" "$@"

# shellcheck disable=SC2086 # words
if [ $turns != 0 ]; then
	"$PSTAT" gate "$@" || status=$?
elif [ "$against:$keep" = trend:no ]; then
	[ -e "$history" ] || fail_empty history
	"$PSTAT" gate --trend="$history" $as "$@" || status=$?
elif [ "$against:$keep" = trend:passed ]; then
	"$PSTAT" gate --trend $as "$@" || status=$?
elif [ "$against:$keep" = trend:always ]; then
	"$PSTAT" gate --trend --update $as "$@" || status=$?
elif [ "$keep" = always ]; then
	"$PSTAT" gate --baseline "$base" --update $as "$@" || status=$?
elif [ -e "$base" ] && [ "$keep" = no ]; then
	"$PSTAT" gate --baseline "$base" $as "$@" || status=$?
elif [ -e "$base" ]; then
	"$PSTAT" gate --baseline "$base" --save "$base.new" $as "$@" || status=$?
	if [ $status = 0 ]; then mv "$base.new" "$base" || status=3
	else rm -f "$base.new"; kept='; the baseline stays as it was'
	fi
elif [ "$keep" = passed ]; then
	"$PSTAT" gate --save "$base" $as "$@" || status=$?
	[ $status != 0 ] || annotate warning "nothing was judged: this is the first result of $key, and from now on the baseline"
else
	fail_empty baseline
fi
if [ "$keep" != no ] && [ -s "$history" ]; then
	"$PSTAT" trend --export "html=$results/$name.trend.html" "$history"
	"$PSTAT" trend --format markdown "$history" > "$results/$name.trend.md"
	[ -z "${GITHUB_STEP_SUMMARY:-}" ] || { echo; cat "$results/$name.trend.md"; } >> "$GITHUB_STEP_SUMMARY"
fi
[ $status = 0 ] || note "status $status: $(meaning $status)$kept"
exit $status
