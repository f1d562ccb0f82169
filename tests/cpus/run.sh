#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh PSTAT - baselines of valgrind travel: emulated machines of several x86-64 CPUs count the same, where valgrind
# shows the same CPU; where it shows another one, gate does not compare.
#
# Each machine boots Debian's kernel with what is installed here: PSTAT, valgrind, and the programs that are counted.
# It has no disk; what it saves comes over its console.
set -eu
pstat=$1 here=$(cd "$(dirname "$0")" && pwd)
programs='sort gzip sed grep mawk bash find md5sum sha256sum tar xz ls wc tr base64 cut od factor bzip2 expr cat'
skip() { echo "ok - baselines that travel # SKIP $*"; exit 0; }
[ "$(uname -m)" = x86_64 ] || skip 'not an x86-64 machine'
for program in qemu-system-x86_64 busybox cpio valgrind; do
	command -v $program > /dev/null || skip "no $program, see make deps-cpus"
done

# The kernel is unpacked into a cache, and never installed.
cache=${VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pstat-vm}/1-x86-64
if [ ! -f "$cache/vmlinuz" ]; then
	mkdir -p "$cache" && cd "$cache"
	kernel=$(apt-cache depends linux-image-cloud-amd64 2> /dev/null | sed -n 's/.*Depends: \(linux-image-.*\)/\1/p' | head -n 1)
	[ -n "$kernel" ] && apt-get -o APT::Sandbox::User=root download "$kernel" > log 2>&1 && dpkg-deb -x ./*.deb . && mv boot/vmlinuz* new &&
		rm -rf ./*.deb boot lib usr && mv new vmlinuz || skip "no kernel can be downloaded: $(tail -n 1 log)"
	cd - > /dev/null
fi

work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; trap 'exit 130' INT TERM
root=$work/root
mkdir -p "$root/bin" "$root/etc" "$root/usr/bin"
# put PROGRAM...: with the libraries that it needs, and at its place
put() {
	for path; do
		mkdir -p "$root/${path%/*}"; cp -L "$path" "$root/$path"
		for library in $(ldd "$path" 2> /dev/null | grep -o '/[^ ]*'); do
			[ -f "$root/$library" ] || { mkdir -p "$root/${library%/*}"; cp -L "$library" "$root/$library"; }
		done
	done
}
cp "$(command -v busybox)" "$root/bin/busybox"; ln -s busybox "$root/bin/sh"
put "$(command -v valgrind)" "$(find /usr/bin/valgrind.bin 2> /dev/null || command -v valgrind)"
tools=$(find /usr/libexec/valgrind /usr/lib/valgrind /usr/lib/*/valgrind -maxdepth 0 2> /dev/null | head -n 1)
for file in cachegrind-amd64-linux vgpreload_core-amd64-linux.so default.supp; do put "$tools/$file"; done
put "$pstat"; ln -sf "$pstat" "$root/bin/pstat"
n=0
for program in $programs; do
	path=$(command -v "$program") || continue
	put "$path"; n=$((n + 1)); echo "$program" >> "$root/etc/programs"
done
[ $n -ge 20 ] || skip "only $n of the programs are installed"
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "%d the quick brown fox %d jumps over %d\n", i, i * i % 997, i * 7 % 101 }' > "$root/etc/text"
cp "$here/init" "$root/init"; chmod 755 "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet -R 0:0 | gzip -1) > "$work/initrd"

boot() {	# CPU: its results are in $work/CPU.json
	timeout 1200 qemu-system-x86_64 -cpu "$1" -m 1500 -nodefaults -no-user-config -display none -no-reboot \
		-kernel "$cache/vmlinuz" -initrd "$work/initrd" -append 'console=ttyS0 quiet panic=-1' \
		-serial "file:$work/$1.console" < /dev/null > "$work/$1.log" 2>&1 || :
	tr -d '\r' < "$work/$1.console" | sed -n '/^RESULTS$/,/^END$/{//!p;}' | base64 -d > "$work/$1.json" 2> /dev/null || :
}
for cpu in Haswell Westmere; do boot $cpu & done; wait
for cpu in EPYC IvyBridge; do boot $cpu & done; wait

failed=0
judge() {	# CPU STATUS TEXT: gate of its counts with those of Haswell
	set +e
	"$pstat" gate --limit valgrind/instructions/=+0.000001% --baseline "$work/Haswell.json" --candidate "$work/$1.json" > "$work/out" 2>&1
	status=$? same=$(grep -c ' 1 event within its limit' "$work/out") shown=$(sed -n 's/.*"valgrind_cpu": "\([^"]*\)".*/\1/p' "$work/$1.json" | sort -u)
	set -e
	if [ $status = "$2" ] && [ -n "$shown" ] && { [ $status != 0 ] || [ "$same" = $n ]; }; then
		echo "ok - $1: $3 ($n programs, $shown)"
	else
		echo "not ok - $1: $3 (status $status, $same of $n within the limit, $shown)"; failed=1
		sed 's/^/# /' "$work/out" | tail -n 60; tail -n 5 "$work/$1.console" | sed 's/^/# /'
	fi
}
judge Haswell 0 'as itself'
judge EPYC 0 'another vendor counts the same'
judge IvyBridge 3 'a CPU without AVX2 is not compared'
judge Westmere 3 'a CPU without AVX is not compared'
exit $failed
