# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# no-facts.sh - sourced by cases that are not about the facts of a run: what such a case prints is as long with one more.
#
# Of tables as text and Markdown all facts but `wall` are left out, which are the rows from `user` on to the end or
# the regions; and everywhere how many rows have no limit.
exec 9>&1 > ../printed
trap 'sed "
	/^ user\( .*\)\{0,1\}$/,/^\( [^ ]*:.*\)\{0,1\}$/ { /^\( [^ ]*:.*\)\{0,1\}$/! d; }
	/^| user |/,/^$/ { /^$/! d; }
	/^ [0-9]* more rows\{0,1\} without a limit: --all shows \(it\|them\)$/ d
" ../printed >&9' EXIT
