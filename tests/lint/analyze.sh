#!/bin/sh
# SPDX-License-Identifier: MIT
# analyze.sh FLAG... -- FILE... - what cppcheck, clang-tidy and gcc -fanalyzer have to say.
#
# For reading, not a test: they see more in C than there is.
set -u
flags=
while [ "$1" != -- ]; do flags="$flags '$(echo "$1" | sed "s/'/'\\\\''/g")'"; shift; done
shift
have() { command -v "$1" > /dev/null || { echo "# no $1 here"; return 1; }; }
if have cppcheck; then
	echo '# cppcheck'
	cppcheck -q --std=c11 --language=c -Iinclude --enable=warning,performance,portability --inline-suppr "$@"
fi
if have clang-tidy; then
	echo '# clang-tidy'
	eval clang-tidy --quiet '"$@"' \
		"'--checks=-*,bugprone-*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions,-bugprone-reserved-identifier,-bugprone-sizeof-expression,-clang-analyzer-security.insecureAPI.*,-clang-analyzer-valist.Uninitialized,-clang-analyzer-unix.Vfork'" \
		-- "$flags" 2> /dev/null
fi
echo '# gcc -fanalyzer'
# shellcheck disable=SC2034 # eval uses it
for f; do eval gcc -O2 -fanalyzer "$flags" -c -o /dev/null '"$f"'; done
