#!/bin/sh
# SPDX-License-Identifier: MIT
# check-hardening.sh PROGRAM OBJECT FLAGS - the program has what the flags that it was built with are there for.
#
# OBJECT is one of its own: whether a whole program is made for -fcf-protection is up to the C library as well.
set -u
program=$1 object=$2 flags=" $3 "
if [ "$flags" = '  ' ] || [ "$flags" = '   ' ]; then echo 'ok - hardening # SKIP this build has none'; exit 0; fi
readelf=$(command -v readelf) || { echo 'ok - hardening # SKIP no readelf'; exit 0; }
bad=0 n=0
# shows FLAG WHAT PATTERN READELF_OPTION FILE: if FLAG was given, FILE shows it
shows() {
	case $flags in *"$1"*) ;; *) return 0 ;; esac
	n=$((n + 1))
	LC_ALL=C "$readelf" -W "$4" "$5" 2> /dev/null | grep -Eq -e "$3" || { echo "# no $2 in $5, in spite of $1"; bad=1; }
}
shows pie	'position independent code'	'Type: *DYN'	-h "$program"
shows pie	'position independent program'	'FLAGS_1.* PIE'	-d "$program"
shows relro	'segment that becomes read-only'	'GNU_RELRO'	-l "$program"
shows now	'binding at the start'		'BIND_NOW|FLAGS_1.* NOW'	-d "$program"
shows noexecstack 'stack without code'		'GNU_STACK.* RW +0x'	-l "$program"
shows stack-protector 'guard of the stack'	'__stack_chk_(fail|guard)'	-s "$program"
shows cf-protection 'mark of jump targets'	'IBT'		-n "$object"
# A compiler driver that does not know what it is told may link with the shared C library all the same.
case $flags in *' -static'*)
	n=$((n + 1))
	LC_ALL=C "$readelf" -W -l "$program" | grep -q INTERP && { echo "# $program is static and asks for a dynamic linker"; bad=1; }
esac
# The checked copies are glibc's: musl has none.
if LC_ALL=C "$readelf" -W -s "$program" 2> /dev/null | grep -Eq ' gnu_get_libc_version(@|$)'; then
	shows FORTIFY_SOURCE 'checked copy'	'__(memcpy|vsnprintf|snprintf)_chk'	-s "$program"
fi
[ $bad = 0 ] && echo "ok - hardening: $n of its marks" || echo 'not ok - hardening'
exit $bad
