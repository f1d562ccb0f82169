#!/bin/sh
# SPDX-License-Identifier: MIT
# inject.sh PSTAT [STEP [SEED]] - system calls of the real program that fail, by strace; TAP on stdout.
#
# What strace sees of a run is counted; then of each call every errno is tried at every place, or every
# STEPth of those, and of each scenario some at least.  Each run ends by itself: with the status of the
# command and a report that has every row, a number of which is the right one, or is said not to be known;
# or with 125 and a sentence.  Neither the command nor a temporary file stays behind, and what documents had
# before is in them still.
# From the environment: HELPERS and CONFORM, as for golden.sh.
set -u
[ $# -ge 1 ] && [ -n "${HELPERS:-}" ] || { echo 'inject.sh: call it as `make check-storms`' >&2; exit 2; }
export LC_ALL=C TZ=UTC0 COLUMNS=80 NO_COLOR=1 ASAN_OPTIONS=detect_leaks=0
pstat=$1 step=${2:-1} seed=${3:-1} probe=${HELPERS:?}/probe
least=2 here=$(cd "$(dirname "$0")" && pwd)
command -v strace > /dev/null || { echo 'ok - injected faults # SKIP no strace'; exit 0; }
strace -qq -o /dev/null true 2> /dev/null || { echo 'ok - injected faults # SKIP strace cannot trace here'; exit 0; }
# Of the kernel, not of pstat, as tests/live/lib.sh does.
reason=$("$probe" system) || { echo "ok - injected faults # SKIP $reason"; exit 0; }
tmp=$(mktemp -d); target=''; trap 'kill $target; rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
sleep 10000 & target=$!
# Names of the same call, of which each machine or C library has one, share a line.  "=": the failure must have no effect.
# What becomes of a signal, an address or a limit is not asked here: libc itself would fail first.
cat > calls << 'END'
perf_event_open EACCES EINVAL EMFILE ENOENT ENOMEM ESRCH EINTR=
read EIO EINTR=
ioctl EINVAL ENOMEM
clone,clone3,fork,vfork EAGAIN ENOMEM
wait4 EINTR= ECHILD
waitid EINTR= ECHILD
write ENOSPC EIO EINTR=
openat EMFILE EACCES EINTR
poll EINTR= ENOMEM
ppoll EINTR= ENOMEM
pipe2 EMFILE
mmap ENOMEM
signalfd4 ENFILE
memfd_create ENOSYS
pidfd_open ENOSYS EMFILE
rename,renameat,renameat2,link,linkat EIO
close EIO EINTR
getdents64 EIO
newfstatat,fstatat64,fstat,fstat64,statx EIO EACCES ENOMEM
access,faccessat,faccessat2 EIO
readlink,readlinkat EIO
getxattr,fgetxattr EIO
flock EINTR= ENOLCK=
fchmod EPERM
ftruncate,ftruncate64 EIO
lseek,_llseek ESPIPE
fcntl,fcntl64 EMFILE
END
touch reached; echo - > had
failed=0 number=0
bad() { echo "# $call $errnum, the ${at}th of: $*: $why; status $status"; sed 's/^/#   /' err | head -n 5; failed=$((failed + 1)); }
run() {	# STRACE-OPTIONS PSTAT ARGUMENTS: its status
	rm -f out* a.* err pids
	[ -z "$there" ] || cp there/* .
	if [ -n "$piped" ]; then
		{ timeout -s KILL $most strace -qq "$@" 2> err < /dev/null; echo $? > status; } | cat > out.1
		read -r status < status
	else
		timeout -s KILL $most strace -qq "$@" > out.1 2> err < /dev/null; status=$?
	fi
}
# Rows that there have to be, and the counts in them and in documents.
rows() { cat out.1 out err 2> /dev/null | sed -n -E 's/[0-9]+([.,][0-9]+)*/N/g; s/ *(#|\( ?\+-).*//; s/:u( |$)/ /; s/[[:space:]]+/ /g; s/ $//
	/^ N </d; / (page-faults|task-clock|cpu-clock)|Software event| elapsed|^ (ok|no|limited|note|unknown) |^ *-[a-zA-Z-]|^pstat N/p' | sort -u; }
counts() {
	[ ! -e a.data ] || "$pstat" report -i a.data > out.data 2> /dev/null
	cat out.1 out out.data err 2> /dev/null | awk '$2 == "page-faults" { print $1 }'
	sed -n '/"of": "interval"/d; /"name": "page-faults".*"status": "counted"/s/.*"value": \[*\([0-9, ]*\).*/\1/p' a.*json 2> /dev/null | tr , '\n'
}
# Those that are written: each is there, and is what it should be.
documents() { for doc in $made; do [ -s "$doc" ] || echo "no $doc"; done; }
conforming() {
	for doc in a.*; do
		case $doc in
		'a.*' | *.data | a.data.old | a.data.??????) ;;
		*) [ ! -s "$doc" ] || "$CONFORM" --schema "$SCHEMA" "$doc" > /dev/null 2>&1 || echo "$doc is none" ;;
		esac
	done
}
# What was there: the other results of a document stay, and so does the recording before.
kept() {
	for doc in $there; do
		case $doc in
		*.data) cmp -s "there/$doc" "$doc" || cmp -s "there/$doc" "$doc.old" || echo "$doc is lost" ;;
		*)
			for name in one two three; do
				grep -q "\"name\": \"$name\"" "$doc" || echo "$name of $doc is lost"
			done
			same=no; ! cmp -s "there/$doc" "$doc" || same=yes
			case " $(echo $made) ":$status:$same in
			*" $doc "*":$expected:yes") echo "nothing is added to $doc" ;;
			*" $doc "*) ;;
			*:no) echo "$doc is another one" ;;
			esac ;;
		esac
	done | head -n 1
}
# What it says of what it does not know: in a note, on stderr, or in place of a number.
confessions() { cat out.1 out err a.*json 2> /dev/null | sed -n -E 's/[0-9]+([.,][0-9]+)*/N/g; /<not |note: |^pstat: |not-counted|"unknown"/p' | sort -u; }
judge_report() {
	why=$(documents)
	rows > rows; confessions > confessions
	lost=$(comm -23 rows.normal rows | head -n 1)
	[ -z "$lost" ] || { [ "$must" != same ] && [ -n "$(comm -13 confessions.normal confessions)" ]; } || why="a row is lost:$lost"
	[ -n "$why" ] || why=$(counts | awk -v low="$low" -v high="$high" '
		/[0-9]/ && low && ($1 < low / 2 || $1 > high * 2) { print "counted " $1 ", not " low; exit }')
}
# The descriptor that could not be closed was opened for reading only.
is_read() { awk -F'[(<= ]+' '/^openat/ { fd = $0; sub(/.* = /, "", fd); only[fd + 0] = /O_RDONLY/ } /INJECTED/ { exit !only[$2] }' trace; }
# What concerns a document or the report itself cannot be passed over; what is only said beside it can.
of_output() {	# PSTAT-ARGUMENTS
	case $call in
	write)
		case " $* " in *' -o '*) grep -q '^write(2<' hit && return 1 ;; esac
		grep -q "^write([12]<\|^write([0-9]*<$tmp/" hit && ! grep -q '^write(2<[^"]*"\(pstat\|./command\): ' hit ;;
	close) grep -q "<$tmp/\(a\.[a-z]*\.[^>]*\|out\)>" hit && ! is_read ;;
	ftruncate*) grep -q "<$tmp/" hit ;;
	# not of files beside documents: where a folder takes none there are none
	openat) grep -q '"\([^"]*/\)*\(out\|base.json\|saved.json\)"' hit ;;
	*) false ;;
	esac
}
try() {	# PSTAT-ARGUMENTS
	must=either
	case $errnum in *=) must=same errnum=${errnum%=} ;; esac
	# what they were told is what they tell
	case $must:$1:$call in either:list:perf_event_open | either:doctor:*) must=any ;; esac
	run -y -o trace -e trace="$call,openat,wait4" -e inject="$call:error=$errnum:when=$at" "$pstat" "$@"
	why=
	if grep INJECTED trace > hit; then
		tried=$((tried + 1))
		[ $must = same ] || ! of_output "$@" || must=fail
	fi
	case $must:$status in
	fail:"$expected") why='nothing failed' ;;
	any:[01])
		rows > rows
		[ $(($(wc -l < rows) * 2)) -gt "$(wc -l < rows.normal)" ] || why='half of the rows are lost' ;;
	*:"$expected") judge_report ;;
	*:124 | *:137) why='it did not end' ;;
	same:*) why='it was noticed' ;;
	*:"$error") grep -q '^pstat: ..........' err || why='no message' ;;
	*) why='another status' ;;
	esac
	[ -n "$why" ] || why=$(conforming)
	[ -n "$why" ] || why=$(kept)
	# but for a record that was refused its place, and then it is told where it is
	for left in a.*.??????; do [ ! -e "$left" ] || grep -qF "'$left'" err || why="$left is left behind"; done
	for pid in $(cat pids 2> /dev/null); do
		case $call in wait*) ;; *) grep -q "^wait4($pid<*.*= $pid" trace || why='the command is not waited for' ;; esac
		if grep -q '^State:.[^Z]' "/proc/$pid/status" 2> /dev/null; then why='the command is left behind'; kill "$pid"; fi
	done
	[ -z "$why" ] || { bad "$@"; cat hit | sed 's/^/#   /'; }
}
try_chosen() { while read -r call errnum at _ <&3; do try "$@" 3<&-; done 3< chosen; }
every=1 error=125 piped='' most=30 always='' there=''
scenario() {	# STATUS PSTAT-ARGUMENTS
	expected=$1; shift
	before=$failed tried=0 number=$((number + 1))
	run -y -o all "$pstat" "$@"
	# a series or a comparison that is ended leaves none
	made=''; [ "$expected" = 124 ] || made=$(echo "$*" | tr ' =' '\n\n' | grep '^a\.[a-z]*$\|^out$')
	why=$(documents); [ "$status" = "$expected" ] || why='another status'
	[ -z "$why" ] || { call=none errnum='' at=0; bad "$@"; }
	counts | sort -n > few; low=$(head -n 1 few) high=$(tail -n 1 few)
	rows > rows.first; run -o trace "$pstat" "$@"; rows | comm -12 - rows.first > rows.normal; confessions > confessions.normal
	# before main libc maps and reads what it needs; what fails there is its own affair
	awk -f "$here/places.awk" all calls > faults
	cut -d ' ' -f 1 faults | sort -u >> reached
	awk -v step=$((step * every)) -v least=$least -v seed=$((seed * 7919 + number * 977)) -f "$here/choose.awk" had faults > chosen
	[ -z "$always" ] || grep -q "^$always" chosen || grep "^$always" faults >> chosen
	cut -d ' ' -f 1,2,4 chosen >> had
	try_chosen "$@"
	# a place that depends on time may not have been reached; the first write always is
	[ $tried -gt 0 ] || { grep '^write [^ ]* 1 ' faults | head -n 1 > chosen; try_chosen "$@"; }
	[ $failed = "$before" ] && [ $tried -gt 0 ] || { printf 'not '; failed=$((failed + 1)); }
	echo "ok - $tried injected faults of $(wc -l < faults): $(echo "$*" | sed "s/ $target / PID /")${piped:+ | cat}"
}
cat > ./command << 'EOT'
#!/bin/sh
echo $$ >> pids
exec sleep ${NAP:-0.02}
EOT
chmod +x command
scenario 0 -e task-clock,page-faults ./command
scenario 0 -i -e task-clock,page-faults ./command
scenario 0 -I 10 --summary --export ndjson=a.ndjson -e page-faults ./command
scenario 0 -r 2 --pre true --post true --save a.json -o out -e page-faults ./command
scenario 0 -a -A -e cpu-clock ./command
scenario 0 -p $target -e page-faults -I 10 --interval-count 2
scenario 0 --log-fd 1 -e page-faults ./command
piped=yes scenario 0 -I 10 --summary --log-fd 1 -e page-faults ./command; piped=''
scenario 1 -e page-faults false
scenario 0 record -o a.data -e page-faults ./command
scenario 0 compare -r 2 --warmup 0 -e page-faults --export json=a.json -- ./command --vs ./command
scenario 0 list sw
piped=yes scenario 0 list sw; piped=''
scenario 0 --help
scenario 0 --version
# Long commands, which are killed at the end: nothing waits for them.
# There is always one that pstat has to give up while it runs.
NAP=20 most=10 always='ppoll ENOMEM 1 '; export NAP
scenario 124 --timeout 100 -e page-faults ./command
scenario 124 -i -r 2 --timeout 100 -o out --save a.json -e page-faults ./command
scenario 124 compare -r 2 --warmup 0 --timeout 100 -e page-faults --export json=a.json -- ./command --vs ./command
# All of them where all of the others are.
[ "$step" = 1 ] || every=5
scenario 1 doctor
error=3 most=30 always='' NAP=0.002
"$pstat" --quiet -r 8 -e page-faults --name it --save saved.json ./command && cp saved.json base.json
scenario 0 gate --baseline base.json --candidate saved.json --limit page-faults=1M --export junit=a.xml
scenario 0 gate -r 8 --warmup 0 -e page-faults --limit page-faults=1M --export json=a.json -- ./command --vs ./command
# What is there before: results of other names, and a recording.
mkdir there
for name in one two three; do "$pstat" --quiet -r 8 -e page-faults --name $name --save there/a.json ./command; done
"$pstat" record --quiet -o there/a.data -e page-faults ./command
there='a.json a.data' error=125
scenario 0 --save a.json --name it -e page-faults ./command
scenario 0 record -o a.data -e page-faults ./command
error=3
scenario 0 gate -r 8 --warmup 0 --update --baseline a.json --name two -e page-faults --limit page-faults=1M -- ./command
missing=$(awk 'FILENAME == "reached" { made[$1]; next }
	{ split($1, name, ","); for (c = 1; c in name; c++) if (name[c] in made) next; print $1 }' reached calls)
[ -z "$missing" ] || failed=$((failed + 1))
echo "${missing:+not }ok - each call that may fail is made${missing:+: not }$(echo $missing)"
[ $failed = 0 ]
