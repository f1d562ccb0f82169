# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# doctor.sh - a recorded machine that can be changed, and what it says of this process.
# ROOT and USER are effective capabilities, P is where the settings are: for the cases.
# shellcheck disable=SC2034
ROOT=000001ffffffffff USER=0000000000000000

# machine NAME CAPABILITIES SECCOMP [PATH=TEXT...]: $FAKE_ROOT from now on
machine() {
	cp -r "$MACHINES/$1" root && export FAKE_ROOT="$PWD/root"
	status=root/proc/self/status
	mkdir -p root/proc/self
	printf 'Name:\tpstat\nUid:\t%s\n' "$([ "$2" = "$ROOT" ] && echo 0 || echo 1000)" > $status
	printf 'CapPrm:\t%s\nCapEff:\t%s\nNoNewPrivs:\t0\nSeccomp:\t%s\nSeccomp_filters:\t0\n' "$2" "$2" "$3" >> $status
	printf '         0          0 4294967295\n' > root/proc/self/uid_map
	printf '%-26s%-21s%-21s%s\n' Limit 'Soft Limit' 'Hard Limit' Units 'Max open files' 1024 4096 files \
		'Max locked memory' 8388608 8388608 bytes > root/proc/self/limits
	shift 3
	for change; do mkdir -p "root/${change%/*}" && echo "${change#*=}" > "root/${change%%=*}"; done
}

# doctor SCRIPT [OPTION...]: its status, and whether it is one screen
doctor() {
	script=$1; shift
	FAKE=$script "$PSTAT" doctor "$@" > out; echo "status $?" >&2
	cat out
	[ "$(wc -l < out)" -lt 40 ] || echo 'more than a screen' >&2
}
# shellcheck disable=SC2034
P=proc/sys/kernel
