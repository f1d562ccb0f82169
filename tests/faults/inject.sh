#!/bin/sh
# SPDX-License-Identifier: MIT
# inject.sh PSTAT [STEP [SEED]] - system calls of the real program that fail, by strace; TAP on stdout.
#
# What strace sees of a run is counted; then of each call every errno is tried at every place, or every
# STEPth of those.  Each run ends by itself, with the status of the command or with 125 and a sentence,
# without the command or a temporary file staying behind.
set -u
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1 ASAN_OPTIONS=detect_leaks=0
pstat=$1 step=${2:-1} seed=${3:-1}
command -v strace > /dev/null || { echo 'ok - injected faults # SKIP no strace'; exit 0; }
strace -qq -o /dev/null true 2> /dev/null || { echo 'ok - injected faults # SKIP strace cannot trace here'; exit 0; }
"$pstat" -o /dev/null -e task-clock true 2> /dev/null || { echo 'ok - injected faults # SKIP nothing can be counted here'; exit 0; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
calls='
perf_event_open EACCES EINVAL EMFILE ENOENT ENOMEM ESRCH EINTR
read EIO EINTR
ioctl EINVAL ENOMEM
clone EAGAIN
clone3 EAGAIN
vfork ENOMEM
fork EAGAIN
wait4 EINTR ECHILD
write ENOSPC EIO EINTR
openat EMFILE EACCES
poll EINTR
ppoll EINTR ENOMEM
pipe2 EMFILE
mmap ENOMEM
signalfd4 ENFILE
memfd_create ENOSYS
pidfd_open ENOSYS EMFILE
rename EIO
close EIO EINTR'
# What becomes of a signal, an address or a limit is not asked here: libc itself would fail first (mmap: its first 30).
failed=0 tried=0 n=0
bad() { echo "# $call $errnum, the ${at}th of: $*: $why; status $status"; sed 's/^/#   /' err | head -n 5; failed=$((failed + 1)); }
try() {	# PSTAT-ARGUMENTS
	rm -f out* a.* err
	timeout -k 5 30 strace -qq -o trace -e trace="$call" -e inject="$call:error=$errnum:when=$at" \
		"$pstat" "$@" > out.1 2> err < /dev/null
	status=$? tried=$((tried + 1))
	why=
	case $status in
	124 | 137) why='it did not end' ;;
	"$expected") ;;
	"$error") grep -q '^pstat: ..........' err || [ "$call" = write ] || why='no message' ;;
	126 | 127) grep -q '^pstat: ..........' err || why='no message' ;;
	*) why='another status' ;;
	esac
	# what doctor finds is what it was told
	[ "$1:$status" = doctor:0 ] || [ "$1:$status" = doctor:1 ] && why=
	set -- "$@" ""
	for left in a.*.??????; do [ ! -e "$left" ] || why="$left is left behind"; done
	pid=$(cat pids 2> /dev/null); rm -f pids
	if grep -q '^State:.[^Z]' "/proc/${pid:-none}/status" 2> /dev/null; then why='the command is left behind'; kill "$pid"; fi
	[ -z "$why" ] || bad "$@"
}
# Every how manyth of the others' step is tried; what gate runs a lot of times, and doctor, take long.
every=1 error=125
scenario() {	# STATUS PSTAT-ARGUMENTS
	expected=$1; shift
	before=$failed tried=0
	timeout -k 5 30 strace -qq -o all "$pstat" "$@" > /dev/null 2>&1 < /dev/null
	echo "$calls" > list
	while read -r call errnos; do
		[ -n "$call" ] || continue
		most=$(grep -c "^$call(" all); at=0
		# before main libc maps and reads what it needs; what fails there is its own affair
		first=$(awk -v call="$call(" '/O_PATH/ { exit } index($0, call) == 1 { n++ } END { print n + 0 }' all)
		while [ $at -lt "$most" ]; do
			at=$((at + 1))
			[ $at -gt "$first" ] || continue
			for errnum in $errnos; do
				n=$((n + 1))
				[ $(((n * 7919 + seed) % (step * every))) != 0 ] || try "$@"
			done
		done
	done < list
	[ $failed = "$before" ] || printf 'not '
	echo "ok - $tried injected faults: $*"
}
cat > ./command << 'EOF'
#!/bin/sh
echo $$ > pids
exec sleep ${NAP:-0.02}
EOF
chmod +x command
scenario 0 -e task-clock,page-faults ./command
scenario 0 -i -e task-clock,page-faults ./command
scenario 0 -I 10 --summary --export ndjson=a.ndjson -e page-faults ./command
scenario 0 -r 2 --pre true --post true --save a.json -o out -e page-faults ./command
scenario 0 -a -e cpu-clock ./command
scenario 0 --log-fd 1 -e page-faults ./command
scenario 1 -e page-faults false
scenario 0 record -o a.data -e page-faults ./command
scenario 0 compare -r 2 --warmup 0 -e page-faults --export json=a.json -- ./command --vs ./command
scenario 0 list sw
scenario 0 --help
scenario 0 --version
# All of them where all of the others are.
[ "$step" = 1 ] || every=5
scenario 1 doctor
error=3
NAP=0.002; export NAP
"$pstat" --quiet -r 8 -e page-faults --name it --save saved.json ./command && cp saved.json base.json
scenario 0 gate --baseline base.json --candidate saved.json --limit page-faults=1M --export junit=a.xml
scenario 0 gate -r 8 --warmup 0 -e page-faults --limit page-faults=1M --export json=a.json -- ./command --vs ./command
[ $failed = 0 ]
