#!/bin/sh
# SPDX-License-Identifier: MIT
# looked.sh PID - ends when PID has gone to sleep, and woken up, twice since: pstat has read by then what was there for it.
count() { while read -r key n; do case $key in voluntary_ctxt_switches:) return ;; esac; done < "/proc/$1/status"; }
count "$1"; first=$n
until count "$1"; [ "$n" -ge $((first + 2)) ]; do sleep 0.01; done
