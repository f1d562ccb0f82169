#!/bin/sh
# SPDX-License-Identifier: MIT
# recipes.sh PSTAT HELPERS - contrib/ci with the programs that only deps-ci brings: a parser of YAML, and git; TAP on stdout.
set -u
[ $# -ge 2 ] || { echo 'recipes.sh: call it as `make check-peers`' >&2; exit 2; }
export LC_ALL=C PSTAT="$1" HELPERS="$2" CASES_DIR="$PWD/tests/live"
rc=0 top=$PWD
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
say() { if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; sed 's/^/# /' "$tmp/said"; rc=1; fi; }

python3 -c 'import yaml' 2> /dev/null || { echo 'ok - contrib/ci # SKIP no yaml for python3, see make deps-ci'; exit 0; }
python3 - "$tmp" > "$tmp/said" 2>&1 <<'END'
import os, subprocess, sys, yaml

def awk(*args):
    return subprocess.run(["awk", *args[:-1], "-f", "tests/live/recipes.awk", args[-1]], check=True, capture_output=True, text=True).stdout

def read(name):
    return open(name).read() if os.path.exists(name) else ""

def is_same(what, ours, theirs):
    assert ours.rstrip("\n") == theirs.rstrip("\n"), f"{what}: the tests read\n{ours}\nYAML says\n{theirs}"

def steps(folder, file, wanted):
    os.mkdir(folder)
    awk("-v", "dir=" + folder, file)
    for n, step in enumerate(wanted, 1):
        for key, value in step.items():
            if isinstance(value, dict):
                value = "\n".join(f"{k}={v}" for k, v in value.items())
            is_same(f"{file}, step {n}, {key}", read(f"{folder}/{n}.{key}"), str(value))
    assert not os.path.exists(f"{folder}/{len(wanted) + 1}.name"), "too many steps"

action = yaml.safe_load(open("action.yml"))
steps(sys.argv[1] + "/action", "action.yml", action["runs"]["steps"])
is_same("defaults", read(sys.argv[1] + "/action/defaults"),
        "\n".join(f"{k}={v['default']}" for k, v in action["inputs"].items() if "default" in v))
for step in action["runs"]["steps"]:
    assert "${{" not in step.get("run", ""), "an input is a part of a script: " + step["name"]
    assert ("run" in step) == ("shell" in step), step["name"]
jobs = yaml.safe_load(open("contrib/ci/github.yml"))["jobs"]
steps(sys.argv[1] + "/github", "contrib/ci/github.yml", [s for job in jobs.values() for s in job["steps"]])
used = [s["with"] for job in jobs.values() for s in job["steps"] if "/pstat@" in s.get("uses", "")]
assert len(used) == 2 and all(name in action["inputs"] for step in used for name in step)
for name, job in yaml.safe_load(open("contrib/ci/gitlab.yml")).items():
    for part in "before_script", "script":
        is_same(f"gitlab.yml, {name}, {part}", awk("-v", "job=" + name, "-v", "list=" + part, "contrib/ci/gitlab.yml"),
                "\n".join(line.rstrip("\n") for line in job.get(part, [])))
END
say $? 'action.yml and the files of contrib/ci are the YAML that the tests read'

# The first block of README.md and the steps of github.yml, in a repository of two commits.
tried() {	# NAME SCRIPT
	mkdir "$tmp/$1.at"; cd "$tmp/$1.at" || return
	# shellcheck disable=SC1091 # it is beside the cases
	. "$CASES_DIR/recipes.sh" && cd workspace && mv ../checkout pstat && make -s -C pstat && echo /pstat > .gitignore || return
	git init -q && git config user.name t && git config user.email t@example.org || return
	for pages in 4000 8000; do program $pages; git add .gitignore Makefile prog.in && git commit -q -m $pages || return; done
	eval "$2" > script; [ "$1" = gitlab ] || countable script; sed -i /sudo/d script
	sh -e script; [ $? = 1 ] || return
	git checkout -q HEAD^1 && git commit -q --allow-empty -m next || return
	[ "$1" = shell ] || git clean -q -ffdx -e pstat -e script		# as actions/checkout does
	sh -e script
}
(tried shell 'block 1 sh') > "$tmp/said" 2>&1; say $? 'README.md: git makes the old tree, twice; twice the work is found'
cd "$top" || exit
# The inputs of the first job of github.yml, in the variables that action.yml puts them into.
inputs() {
	awk '/^  baseline:/ { exit }
		/^          (base|build|command): / { print "export PSTAT_" toupper(substr($1, 1, length($1) - 1)) "=\047" substr($0, index($0, $2)) "\047" }' \
		"$top/contrib/ci/github.yml"
	echo 'export PSTAT_OPTIONS=" --limit task-clock=+5% "; pstat/contrib/ci/gate.sh'
}
(tried github inputs) > "$tmp/said" 2>&1; say $? 'github.yml: git makes the old tree'
cd "$top" || exit
if command -v valgrind > /dev/null; then
	(export CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD^1; tried gitlab 'echo make; lines bench script') > "$tmp/said" 2>&1; say $? 'gitlab.yml: git makes the old tree, and valgrind counts'
else
	echo 'ok - gitlab.yml: git makes the old tree, and valgrind counts # SKIP no valgrind, see make deps'
fi
exit $rc
