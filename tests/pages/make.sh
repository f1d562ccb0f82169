#!/bin/sh
# SPDX-License-Identifier: MIT
# make.sh PSTAT-FAKE MACHINES FOLDER - writes a page of each kind that pstat has into FOLDER, on a fake kernel: the same
# pages each time, with what is hard to draw: values beyond an axis, equal ones, none, many, long names, short segments.
set -eu
[ $# = 3 ] || { echo 'make.sh: call it as `make check-pages`' >&2; exit 2; }
export LC_ALL=C
PSTAT=$(realpath "$1") machines=$2 out=$3
CASES_DIR=$(cd tests/golden && pwd)
mkdir -p "$out"; rm -f "$out"/*.html
out=$(cd "$out" && pwd)
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cd "$dir"
# page NAME [VERB] ARGUMENTS; a gate that fails ends with 1
page() {
	name=$1 verb=stat; shift
	case $1 in compare|gate|report|trend) verb=$1; shift ;; esac
	"$PSTAT" "$verb" --export html="$out/$name.html" "$@" > "$name.out" 2>&1 || :
	[ -s "$out/$name.html" ] || { echo "make.sh: no page $name" >&2; cat "$name.out" >&2; exit 1; }
}

export FAKE FAKE_ROOT=$machines/vm-zen5
FAKE='spread=5 child=30,31,29,30,33,30,29,28,47,30' page run -r 40 -e cycles,instructions,branches,branch-misses,page-faults,task-clock ./parse file.json
FAKE='spread=9' page many-runs -r 400 -e page-faults,cycles ./parse
FAKE='child=2400 spread=20 type=0 config=0x7 count=1000000' page intervals -I 60 -e cycles,instructions,page-faults ./serve
FAKE='child=100 process=200:0:make:10:50:20 process=201:200:as:20:90:5 process=202:0:a-name-of-15-cha:60:0:5 process=203:200:cc1:30:40:12 process=204:200:ld:80:20:7' \
	page processes --per-process --tree -e cycles,page-faults,task-clock make all
FAKE='child=10 region=parse entries=3 each=1000; region=<load> entries=2 each=500 on=50%' page regions --regions -e cycles ./parse
. "$CASES_DIR/functions.sh"
saved_functions 2 cycles cache-misses <<'END' > functions.json
830 830000 850000 ; 30 3000 2900 ; "function": "std::vector<std::string, std::allocator<std::string>>::push_back(std::string const&)", "object": "libstdc++.so.6"
70 70000 71000 ; not-counted ; "function": "<main>", "object": "parse"
60 60000 60000 ; - ; "function": "[kernel]"
20 20000 21000 ; 10 1000 1000 ; "part": "others"
0 20 30 ; - ; "part": "unknown"
1000 1000000 1020000 ; 40 4000 3900 ; "part": "total"
END
page functions report functions.json
FAKE='spread=2 more=new:8' page compare compare -r 20 -e page-faults,cycles:u,instructions:u -- ./parse old --vs ./parse new
FAKE='spread=3 more=b:8 more=c:-3' page compare-three compare -r 20 -e page-faults,cycles:u -- ./parse a --vs ./parse b --vs ./parse c
FAKE='spread=1 more=b:160' page compare-cut compare -r 10 -e page-faults,instructions:u -- ./parse a --vs ./parse b
FAKE='spread=1 more=b:8' page gate gate -e instructions:u,cycles:u,page-faults --limit 'instructions:u=+1%,page-faults=+20%' \
	--if-unsupported=skip -- ./parse a --vs ./parse b
for file in old new; do
	for name in lex '<parse>'; do FAKE="spread=1 more=new:8" "$PSTAT" --quiet -r 10 --name "$name" -e instructions:u --save $file.json ./parse $file; done
done
page gate-several gate --limit instructions:u=+1% --baseline old.json --candidate new.json

. "$CASES_DIR/history.sh"
results '<parse>' 0 29 0.100 > h.ndjson; KERNEL=6.11.0 results '<parse>' 30 41 0.108 >> h.ndjson; results '<parse>' 42 59 0.094 >> h.ndjson
CPUS=64 counts load 5 40 50000000 40000 6 >> h.ndjson
page trend trend h.ndjson
results short 0 3 0.1 > short.ndjson
page trend-short trend short.ndjson

unset FAKE_ROOT
. "$CASES_DIR/valgrind.sh"
cat > lex.c <<'END'
#include "lex.h"
int words(const char *s)
{
	int n = 0;
	while (*s) {
		while (strchr(" \t\n\v\f\r", *s)) s++;
		n++;
	}
	return n;
}
END
touch -d '2020-01-01' lex.c; touch -d '2020-01-02' prog new
cat >> log.sh <<'END'
lines() {	# OBJECT SUM LINE...
	object=$1 sum=$2; shift 2
	{ printf 'desc: by hand\ncmd: ./prog\nevents: Ir\n'; printf '%s\n' "$@"; echo "summary: $sum"; } > "$LOG.lines"
	log "${LOG##*/}" "$object" "started
Reading syms from $CASE/${object#./}
I refs: $sum" > "$LOG"
}
END
export CASE=$PWD FAKE_VALGRIND='. "$LOG_SH"; case $1 in
./new) lines ./new 1046100 fl=$CASE/lex.c fn=main "5 60000" "6 900000" "7 50000" "9 100" fl=./malloc/malloc.c fn=malloc "100 6000" "fl=./s.S" "fn=strchr" "1 30000" ;;
*) lines ./prog 865100 fl=$CASE/lex.c fn=main "5 60000" "6 800000" "9 100" fl=./malloc/malloc.c fn=malloc "100 5000" ;; esac'
page where gate --limit 'valgrind/instructions/=+0.5%' -- ./prog --vs ./new
