#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh run SECONDS NAME... | wide SECONDS NAME... | long NAME... | merge NAME... | table NAME... - fuzz targets
# with clang's libFuzzer.
#
# wide: without sanitizers, whose programs are in $WIDE (build/fuzzwide/fuzz): several times as many inputs in
# the time, which the others go on from; nothing is added to their state.
# run: each so long.  long: each until 10 minutes of CPU brought no new coverage, 15 at least (at most an hour).
# merge: the fewest inputs that reach as far become tests/fuzz/corpus/NAME.  TAP on stdout; table: what was
# reached, as in README.md.
# $FUZZ_JOBS targets run side by side (1).  Everything else stands below $BUILD (build/fuzzer), whose fuzz/
# has the programs: corpus/NAME all inputs, found/ what was found, log/NAME, and state/NAME, which says
# "CPU-SECONDS OF-THESE-WITHOUT-ANYTHING-NEW EDGES FEATURES", so that `long` goes on where it was ended.
set -u
export LC_ALL=C BUILD="${BUILD:-build/fuzzer}" WIDE="${WIDE:-build/fuzzwide/fuzz}"
export ASAN_OPTIONS="${ASAN_OPTIONS:-quarantine_size_mb=32}"
own=tests/fuzz slice=400 least=900 quiet=600 most=3600

# The longest input that is worth trying.
length() {
	case $1 in
	cpulist | reading) echo 400 ;;
	control) echo 1000 ;;
	expr | limit | options | spec) echo 1500 ;;
	program) echo 8192 ;;
	saved) echo 12000 ;;
	*) echo 4096 ;;
	esac
}

# Bytes in the tree; twice as many for those that reach an edge which no other does.
room() {
	case $1 in
	program) echo 250000 ;;
	saved) echo 195000 ;;
	perfdata) echo 55000 ;;
	*) echo 30000 ;;
	esac
}

begin() {	# NAME: what is in the tree is where libFuzzer looks for it
	mkdir -p "$BUILD/corpus/$1" "$BUILD/found" "$BUILD/log" "$BUILD/state"
	for corpus in "$own/corpus/$1" "$own/corpus/$1.crashes"; do
		[ ! -f "$corpus" ] || "$BUILD/fuzz/pack" -u "$corpus" "$BUILD/corpus/$1" || return 1
	done
	[ -f "$BUILD/state/$1" ] || echo 0 0 0 0 > "$BUILD/state/$1"
}

go() {		# FOLDER NAME SECONDS [OPTION...]
	program=$1/fuzz_$2 name=$2 seconds=$3; shift 3
	[ ! -f "$own/dict/$name" ] || set -- "-dict=$own/dict/$name" "$@"
	"$program" -max_total_time="$seconds" -max_len="$(length "$name")" -timeout=60 -rss_limit_mb=2000 -print_final_stats=1 \
		-artifact_prefix="$BUILD/found/$name-" "$@" "$BUILD/corpus/$name" < /dev/null > "$BUILD/log/$name" 2>&1
}

once() {	# NAME SECONDS: adds what it took and reached to its state
	(
		go "$BUILD/fuzz" "$1" "$2"
		rc=$?
		times > "$BUILD/state/$1.times"	# of the shell, and of its children
		exit $rc
	)
	rc=$?
	{ cat "$BUILD/state/$1"; tail -n 1 "$BUILD/state/$1.times" | tr 'ms' '  '; cat "$BUILD/log/$1"; } | awk '
		NR == 1 { cpu = $1; still = $2; edges = $3; features = $4; next }
		NR == 2 { took = $1 * 60 + $2 + $3 * 60 + $4; next }
		match($0, /^#[0-9]+/) { runs = substr($0, 2, RLENGTH - 1) + 0 }
		match($0, /cov: [0-9]+ ft: [0-9]+ /) { split(substr($0, RSTART), part, " ")
			if (part[2] + 0 > most) { most = part[2] + 0; at = runs }
			if (part[4] + 0 > features) features = part[4] + 0 }
		END {	# edges beyond the most so far came with the run that reached the most
			grown = (most > edges)
			printf "%d %d %d %d\n", cpu + took, (grown ? took * (1 - (runs ? at / runs : 1)) : still + took),
				(grown ? most : edges), features }' > "$BUILD/state/$1.new"
	[ ! -s "$BUILD/state/$1.new" ] || mv "$BUILD/state/$1.new" "$BUILD/state/$1"
	rm "$BUILD/state/$1.times"
	return $rc
}

tell() {	# NAME STATUS
	read -r cpu still edges features < "$BUILD/state/$1"
	if [ "$2" = 0 ]; then
		echo "ok - fuzz $1: $edges edges, $features features after $cpu s of CPU in all, the last $still s without new edges"
	else
		echo "not ok - fuzz $1: see $BUILD/log/$1 and $BUILD/found/$1-*"
	fi
	return "$2"
}

run() {		# SECONDS NAME
	begin "$2" && once "$2" "$1"
	tell "$2" $?
}

wide() {	# SECONDS NAME: a third of the time would be for what -entropic chooses by
	begin "$2" && go "$WIDE" "$2" "$1" -entropic=0
	rc=$?
	[ $rc = 0 ] || printf 'not '
	echo "ok - fuzz $2, without sanitizers: $(find "$BUILD/corpus/$2" -type f | wc -l) inputs in $BUILD/corpus/$2"
	return $rc
}

is_done() {	# NAME
	[ -f "$BUILD/state/$1" ] || return 1
	read -r cpu still edges features < "$BUILD/state/$1"
	[ "$cpu" -ge $most ] || { [ "$cpu" -ge $least ] && [ "$still" -ge $quiet ]; }
}

# In turns, so that what is there when it is ended early is of all of them.
long() {	# NAME...
	mkdir -p "$BUILD/failed" && rm -f "$BUILD"/failed/*
	while :; do
		todo=
		for name; do [ -f "$BUILD/failed/$name" ] || is_done "$name" || todo="$todo $name"; done
		[ -n "$todo" ] || break
		# shellcheck disable=SC2086 # words they are
		printf '%s\n' $todo | xargs -n 1 -P "${FUZZ_JOBS:-1}" "$0" one turn
	done
	rc=0
	for name; do
		[ ! -f "$BUILD/failed/$name" ]
		tell "$name" $? || rc=1
	done
	return $rc
}

turn() {	# NAME
	{ begin "$1" && once "$1" $slice; } || touch "$BUILD/failed/$1"
}

fewest() {	# NAME FOLDER WORDS...: as a corpus
	name=$1 few=$2; shift 2
	rm -rf "$few" && mkdir -p "$few"
	"$BUILD/fuzz/fuzz_$name" -merge=1 "$@" -max_len="$(length "$name")" -timeout=60 "$few" "$BUILD/corpus/$name" \
		> "$BUILD/log/$name.merge" 2>&1 && "$BUILD/fuzz/pack" "$few" > "$few.corpus"
}

# Those that reach each edge, and of the others, which reach some more often, as many small ones as there is room for.
merge() {	# NAME
	if ! { begin "$1" && fewest "$1" "$BUILD/few/$1" && fewest "$1" "$BUILD/few/$1.edges" -use_counters=0; }; then
		echo "not ok - merge $1: see $BUILD/log/$1.merge"
		return 1
	fi
	awk -v large="$(room "$1")" 'seen[$0]++ { next } { sum += length($0) + 1 } sum <= (FNR == NR ? 2 : 1) * large' \
		"$BUILD/few/$1.edges.corpus" "$BUILD/few/$1.corpus" > "$BUILD/few/$1.new" &&
		sort "$BUILD/few/$1.new" > "$own/corpus/$1"
	echo "ok - merge $1: $(wc -l < "$own/corpus/$1") inputs, $(wc -c < "$own/corpus/$1") bytes"
}

table() {	# NAME...: what was reached, for README.md
	for name; do
		[ -f "$BUILD/state/$name" ] || continue
		read -r cpu still edges features < "$BUILD/state/$name"
		printf '| %s | %d | %d | %d | %d | %d |\n' "$name" $((cpu / 60)) $((still / 60)) "$edges" "$features" \
			"$(wc -l < "$own/corpus/$name")"
	done
}

there() {	# 0: clang has what is needed
	echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return !d && n; }' |
		clang -fsanitize=fuzzer,address,undefined -x c -o /dev/null - > /dev/null 2>&1
}

verb=${1-}
[ $# = 0 ] || shift
case $verb in
there)	there ;;
one)	"$@" ;;		# a part, of xargs below
run | wide) seconds=$1; shift; printf '%s\n' "$@" | xargs -n 1 -P "${FUZZ_JOBS:-1}" "$0" one "$verb" "$seconds" ;;
long)	long "$@" ;;
table)	table "$@" ;;
merge)	for name; do merge "$name" || exit 1; done ;;
*)	echo 'usage: fuzz.sh run SECONDS NAME... | wide SECONDS NAME... | long NAME... | merge NAME... | table NAME...' >&2; exit 2 ;;
esac
