# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# recipes.sh - for the live cases of contrib/ci: runs the commands of its files as GitHub and GitLab would.
. "$CASES_DIR/lib.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL GITHUB_ACTIONS GITHUB_STEP_SUMMARY PSTAT_NAME PSTAT_KEEP
root=$(cd "$CASES_DIR/../.." && pwd) here=$PWD work=$HELPERS/work
mkdir bin cache workspace artifacts
PATH=$here/bin:$PATH

# A checkout of pstat: contrib/ci as it is, and a Makefile that brings the program that is tested.
mkdir checkout checkout/contrib
cp -R "$root/contrib/ci" checkout/contrib/
printf 'all:\n\tcp "%s" pstat\n' "$PSTAT" > checkout/Makefile

# Without what differs from run to run and from machine to machine, and without the words of pstat, which other cases have.
steady() {
	sed -E "/^\$|^pstat: |^  |^( |[|] )page-faults |^ ?[0-9]+ rows? without a limit /d; /^::[a-z]+ title=pstat gate::/!s/^(::[a-z]+) .*/\1 .../
		s/(results?) (from|at) [0-9].*/\1 .../; s/(gate|parse|parse-baseline)\.[a-z0-9_]+-[0-9]+/\1.MACHINE/g; s,$here/,,g"
}

# program PAGES [FOLDER]: the sources of a program that `make` builds
program() {
	mkdir -p "${2:-.}"
	printf 'all:\n\tcp prog.in prog\n\tchmod +x prog\n' > "${2:-.}/Makefile"
	printf '#!/bin/sh\nexec "%s" %s\n' "$work" "$1" > "${2:-.}/prog.in"
}

# fake NAME: a program in front of all others; its text on stdin
fake() { { echo '#!/bin/sh'; cat; } > "$here/bin/$1"; chmod +x "$here/bin/$1"; }

# --- GitHub: ${{ }}, if:, the cache, artifacts -----------------------------------------------------------

# The steps of action.yml, and the inputs that have a default, as recipes.awk writes them.  Each job asks for dozens of
# words of them: the functions below start no program, and leave what they found in $value.
mkdir steps; awk -v dir=steps -f "$CASES_DIR/recipes.awk" "$root/action.yml"

run=0 entries=0

# lookup FILE NAME: the value of the last line NAME=VALUE
lookup() {
	value=
	[ ! -f "$1" ] || while IFS= read -r line; do
		case $line in "$2="*) value=${line#*=} ;; esac
	done < "$1"
}
of_step() { value=; [ ! -f "$here/steps/$1.$2" ] || IFS= read -r value < "$here/steps/$1.$2"; }

expression() {
	case $1 in
	inputs.*) lookup "$here/inputs" "${1#inputs.}" ;;
	steps.*.outputs.*) step=${1#steps.}; lookup "$here/outputs.${step%%.*}" "${1##*.}" ;;
	github.run_id) value=$run ;;
	github.run_attempt) value=1 ;;
	github.event.repository.default_branch) value=; [ "$event" = schedule ] || value=main ;;
	*) echo "recipes.sh does not know the expression $1" >&2 ;;
	esac
}

expand() {
	text=$1
	while :; do
		case $text in
		*'${{ '*' }}'*)
			rest=${text#*'${{ '}; expression "${rest%%' }}'*}"
			text=${text%%'${{ '*}$value${rest#*' }}'} ;;
		*)	value=$text; return ;;
		esac
	done
}

# What is written in `if:`, parts with && between.
holds() {
	rest=${1#'${{ '}; rest=${rest%' }}'} fine=$failed
	while [ -n "$rest" ]; do
		term=${rest%% && *}
		case $rest in *' && '*) rest=${rest#* && } ;; *) rest= ;; esac
		case $term in
		'!cancelled()') fine=0 ;;
		*" == '"*"'") expression "${term%% *}"; [ "'$value'" = "${term#* == }" ] || return 1 ;;
		*" != '"*"'") expression "${term%% *}"; [ "'$value'" != "${term#* != }" ] || return 1 ;;
		*)	echo "recipes.sh does not know the condition $term" >&2 ;;
		esac
	done
	[ "$fine" = 0 ]
}

with() { lookup "$here/steps/$n.with" "$1"; expand "$value"; }

# The newest entry whose key begins so.
restore() {
	entry=$entries
	while [ "$entry" != 0 ]; do
		IFS= read -r key < "$here/cache/$entry/key"
		case $key in "$1"*) cp -R "$here/cache/$entry/data/." .; echo "restored: $entry"; return ;; esac
		entry=$((entry - 1))
	done
}

uses() {
	of_step "$n" uses
	case $value in
	actions/cache/restore@*) with restore-keys; restore "$value" ;;
	actions/cache/save@*)
		entries=$((entries + 1))
		mkdir -p "$here/cache/$entries/data"; with key; printf '%s\n' "$value" > "$here/cache/$entries/key"
		with path; cp -R "$value" "$here/cache/$entries/data" && echo "saved: $entries" ;;
	actions/upload-artifact@*)
		with name; folder=$here/artifacts/$value
		with path
		# shellcheck disable=SC2086 # it is a glob
		set -- $value; [ ! -f "$1" ] || { mkdir -p "$folder" && cp "$@" "$folder"; } ;;
	*)	echo "recipes.sh does not know $value" >&2; return 1 ;;
	esac
}

# As the runner does it: `sh -e` with a file; the step's variables hold what the expressions say.
run_step() (
	[ ! -f "$here/steps/$n.env" ] || while IFS='=' read -r name value; do
		expand "$value"; export "$name=$value"
	done < "$here/steps/$n.env"
	of_step "$n" id
	export GITHUB_ACTIONS=true GITHUB_ACTION_PATH="$here/checkout" GITHUB_WORKSPACE="$here/workspace" \
		GITHUB_EVENT_NAME="$event" GITHUB_REF="$ref" RUNNER_ENVIRONMENT="${hosted:-self-hosted}" \
		GITHUB_OUTPUT="$here/outputs.$value" GITHUB_STEP_SUMMARY="$here/summary.$value"
	of_step "$n" working-directory; expand "$value"; cd "${value:-.}" || exit
	of_step "$n" shell; [ "$value" = sh ] && exec sh -e "$here/steps/$n.run"
)

# job EVENT REF [INPUT=VALUE...]: the steps of action.yml, one after another, in workspace/
job() {
	event=$1 ref=$2 failed=0 run=$((run + 1)); shift 2
	rm -rf artifacts outputs.* summary.* workspace/pstat-*
	{ cat steps/defaults; printf '%s\n' "$@"; } > inputs
	n=0
	while n=$((n + 1)); [ -f "$here/steps/$n.name" ]; do
		of_step $n if; holds "$value" || continue
		cd "$here/workspace" || exit
		if [ -f "$here/steps/$n.uses" ]; then uses; else run_step; fi || failed=$?
	done > "$here/log" 2>&1
	cd "$here" || exit
	steady < log
	expression steps.gate.outputs.status; echo "status $failed, output '$value', artifacts: $(cd artifacts/* 2> /dev/null && echo * '')"
}

# --- GitLab, README.md ---------------------------------------------------------------------------------

# lines JOB LIST: the commands of a job of gitlab.yml
lines() { awk -v job="$1" -v list="$2" -f "$CASES_DIR/recipes.awk" "$root/contrib/ci/gitlab.yml"; }

# block N LANGUAGE: the Nth block of README.md in this language
block() { awk -v n="$1" -v fence="\`\`\`$2" '$0 == fence { i++; inside = 1; next } /^```/ { inside = 0 } inside && i == n' "$root/contrib/ci/README.md"; }

# Page faults are what a test can promise, and fast.
countable() {
	grep -qE '(--limit |limit: |BENCH_LIMIT = )[a-z]' "$1" || echo "no limit in $1"
	sed -i -E 's/(--limit |limit: |BENCH_LIMIT = )[^ ]+/\1page-faults=+5%/' "$1"
}

# history: workspace/ is a checkout of a commit with what now/ has, and below it one with what was/ has, called 0123abc
history() {
	rm -rf workspace; git init -q workspace
	for commit in was now; do
		find workspace -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
		cp -R $commit/. workspace
		(cd workspace && printf 'prog\npstat\n' > .gitignore && git add -A && git commit -q --allow-empty -m $commit)
		[ $commit = now ] || git -C workspace tag 0123abc
	done
}

# `git clone`: a copy of the folder
fake_clone() {
	real_git=$(command -v git) || skip 'no git here'
	export real_git
	fake git <<-'END'
	case "$*" in
	'clone -q --depth 1 '*' pstat') cp -R "$5" pstat ;;
	*) exec "$real_git" "$@" ;;
	esac
	END
}
