#!/bin/sh
# SPDX-License-Identifier: MIT
# bisect.sh [OPTION...] -- COMMAND [ARG...] - `pstat gate` for `git bisect run`: which commit crossed the limit?
#
# Options and command are those of `pstat gate`, such as --base v1 --build make --limit valgrind/instructions/=+1%.
# A commit is good if the gate passes, and bad if a limit is exceeded.  One where nothing could be judged, as its build
# fails, is skipped.  A wrong command line, no pstat, or Ctrl-C ends the search.
"${PSTAT:-pstat}" gate "$@"; status=$?
case $status in
0 | 1) exit $status ;;
2 | 126 | 127) exit 255 ;;
*) [ $status -lt 128 ] || exit 255; exit 125 ;;
esac
