# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# perf.sh - for cases that compare with the installed perf, which must be 6.1 (see perf61.list).
needs perf
case $(perf --version 2> /dev/null) in
*' 6.1.'*) ;;
*) skip "no perf 6.1 here: $(perf --version 2>&1 | head -n 1)" ;;
esac
perf stat -e task-clock -o perf.out true 2> /dev/null || skip 'perf does not work here'

# rules WHERE...: the rules of perf61.list for these, in its order
rules() { awk -F '\t' -v where=" $* " '!/^#/ && index(where, " " $1 " ") { print $2 }' "$CASES_DIR/perf61.list"; }
