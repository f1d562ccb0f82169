#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh source|binary|deb|rpm|sbom|release [FOLDER] - makes packages of the last commit, in FOLDER (build/packages).
#
# source	pstat-VERSION.tar.gz, from git
# binary	pstat-VERSION-linux-MACHINE.tar.gz: a static program, manual pages and completions, to be unpacked anywhere
# deb, rpm	packages for this machine; deb also makes the source package, and with CHECK=1 runs the tests
# sbom		pstat-VERSION.spdx.json: what is in the release, and where it comes from
# release	source, binary, deb, sbom, a PKGBUILD and SHA256SUMS; the tree must be clean
#
# All is built in a copy of the last commit, so that nothing else gets in.  The same commit and the same compilers
# make the same bytes in every folder; $SOURCE_DATE_EPOCH, else the time of the commit, is the time of all files.
set -eu
export LC_ALL=C TZ=UTC0
umask 022
usage() { echo 'usage: packaging/package.sh source|binary|deb|rpm|sbom|release [FOLDER]' >&2; exit 2; }
die() { echo "packaging: $*" >&2; exit 1; }
need() {	# PROGRAM WHAT
	command -v "$1" > /dev/null || die "$2 needs $1: make deps-packages installs it; by hand on Debian: ${3:-$1}"
}
case ${1:-} in source | binary | deb | rpm | sbom | release) ;; *) usage ;; esac
what=$1
cd "$(dirname "$0")/.."
version=$(sed -n 's/^VERSION := *//p' Makefile)
mkdir -p "${2:-build/packages}"
out=$(cd "${2:-build/packages}" && pwd)
name=pstat-$version source=$out/pstat-$version.tar.gz
git rev-parse -q --verify HEAD > /dev/null 2>&1 || die 'packages are made of the last commit, and here is no git repository'
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
# What make was asked for, as -j2, is of this tree.
unset MAKEFLAGS MFLAGS MAKELEVEL
# Not below $out: compilers and Debian's tools take no folder with a space in its name.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

pack() {	# FOLDER FILE: the folder in the current one
	tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar -cf - "$1" | gzip -n9 > "$2"
}
make_source() {
	git archive --format=tar --prefix="$name/" HEAD | gzip -n9 > "$source"
}
unpack() {	# a fresh tree: $work/NAME
	rm -rf "${work:?}/$name"
	[ -f "$source" ] && [ -n "${have_source:-}" ] || make_source
	have_source=1
	tar -C "$work" -xzf "$source"
}
machine() { uname -m; }
make_binary() {
	need musl-gcc 'a static program' musl-tools
	unpack
	stage=$work/stage
	# A path would get into the program, and so would what make says of the environment.
	set -- CC=musl-gcc STATIC=1 prefix=/usr/local CFLAGS="-O2 -g -ffile-prefix-map=$work/$name=/usr/src/$name"
	make -C "$work/$name" -j"$(nproc)" "$@" all > "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die 'it did not build'; }
	make -C "$work/$name" "$@" DESTDIR="$stage" install > "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die 'it did not install'; }
	binary=$name-linux-$(machine)
	rm -rf "${work:?}/$binary" && mv "$stage/usr/local" "$work/$binary"
	mkdir -p "$work/$binary/share/doc/pstat"
	for file in README.md LICENSE CHANGES.md SECURITY.md; do cp "$work/$name/$file" "$work/$binary/share/doc/pstat/"; done
	(cd "$work" && pack "$binary" "$out/$binary.tar.gz")
}
make_deb() {
	need dpkg-buildpackage 'a package of Debian' dpkg-dev
	need dh 'a package of Debian' debhelper
	unpack
	cp -R "$work/$name/packaging/debian" "$work/$name/debian"
	cp "$source" "$work/pstat_$version.orig.tar.gz"
	[ -n "${CHECK:-}" ] || export DEB_BUILD_OPTIONS=nocheck DEB_BUILD_PROFILES=nocheck
	(cd "$work/$name" && dpkg-buildpackage -us -uc -d) > "$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; die 'the package did not build'; }
	deb=$(cd "$work" && ls pstat_*.deb)
	mv "$work"/pstat_* "$out/"	# also what Debian's builders take: .dsc, .orig.tar.gz, .debian.tar.xz
	mv "$work"/pstat-dbgsym_*.*deb "$out/" 2> /dev/null || :
}
make_rpm() {
	need rpmbuild 'a package of rpm' rpm
	unpack
	mkdir -p "$work/rpm/SOURCES"
	cp "$source" "$work/rpm/SOURCES/"
	# On another Linux, what it needs has other names or is not known to rpm.
	nodeps=; [ -f /etc/fedora-release ] || [ -f /etc/redhat-release ] || nodeps=--nodeps
	rpmbuild -bb $nodeps --define "_topdir $work/rpm" --define 'debug_package %{nil}' --define '_build_id_links none' \
		"$work/$name/packaging/pstat.spec" > "$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; die 'the package did not build'; }
	rpm=$(cd "$work/rpm/RPMS" && find . -name '*.rpm' | sed 's|.*/||')
	find "$work/rpm/RPMS" -name '*.rpm' -exec mv {} "$out/" ';'
}
make_sbom() {
	unpack
	sum=$(sha256sum < "$source")
	musl='' gcc=$(gcc -dumpfullversion 2> /dev/null || :)
	for loader in /lib/ld-musl-*.so.1; do musl=$("$loader" 2>&1 | sed -n 's/^Version //p'); done
	awk -v version="$version" -v epoch="$SOURCE_DATE_EPOCH" -v sum="${sum%% *}" -v musl="$musl" -v gcc="$gcc" \
		-v created="$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" \
		-f "$work/$name/packaging/sbom.awk" "$work/$name/tables/models.tsv" > "$out/$name.spdx.json"
}
# What a release must have: nothing that is not in the commit, and one version everywhere.
check_tree() {
	[ -z "$(git status --porcelain)" ] || die 'the tree has changes that are not in the commit: git status shows them'
	packaging/check.sh versions > "$work/log" || { grep '^not ok' "$work/log" >&2; die 'the versions differ'; }
	git describe --exact-match --tags > /dev/null 2>&1 || echo "packaging: note: no tag is on this commit" >&2
	! grep -q 'github.com/OWNER/' packaging/pstat.spec ||
		echo 'packaging: note: OWNER/pstat in packaging/ is a placeholder for where it is published' >&2
}
make_release() {
	check_tree
	need musl-gcc 'a release' musl-tools
	need dpkg-buildpackage 'a release' dpkg-dev
	need dh 'a release' debhelper
	make_binary
	make_deb
	make_sbom
	sum=$(sha256sum < "$source")
	sed "s/^sha256sums=.*/sha256sums=(${sum%% *})/" packaging/PKGBUILD > "$out/PKGBUILD"
	(cd "$out" && rm -f SHA256SUMS && sha256sum "$name.tar.gz" "$binary.tar.gz" "$deb" "$name.spdx.json" PKGBUILD > SHA256SUMS)
}

case $what in
source) make_source; made=$name.tar.gz ;;
binary) make_binary; made=$binary.tar.gz ;;
deb) make_deb; made=$deb ;;
rpm) make_rpm; made=$rpm ;;
sbom) make_sbom; made=$name.spdx.json ;;
release) make_release; made="$name.tar.gz $binary.tar.gz $deb $name.spdx.json PKGBUILD SHA256SUMS" ;;
esac
[ -z "$(git status --porcelain --untracked-files=no)" ] ||
	echo 'packaging: note: the tree has changes that are not in the commit, nor in what was made' >&2
echo "Made of $(git log -1 --format='%h, %cs'), in $out:"
for file in $made; do printf '  %8d bytes  %s\n' "$(wc -c < "$out/$file")" "$file"; done
