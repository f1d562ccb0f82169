# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# bisect.sh - for the cases of contrib/ci/bisect.sh: histories with a commit that crosses a limit, and the search for it.
. "$CASES_DIR/lib.sh"
needs_git
export PSTAT
bisect=$CASES_DIR/../../contrib/ci/bisect.sh
limit='-e page-faults --limit page-faults=+50%'
# history N PLANTED: commits c1 to cN of a program that starts children: two, and six from the planted commit on; some
# do not build
history() {
	rm -rf repo; git init -q repo; cd repo || exit; children='1 2' n=1
	while [ $n -le "$1" ]; do
		[ $n != "$2" ] || children='1 2 3 4 5 6'
		printf 'commit refs/heads/all\ncommitter a <a> %s +0000\ndata <<END\ncommit %s\nEND\n' $n $n
		printf 'M 644 inline .gitignore\ndata <<END\nprog\nEND\nM 644 inline source\ndata <<END\n# %s\n' $n
		[ $((n % 5)) != 3 ] || echo 'if'
		printf 'for i in %s; do ls; done\nEND\n\nreset refs/tags/c%s\nfrom refs/heads/all\n\n' "$children" $n
		n=$((n + 1))
	done | git fast-import --quiet
	git checkout -q all; cd ..
}
# search N: the subject of the commit that is found
search() {
	cd repo || exit; git bisect start "c$1" c1 > /dev/null
	# shellcheck disable=SC2086
	git bisect run "$bisect" --base c1 --build 'sh -n source && cp source prog' $limit -- sh ./prog > ../log 2>&1
	sed -n 's/^\([0-9a-f]*\) is the first bad commit$/\1/p' ../log | while read -r commit; do git log -1 --format=%s "$commit"; done
	git bisect reset > /dev/null 2>&1; git status --short; git worktree list | wc -l; cd ..
}
