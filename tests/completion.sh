#!/bin/sh
# SPDX-License-Identifier: MIT
# completion.sh PSTAT SHELL... - what bash, zsh and fish offer after TAB and what they insert; TAP on stdout.
set -u
[ $# -ge 2 ] && [ -n "${MACHINES:-}" ] || { echo 'completion.sh: call it as `make check-docs`' >&2; exit 2; }
export LC_ALL=C.UTF-8
PSTAT=$1; export PSTAT; shift	# tests/lint/bin/pstat calls it
export PATH="$PWD/tests/lint/bin:$PATH"
here=$PWD rc=0
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
say() { if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; rc=1; fi; }
same() { diff "$1" "$2" | sed 's/^/# /'; cmp -s "$1" "$2"; say $? "$3"; }

offered() {	# SHELL: what it offers at the end of the lines of stdin
	if [ "$1" = fish ]; then
		# shellcheck disable=SC2016 # fish's own words
		fish --no-config -c 'source completions/pstat.fish; while read -l line; echo "$line:" (complete -C $line |
			string replace -r "\t.*" "" | string replace -r "^--[a-z-]*=" "" | string replace -r "=\$" "" |
			string replace -r ".*," "" | LC_ALL=C sort -u); end'
	else
		tr '\n' '\0' | xargs -0 zsh -f tests/lint/offered.zsh "$1" completions
	fi
}

# Names of files and what is typed: each is one word for pstat, and no shell runs a part of it.
names='a blank|b$(touch evil)|c'\''quote|d"double|e`touch evil`|f
line|g;touch evil|h&x|i*?[x]|j\back|k$HOME|l<(touch evil)'
files() { IFS='|'; for name in $names; do : > "$1/$name"; done; unset IFS; }
typed() {	# PREFIX of the words: a line for each name, by its first letter
	for letter in a b c d e f g h i j k l; do echo "$1$letter"; done
}
wanted() {	# PREFIX SHOWN: what typed() becomes
	IFS='|'; for name in $names; do
		printf '%s: %s>' "$1${name%"${name#?}"}" "$2$name" | tr '\n' ' '; echo
	done; unset IFS
}
entered() { (cd "$tmp/here" && tr '\n' '\0' | xargs -0 zsh -f "$here/tests/lint/offered.zsh" "$1" "$here/completions" --enter); }

# A machine whose cgroups have such names.
mkdir -p "$tmp/here" "$tmp/root/proc" "$tmp/root/sys/fs/cgroup/b\$(touch evil)/in\`touch evil\`" "$tmp/root/sys/fs/cgroup/a blank"
echo 'cgroup2 /sys/fs/cgroup cgroup2 rw 0 0' > "$tmp/root/proc/mounts"
files "$tmp/here"
ls "$tmp/here" > "$tmp/before"
{ wanted 'pstat report ' '<report><'; wanted 'pstat --output=' '<--output='; wanted 'pstat -x , --export json=' '<-x><,><--export><json='
echo "pstat report \"b: <report><b\$(touch evil)>"; echo "pstat report 'e: <report><e\`touch evil\`>"; } > "$tmp/files"
cat > "$tmp/cgroups" <<'END'
pstat -G a: <-G><a blank/>
pstat -G b: <-G><b$(touch evil)/>
pstat --for-each-cgroup x,b: <--for-each-cgroup><x,b$(touch evil)/>
END
grep -v '^#' tests/lint/offered.list | sort > "$tmp/wanted"
tests/lint/offered-here.sh > "$tmp/here.list"

for shell; do
	if ! command -v "$shell" > /dev/null || ! command -v zsh > /dev/null; then
		echo "ok - the completion of $shell # SKIP no $shell or no zsh"
		continue
	fi
	cut -d: -f1 "$tmp/wanted" | FAKE_ROOT="$MACHINES/intel-spr-2s" offered "$shell" > "$tmp/offers"
	same "$tmp/wanted" "$tmp/offers" "what $shell offers"
	cut -d: -f1 "$tmp/here.list" | offered "$shell" | tests/lint/offered-here.sh "$tmp/here.list" > "$tmp/lacks"
	sed 's/^/# /' "$tmp/lacks"
	[ ! -s "$tmp/lacks" ]; say $? "$shell offers processes, CPUs, PMUs and cgroups of this machine"

	sed 's/: <.*//' "$tmp/files" | entered "$shell" > "$tmp/got"
	same "$tmp/files" "$tmp/got" "$shell quotes the names of files"
	sed 's/: <.*//' "$tmp/cgroups" | FAKE_ROOT="$tmp/root" entered "$shell" > "$tmp/got"
	same "$tmp/cgroups" "$tmp/got" "$shell quotes the names of cgroups"
	# pstat may be another program, or fail; so may the names
	for answer in 'exit 127' 'kill -SEGV $$' ':' 'echo "ab \$(touch evil)"; echo x' 'printf "words\n\n\$(touch evil)\n"' \
		'printf "parts\n\$(touch evil),\nab\$(touch evil)\n"' 'printf "command 9999\n"' 'printf "command \$(touch evil)\n"' \
		'printf "command a[\$(touch evil)]\n"' 'head -c 3000000 /dev/zero | tr "\0" "a"' \
		"echo >> ../asks.$shell; [ \$(wc -l < ../asks.$shell) -lt 9 ] || touch evil; echo command -1"; do
		echo 'pstat -e ab' | ANSWER="$answer" entered "$shell" > "$tmp/got" 2>&1
		grep -q '^pstat -e ab: <-e><' "$tmp/got" || { echo "# $answer"; sed 's/^/# /' "$tmp/got"; }
	done > "$tmp/bad"
	cat "$tmp/bad"; [ ! -s "$tmp/bad" ]; say $? "$shell takes any answer of pstat"
	ls "$tmp/here" > "$tmp/after"
	same "$tmp/before" "$tmp/after" "$shell runs nothing of what it completes"
done
exit $rc
