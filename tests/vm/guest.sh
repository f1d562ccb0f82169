#!/bin/sh
# SPDX-License-Identifier: MIT
# guest.sh CASE... - inside the machine: run each case of tests/vm/cases in an empty folder; TAP on stdout.
#
# A case prints one TAP line a fact.  One that prints none, or ends with another status than 0, has failed.
# What it prints is left in /out/CASE.
export VM=/tests/vm HELPERS=/helpers PSTAT=/bin/pstat TZ=UTC0 COLUMNS=80 NO_COLOR=1
echo -1 > /proc/sys/kernel/perf_event_paranoid
failed=0
for case; do
	mkdir -p "/tmp/$case" && cd "/tmp/$case" || exit 1
	read -r start rest < /proc/uptime
	timeout 300 sh "$VM/cases/$case" > "/out/$case" 2>&1; status=$?
	read -r end rest < /proc/uptime
	grep -q '^\(not \)\?ok - ' "/out/$case" && [ $status = 0 ] || echo "not ok - ended with status $status" >> "/out/$case"
	sed -n "s/^\(not ok\|ok\) - /\1 - vm $case: /p" "/out/$case"
	! grep -q '^not ok' "/out/$case" || { failed=1; sed 's/^/# /' "/out/$case"; }
	echo "# $case: $start to $end s"
done
exit $failed
