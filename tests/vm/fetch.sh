#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch.sh [SUITE] - download a kernel, perf, strace and busybox for arm64; print the folder that holds them.
#
# SUITE is a suite of Debian: bookworm-backports (Linux and perf 6.12, the default), bookworm (6.1) or forky.
# The packages are unpacked into a cache, $VM_CACHE or ~/.cache/pstat-vm, and never installed.
# Status 77: this machine cannot have them; stderr says why.
set -eu
suite=${1:-bookworm-backports}
packages='linux-perf strace busybox-static'
at=${VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pstat-vm}/1-$suite	# the number changes with what is fetched
[ ! -f "$at/complete" ] || { echo "$at"; exit 0; }
give_up() { echo "$*" >&2; exit 77; }

command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null || give_up 'no apt-get here to fetch arm64 packages with'
command -v cpio > /dev/null || give_up 'no cpio, see make deps-vm'
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r $keys ] || give_up "no $keys: packages could not be verified"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
[ -n "$mirror" ] || give_up 'no package source: run apt-get update first'

new=$at.$$; trap 'rm -rf "$new"' EXIT
mkdir -p "$new/lists/partial" "$new/archives/partial" "$new/root" "$new/kernel"
: > "$new/status"
printf '%s\n' bookworm "$suite" | sort -u | sed "s|.*|deb [signed-by=$keys] $mirror & main|" > "$new/sources.list"
# A package database of its own: the system's gets no foreign architecture.
foreign() {
	tool=$1; shift
	"$tool" -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
		-o Dir::State="$new" -o Dir::State::status="$new/status" -o Dir::Cache="$new" \
		-o Dir::Etc::sourcelist="$new/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Acquire::Languages=none -o Acquire::Retries=3 -t "$suite" "$@"
}
foreign apt-get update >&2 || give_up "the package lists of $suite cannot be downloaded"
# shellcheck disable=SC2086 # a list
foreign apt-get -y --no-install-recommends --download-only install $packages >&2 || give_up "cannot download $packages for arm64"
kernel=$(foreign apt-cache depends linux-image-cloud-arm64 | sed -n 's/.*Depends: \(linux-image-.*\)/\1/p' | head -n 1)
# Since Linux 7 the kernel and its modules are packages of their own.
parts=$(foreign apt-cache depends "$kernel" | sed -n "s/.*Depends: \(linux-[a-z]*-${kernel#linux-image-}\)$/\1/p")
# shellcheck disable=SC2086 # a list
(cd "$new/kernel" && foreign apt-get download "$kernel" $parts >&2 && for deb in *.deb; do dpkg-deb -x "$deb" . || exit; done) ||
	give_up "cannot download $kernel"
find "$new/kernel" -name 'vmlinuz*' -type f -exec mv '{}' "$new/vmlinuz" ';'
# Linux 6.1 has virtio as modules; init loads them.
mkdir "$new/root/modules"
for module in virtio virtio_ring virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_console; do
	find "$new/kernel" -name "$module.ko" -exec cp '{}' "$new/root/modules/" ';'
done
for deb in "$new"/archives/*.deb; do
	dpkg-deb --fsys-tarfile "$deb" | tar -C "$new/root" -x --exclude='./usr/share/doc*' --exclude='./usr/share/man' \
		--exclude='./usr/share/locale' --exclude='./usr/share/perl*' --exclude='./usr/lib/*/perl*' --exclude='*/gconv' \
		--exclude='./usr/lib/python3*' --exclude='./usr/share/i18n' --exclude='./usr/bin/perl*' --exclude='./usr/bin/python*'
done
# Since trixie the packages have everything in /usr; init and `run` need a real /bin.
[ -d "$new/root/bin" ] || { mv "$new/root/usr/bin" "$new/root/bin"; ln -s ../bin "$new/root/usr/bin"; }
for folder in sbin lib; do [ -d "$new/root/$folder" ] || ln -s usr/$folder "$new/root/$folder"; done
ln -sf busybox "$new/root/bin/sh"
(cd "$new/root" && find . | cpio -o -H newc --quiet -R 0:0) > "$new/system.cpio"
rm -rf "$new/root" "$new/kernel" "$new/archives" "$new/lists" "$new"/*.bin
: > "$new/complete"
rm -rf "$at"; mv "$new" "$at"; trap - EXIT
echo "$at"
