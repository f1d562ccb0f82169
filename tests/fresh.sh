#!/bin/sh
# SPDX-License-Identifier: MIT
# fresh.sh - follow README.md on a new, minimal system, as root and as an ordinary user; TAP on stdout.
#
# debootstrap makes a minimal system from this machine's package source.  It is kept in $FRESH_CACHE, or
# ~/.cache/pstat-fresh, with the packages that are installed in it: a second run downloads little.
# Each of the two users gets a copy with this tree in it, and runs the commands of README.md's sections
# Build and Install there; those below "as root:" are root's.  Every command succeeds, no test fails,
# and none is skipped because a program is missing.
# Mounts and processes are in namespaces of their own: when the script ends, however it ends, they are gone.
set -u
export LC_ALL=C
skip() { echo "ok - README.md on a minimal system # SKIP $1"; exit 0; }

if [ $# = 0 ]; then
	[ "$(id -u)" = 0 ] || skip 'only root can make a system'
	command -v apt-get > /dev/null || skip 'no apt-get, whose package source the system is made from'
	command -v debootstrap > /dev/null || skip 'no debootstrap, see make deps-fresh'
	unshare --mount --pid --fork --mount-proc true 2> /dev/null || skip 'no namespace for mounts can be made here'
	work=$(mktemp -d "$PWD/build/fresh.XXXXXX") || exit 1
	trap 'rm -rf --one-file-system "$work"' EXIT
	unshare --mount --pid --fork --kill-child --mount-proc "$0" "$work" & inner=$!
	trap 'kill -KILL $inner; sleep 1; exit 1' HUP INT TERM
	wait $inner
	exit
fi

work=$1 rc=0
cache=${FRESH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pstat-fresh}
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" | head -n 1)
[ -n "$mirror" ] || skip 'no package source: run apt-get update first'
base=$cache/$suite.tar
mkdir -p "$cache/archives/partial"

make_base() {
	echo "# a minimal $suite from $mirror"
	debootstrap --variant=minbase --include=sudo "$suite" "$work/base" "$mirror" > "$work/out" 2>&1 ||
		skip "debootstrap cannot make a system: $(tail -n 1 "$work/out")"
	rm -rf "$work"/base/var/cache/apt/archives/*
	tar -C "$work/base" -cf "$base.new" . && mv "$base.new" "$base" || skip "no room for $base"
	rm -rf "$work/base"
}
# The copy of OWNER, a mount itself, so that it can become the root; with the user and the tree.
make_root() {
	root=$work/$1
	mkdir "$root" && mount --bind "$root" "$root" && tar -C "$root" -xf "$base" || return
	mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" &&
		mount -t tmpfs tmpfs "$root/dev/shm" && mount -t tmpfs tmpfs "$root/tmp" &&
		mount --bind "$cache/archives" "$root/var/cache/apt/archives" || return
	cp /etc/resolv.conf "$root/etc/" && apt-config dump | grep -i '^Acquire::.*proxy' > "$root/etc/apt/apt.conf.d/proxy"
	echo "127.0.0.1 localhost $(cat /proc/sys/kernel/hostname)" > "$root/etc/hosts"
	chroot "$root" useradd -m -u 1000 someone && echo 'someone ALL=(ALL) NOPASSWD: ALL' > "$root/etc/sudoers.d/someone"
	mkdir "$root/pstat" && tar --exclude=./build --exclude=./.git --exclude=./pstat --exclude=./config.mk -cf - . |
		tar -C "$root/pstat" -xf - && chroot "$root" chown -R "$1:" /pstat
}
# USER COMMAND: in the tree of the copy, which becomes the root: in a mere chroot nobody may make a user namespace.
inside() {
	at=/home/someone id=1000 path=/usr/local/bin:/usr/bin:/bin
	[ "$1" != root ] || at=/root id=0 path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	# shellcheck disable=SC2016 # of the inner shell
	unshare --mount sh -c 'cd "$1" && pivot_root . mnt && umount -l mnt && shift && exec "$@"' sh "$root" \
		/usr/sbin/chroot --userspec=$id:$id --groups= . /usr/bin/env -i PATH=$path HOME=$at \
		${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
		sh -c "cd /pstat && $2" < /dev/null > "$work/out" 2>&1
}
# Lines of README.md: whose command it is, a TAB, the command.
commands() {
	awk '/^## / { ours = $2 == "Build" || $2 == "Install" }
		/^```/ { inside = !inside; user = said ~ /as root:$/ ? "root" : "anyone"; next }
		inside && ours { print user "\t" $0 }
		!inside && NF { said = tolower($0) }' README.md
}
say() {	# STATUS WHAT COMMAND...: as TAP; a failure with what COMMAND prints
	status=$1 what=$2; shift 2
	if [ "$status" = 0 ]; then echo "ok - $what"; else echo "not ok - $what"; "$@" "$work/out" | sed 's/^/# /'; rc=1; fi
}
judge() {	# OWNER: what the tests said
	grep -q '^[1-9][0-9]* passed, 0 failed' "$work/out"
	say $? "README.md as $1: tests ran, and none failed" awk '
		/^(not )?ok / { bad = /^not/ && !seen[$0]++; n = 0 }
		(bad && n++ < 15) || / passed, /'
	grep '^ok .*# SKIP' "$work/out" | sed 's/^ok[ 0-9:-]*/# skipped: /; s/ # SKIP/:/'
	! grep -qE '^ok .*# SKIP (no [^ ]+( here)?|.*see make deps.*)$' "$work/out"
	say $? "README.md as $1: no test lacks a program" grep -E '^ok .*# SKIP (no [^ ]+( here)?|.*see make deps.*)$'
}
follow() {	# OWNER: the commands of README.md, up to one that fails
	while IFS='	' read -r user command; do
		[ "$user" = root ] || user=$1
		inside "$user" "$command"; ended=$?
		say $ended "README.md as $1: $command" tail -n 5
		case $command in *' check'*) judge "$1" ;; *) [ $ended = 0 ] || return ;; esac
	done < "$work/commands"
}

commands > "$work/commands"
grep -q ' check' "$work/commands"; say $? 'README.md has commands that build and test' cat
[ -f "$base" ] || make_base
for owner in root someone; do
	make_root "$owner" > "$work/out" 2>&1 || { say 1 "a system for $owner" cat; continue; }
	inside root 'apt-get -o APT::Update::Error-Mode=any update' || skip "packages cannot be fetched: $(tail -n 1 "$work/out")"
	follow "$owner"
done
exit $rc
