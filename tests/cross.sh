#!/bin/sh
# SPDX-License-Identifier: MIT
# cross.sh TRIPLE MAKE... - build for another machine, without a warning; run what this kernel can run,
# and of the rest a few goldens with qemu: check-ports runs all.
set -u
triple=$1; shift
set -- "$@" CROSS_COMPILE="$triple-" FLAVOUR="$triple" STATIC=1 WERROR=1
"$@" all "build/$triple/pstat-fake" ||
	{ echo "not ok - builds for $triple"; exit 1; }
echo "ok - builds for $triple"
emu=qemu-${triple%%-*}
# A 32-bit program of the same family runs here, too: it has no 128-bit integers.
if "build/$triple/pstat" --version > /dev/null 2>&1; then
	"$@" check-cli
elif "$emu" "build/$triple/pstat" --version > /dev/null 2>&1; then
	"$@" EMU="$emu" CASES='default dry-run format-json formats-agree record report report-big-end save' check-cli
else
	echo "ok - goldens for $triple # SKIP programs for $triple do not run here, and there is no $emu"
fi
