# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by cases: a machine with valgrind, which counts what $FAKE_VALGRIND says.  ./prog is there to be counted.
mkdir -p root/usr/bin; : > root/usr/bin/valgrind
export FAKE_ROOT=$PWD/root PATH=/usr/bin:/bin
printf '#!/bin/true\n' > prog; cp prog new; cp prog env; chmod +x prog new env
# log PID COMMAND TEXT: the log of a process; a line "started" stands for what only a started program says.  $SHOWN_CPU:
# what it says of the CPU that valgrind shows.
cat > log.sh <<'END'
log() {
	printf '==%s== Cachegrind\n==%s== Using Valgrind-%s-8d3c and LibVEX; rerun with -h\n==%s== Command: %s\n' \
		"$1" "$1" "${VERSION:-3.19.0}" "$1" "$2"
	[ -z "${SHOWN_CPU:-}" ] || printf -- '--%s-- Arch and hwcaps: AMD64, LittleEndian, %s\n' "$1" "$SHOWN_CPU"
	while IFS= read -r line; do
		case $line in started*) line="Scheduler: using generic scheduler lock implementation.${line#started}" ;; esac
		printf '==%s== %s\n' "$1" "$line"
	done <<-END_OF_TEXT
	$3
	END_OF_TEXT
}
counts() { log "${LOG##*/}" "$*" "started
I   refs:      ${COUNT:-1,234,567}
D   refs:      300,000  (200,000 rd   + 100,000 wr)
Branches:      1,500  (1,000 cond + 500 ind)" > "$LOG"; }
END
export LOG_SH=$PWD/log.sh FAKE_VALGRIND='. "$LOG_SH"; counts "$@"'
