#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh base|ci|cross|vm|cpus|fresh|packages|cmocka|perf612 [CC] - install what building and testing needs, with whatever package manager there is.
#
# base: to build, and for every test of `make check`; check-fresh proves that nothing is missing.
# ci: also other compilers, checkers, and what check-peers asks: perf, prometheus, fish, git, gnuplot, sqlite3, chromium, python3 with yaml.  cross: compilers for other machines, and qemu
# to run what they make.  vm: qemu and a compiler for the emulated machine of check-vm.
# cpus: qemu for the emulated machines of check-cpus.  fresh: debootstrap.  packages: what makes and checks packages of other systems.  cmocka: its source, in build/cmocka, for C libraries that have none; ci and cross
# bring it, too.  perf612: perf of Linux 6.12 with its libraries, in build/perf612.  Nothing is installed when all is there.
set -u
kind=${1:-base} cc=${2:-gcc}
have() { for c; do command -v "$c" > /dev/null 2>&1 || return 1; done; }
works() { have "$1" && printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h cmocka.h linux/perf_event.h |
	"$1" -fsyntax-only -x c - 2> /dev/null && echo 'int main(void) { return 0; }' | "$1" -x c -o /dev/null - -lcmocka 2> /dev/null; }

# With the lists of its own, so that those of the machine stay as they are.  $CMOCKA_SOURCE: an
# archive that is here already, for machines without a network or without apt-get.
fetch_cmocka() {
	to=build/cmocka
	[ -f $to/src/cmocka.c ] && { echo "deps: everything is there (cmocka)"; return 0; }
	mkdir -p $to/lists/partial $to/cache/archives/partial $to/parts && : > $to/apt.log
	archive=${CMOCKA_SOURCE:-}
	if [ -z "$archive" ] && have apt-get; then
		for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
			[ ! -f "$list" ] || sed -e 's/^Types:.*/Types: deb-src/' -e 's/^deb /deb-src /' "$list" > "$to/parts/${list##*/}"
		done
		set -- -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/$to/parts" -o "Dir::State::lists=$PWD/$to/lists" \
			-o "Dir::Cache=$PWD/$to/cache" -o APT::Sandbox::User=root
		apt-get "$@" update > $to/apt.log 2>&1 && (cd $to && apt-get "$@" source --download-only cmocka >> apt.log 2>&1)
		for archive in $to/cmocka_*.orig.tar.*; do case $archive in *.asc | *'*'*) archive= ;; *) break ;; esac; done
	fi
	[ -n "$archive" ] && mkdir -p $to/unpacked && tar -C $to/unpacked --strip-components=1 -xf "$archive" &&
		rm -rf $to/src $to/include && mv $to/unpacked/include $to/include && mv $to/unpacked/src $to/src && rm -rf $to/unpacked $to/lists $to/cache &&
		{ echo "deps: cmocka's source is in $to"; return 0; }
	[ ! -s $to/apt.log ] || tail -n 3 $to/apt.log >&2
	echo "deps: no source of cmocka, so unit tests are skipped for other C libraries; CMOCKA_SOURCE=cmocka-1.1.5.tar.xz names one" >&2
	return 1
}

[ "$kind" != cmocka ] || { fetch_cmocka; exit; }

# Of Debian trixie, whose perf stays 6.12; with lists and a package database of its own, so that nothing of it is
# installed.  perf itself is a script that starts it with the libraries it was made for.
fetch_perf612() {
	to=$PWD/build/perf612 keys=/usr/share/keyrings/debian-archive-keyring.gpg
	[ -x "$to/perf" ] && { echo "deps: everything is there (perf612)"; return 0; }
	have apt-get dpkg-deb && [ -r $keys ] || { echo "deps: perf 6.12 is a package of Debian: apt-get, dpkg-deb and $keys are needed" >&2; return 1; }
	rm -rf "$to" && mkdir -p "$to/lists/partial" "$to/cache/archives/partial" "$to/root" && : > "$to/status"
	echo "deb [signed-by=$keys] ${PERF612_MIRROR:-http://deb.debian.org/debian} trixie main" > "$to/sources.list"
	set -- -qq -o Dir::State="$to" -o Dir::State::status="$to/status" -o Dir::Cache="$to/cache" -o APT::Sandbox::User=root \
		-o Dir::Etc::sourcelist="$to/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Acquire::Languages=none -o Acquire::Retries=3
	apt-get "$@" update && apt-get "$@" -y --no-install-recommends --download-only install linux-perf || return 1
	for deb in "$to"/cache/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -C "$to/root" -x --wildcards '*/lib/*.so*' ./usr/bin/perf 2>> "$to/unpack.log"
	done
	loader=$(cd "$to" && find root -name 'ld-linux*.so*' | head -n 1)
	cat > "$to/new" <<-end
		#!/bin/sh
		at=\${0%/*}
		exec "\$at/$loader" --argv0 perf --library-path "\$at/${loader%/*}" "\$at/root/usr/bin/perf" "\$@"
	end
	chmod 755 "$to/new" && "$to/new" --version | grep '^perf version 6\.12' && rm -rf "$to/lists" "$to/cache" && mv "$to/new" "$to/perf"
}

[ "$kind" != perf612 ] || { fetch_perf612; exit; }

run=; [ "$(id -u)" = 0 ] || run=sudo
if have apt-get; then manager=apt
elif have dnf; then manager=dnf
elif have apk; then manager=apk
elif have pacman; then manager=pacman
else manager=none
fi
case $kind in
base)	is_there() { works gcc && have make "${cc%% *}" bash strace setpriv script prlimit zsh mandoc valgrind && PATH=$PATH:/usr/sbin:/sbin have setcap; }
	case $manager in
	apt)	set -- gcc make libc6-dev linux-libc-dev libcmocka-dev bash strace util-linux bsdutils libcap2-bin zsh mandoc valgrind ;;
	dnf)	set -- gcc make glibc-devel kernel-headers libcmocka-devel bash strace util-linux /usr/bin/script libcap zsh mandoc valgrind ;;
	apk)	set -- gcc make musl-dev linux-headers cmocka-dev bash strace util-linux libcap-setcap coreutils diffutils findutils zsh mandoc valgrind ;;
	pacman)	set -- gcc make linux-api-headers cmocka bash strace util-linux libcap zsh mandoc valgrind ;;
	esac
	# The compiler the user asked for.
	case $cc in clang*) set -- "$@" clang ;; musl-gcc*) [ $manager = apt ] && set -- "$@" musl-tools || set -- "$@" musl-gcc ;; esac ;;
ci)	is_there() { have clang clang-tidy cppcheck gcov musl-gcc shellcheck fish perf git prometheus promtool python3 gnuplot sqlite3 chromium && { have prometheus-node-exporter || have node_exporter; } && python3 -c 'import yaml' 2> /dev/null && tests/fuzz/fuzz.sh there; }
	case $manager in
	apt)	set -- clang clang-tidy libclang-rt-dev cppcheck musl-tools shellcheck fish linux-perf git prometheus prometheus-node-exporter xz-utils python3-yaml gnuplot-nox sqlite3 chromium fonts-dejavu-core ;;
	dnf)	set -- clang clang-tools-extra clang-analyzer cppcheck compiler-rt musl-gcc ShellCheck fish perf git golang-github-prometheus golang-github-prometheus-node-exporter python3-pyyaml gnuplot sqlite chromium ;;
	apk)	set -- clang clang-extra-tools cppcheck compiler-rt shellcheck fish perf git prometheus prometheus-node-exporter py3-yaml gnuplot sqlite chromium font-dejavu ;;
	pacman)	set -- clang cppcheck compiler-rt musl shellcheck fish perf git prometheus prometheus-node-exporter python-yaml gnuplot sqlite chromium ttf-dejavu ;;
	esac ;;
cross)	is_there() { have aarch64-linux-gnu-gcc riscv64-linux-gnu-gcc arm-linux-gnueabihf-gcc s390x-linux-gnu-gcc i686-linux-gnu-gcc qemu-s390x; }
	case $manager in
	apt)	# gcc-multilib cannot be installed beside these; gcc-i686-linux-gnu does its work
		set -- qemu-user xz-utils
		for c in aarch64:arm64 riscv64:riscv64 arm:armhf s390x:s390x i686:i386; do
			eabi=; [ ${c%:*} = arm ] && eabi=eabihf
			set -- "$@" "gcc-${c%:*}-linux-gnu$eabi" "libc6-dev-${c#*:}-cross"
		done ;;
	pacman)	set -- aarch64-linux-gnu-gcc riscv64-linux-gnu-gcc qemu-user ;;
	*)	manager=none ;;
	esac ;;
vm)	is_there() { have qemu-system-aarch64 aarch64-linux-gnu-gcc cpio && [ -f /usr/aarch64-linux-gnu/include/stdio.h ]; }
	case $manager in
	apt)	set -- qemu-system-arm gcc-aarch64-linux-gnu libc6-dev-arm64-cross cpio debian-archive-keyring ;;
	*)	manager=none ;;	# the machine is made of Debian's packages
	esac ;;
cpus)	is_there() { have qemu-system-x86_64 busybox cpio valgrind; }
	case $manager in
	apt)	set -- qemu-system-x86 busybox-static cpio valgrind ;;
	*)	manager=none ;;	# its kernel is a package of Debian
	esac ;;
fresh)	is_there() { PATH=$PATH:/usr/sbin:/sbin have debootstrap; }
	case $manager in
	apt)	set -- debootstrap ;;
	*)	manager=none ;;	# the system is made from apt-get's package source
	esac ;;
packages) is_there() { PATH=$PATH:/usr/sbin:/sbin have dh dpkg-buildpackage lintian rpmbuild rpmlint musl-gcc makepkg bsdtar fakeroot nix-instantiate debootstrap systemd-analyze git; }
	case $manager in
	apt)	set -- build-essential debhelper lintian rpm rpmlint musl-tools makepkg libarchive-tools fakeroot nix-bin debootstrap systemd git python3 ;;
	*)	manager=none ;;	# elsewhere only the system's own package can be made: packaging/ has its description
	esac ;;
*)	echo 'usage: deps.sh base|ci|cross|vm|cpus|fresh|packages|cmocka|perf612 [CC]' >&2; exit 2 ;;
esac

# Without it, tests are skipped: no reason to fail.
finish() { case $kind:$cc in ci:* | cross:* | base:musl-gcc*) fetch_cmocka ;; esac; exit 0; }

is_there && { echo "deps: everything is there ($kind)"; finish; }
[ $manager = none ] || [ -z "$run" ] || have sudo || { echo "deps: there is no sudo; as root, install: $*" >&2; exit 1; }
case $manager in
apt)	export DEBIAN_FRONTEND=noninteractive
	$run apt-get update && $run apt-get install -y --no-install-recommends "$@" ;;
dnf)	$run dnf install -y "$@" ;;
apk)	$run apk add "$@" ;;
pacman)	$run pacman -S --needed --noconfirm "$@" ;;
none)	case $kind in
	base)	need='gcc, make, the kernel headers, cmocka, bash, strace, setpriv, setcap, script, prlimit, zsh, mandoc, valgrind' ;;
	ci)	need='clang, clang-tidy, cppcheck, musl-gcc, shellcheck, fish, perf, git, prometheus, promtool, node_exporter, python3 with yaml' ;;
	cross)	need='gcc for aarch64-linux-gnu, riscv64-linux-gnu, arm-linux-gnueabihf, s390x-linux-gnu, i686-linux-gnu, and qemu-user' ;;
	vm)	need='qemu-system-aarch64, aarch64-linux-gnu-gcc, cpio, and apt-get to fetch packages of Debian' ;;
	packages) need='what your package is made with: rpmbuild, makepkg or nix; the others need Debian' ;;
	fresh)	need='debootstrap, and apt-get, whose package source it uses' ;;
	esac
	echo "deps: cannot install them here; install by hand: $need" >&2
	exit 1 ;;
esac || { echo "deps: could not install: $*" >&2; exit 1; }
finish
