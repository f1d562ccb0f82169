#!/bin/sh
# SPDX-License-Identifier: MIT
# check-region.sh - pstat/region.h compiles without a warning wherever programs include it: C99 and later, C++11 and
# later, and with the compilers for other machines and C libraries that are here.  Two files of one program share it:
# each compiler links it once, and looks at the source for the other standards.
set -u
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
bad=0
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef -Wformat=2 -Wvla -Wmissing-declarations -Wredundant-decls -Werror'
cat > "$tmp/main.c" <<'END'
#include <pstat/region.h>
#ifdef __cplusplus
extern "C"
#endif
void other(void);
int main(void)
{
	pstat_region_begin("main");
	other();
	pstat_region_end("main");
	return 0;
}
END
cat > "$tmp/other.c" <<'END'
#include <pstat/region.h>
#ifdef __cplusplus
extern "C"
#endif
void other(void);
void other(void)
{
#ifdef __cplusplus
	pstat::region inner("other");
#else
	pstat_region_begin("other");
	pstat_region_end("other");
#endif
}
END
cp "$tmp/main.c" "$tmp/main.cc"; cp "$tmp/other.c" "$tmp/other.cc"
compiles() {	# SUFFIX COMPILER FLAG...
	suffix=$1; shift
	command -v "$1" > /dev/null || { echo "ok - region.h with $* # SKIP no $1"; return; }
	case $* in *=gnu*) how="-o $tmp/program" ;; *) how=-fsyntax-only ;; esac
	# shellcheck disable=SC2086 # words
	if "$@" $warnings -O2 -Iinclude $how "$tmp/main.$suffix" "$tmp/other.$suffix" > "$tmp/said" 2>&1; then
		echo "ok - region.h with $*"
	else
		sed 's/^/# /' "$tmp/said"; echo "not ok - region.h with $*"; bad=1
	fi
}
for compiler in gcc clang; do
	for std in c99 c11 gnu17; do compiles c $compiler -std=$std; done
done
for compiler in g++ clang++; do
	for std in c++11 gnu++17; do compiles cc $compiler -std=$std -Wold-style-cast; done
done
compiles c musl-gcc -std=gnu99
for machine in aarch64-linux-gnu riscv64-linux-gnu arm-linux-gnueabihf s390x-linux-gnu i686-linux-gnu; do
	compiles c $machine-gcc -std=gnu99
done
exit $bad
