# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# german.sh - make a locale with a decimal comma in ./de_DE and have it found there; skip where the C library has none.
#
# Only its numbers are defined, and in no character map, so that localedef needs no files of a package; it complains.
{ ldd "$PSTAT" 2> /dev/null; cat "$PSTAT"; } | grep -qa 'libc\.so\.6\|^GNU C Library' || { echo 'another C library than glibc'; exit 77; }
printf '%s\n' LC_NUMERIC 'decimal_point ","' 'thousands_sep "."' 'grouping 3;3' 'END LC_NUMERIC' > de
printf '%s\n' '<code_set_name> ANSI_X3.4-1968' CHARMAP 'END CHARMAP' > charmap
localedef -c -i ./de -f ./charmap ./de_DE > localedef.out 2>&1
export LOCPATH="$PWD" ASAN_OPTIONS=detect_leaks=0	# glibc 2.36 leaks the words of LOCPATH
