#!/bin/sh
# SPDX-License-Identifier: MIT
# check-import.sh - tables/import makes the same table of each of the three forms, and says what it leaves out.
set -u
export LC_ALL=C
import=$(cd "$(dirname "$0")/../../tables" && pwd)/import
name='tables/import reads the JSON of vendors'
command -v python3 > /dev/null || { echo "ok - $name # SKIP no python3"; exit 0; }
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
rc=0
expect() {	# WHAT FILE, the text on stdin; | is a tab in tables
	case $2 in *.tsv) sed 's/|/	/g' > expected ;; *) cat > expected ;; esac
	diff -u expected "$2" > differs || { echo "# $1:"; sed 's/^/# /' differs; rc=1; }
}

mkdir -p kernel/one
: > kernel/mapfile.csv
cat > kernel/common.json << 'END'
[ { "EventName": "CPU_CYCLES", "EventCode": "0x11", "BriefDescription": "words" },
  { "MetricName": "bound", "MetricExpr": "A /  B", "ScaleUnit": "100%" } ]
END
cat > kernel/one/cache.json << 'END'
[ { "ArchStdEvent": "CPU_CYCLES" }, { "ArchStdEvent": "bound" }, { "ArchStdEvent": "missing" },
  { "EventName": "B.Two", "EventCode": "0xB7, 0xBB", "UMask": "0X01", "MSRIndex": "0x1a6,0x1a7", "MSRValue": "0x10",
    "PerPkg": "1", "Unit": "iMC", "CounterMask": "0", "EdgeDetect": "1", "ScaleUnit": "64Bytes" },
  { "EventName": "fixed", "Counter": "Fixed counter 2" },
  { "EventName": "twice", "EventCode": "1" }, { "EventName": "TWICE", "EventCode": "0x2", "Deprecated": "1" },
  { "EventName": "no code" }, { "EventName": "odd", "EventCode": "x" },
  { "EventName": "register", "EventCode": "1", "MSRIndex": "0x3e0", "MSRValue": "1" },
  { "MetricName": "m", "MetricExpr": "B.Two", "MetricGroup": "G", "Unit": "cpu_core", "MetricThreshold": "m > 1" } ]
END
"$import" --table a --into . kernel/one > said || rc=1
expect 'events of the kernel' a.events.tsv << 'END'
# topic|name|unit|event|umask|other
cache|b.two|iMC|0xb7|0x1|EdgeDetect=1 MSRIndex=0x1a6 MSRValue=0x10 PerPkg=1 ScaleUnit=64Bytes
cache|cpu_cycles|cpu|0x11||
cache|fixed|cpu||0x2|
cache|twice|cpu|0x2||Deprecated=1
END
expect 'metrics of the kernel' a.metrics.tsv << 'END'
# topic|name|groups|scale_unit|threshold|expression|other
cache|bound||100%||A / B|
cache|m|G||m > 1|B.Two|Unit=cpu_core
END
expect 'what is said' said << 'END'
a: 4 events, 2 metrics
  left out: 1 events: EventCode is not a number: odd
  left out: 1 events: another of the same name and unit: twice
  left out: 1 events: it does not say how to count it: no code
  left out: 1 events: no PMU has a term for register 0x3e0: register
  left out: 1 events: there is no standard event of that name: missing
END
cp a.events.tsv before && "$import" --table a --into . kernel/one > said && cmp before a.events.tsv || { echo '# the second time it is different'; rc=1; }

echo '{ "Header": {}, "Events": [ { "EventName": "X", "EventCode": "0x3c", "UMask": "0x01", "UMaskExt": "0x02" } ] }' > core.json
echo '{ "cpu": "N", "events": [ { "name": "SW_INCR", "code": 0, "type": "ARCH" }, { "name": "L1", "code": 20 } ] }' > arm.json
"$import" --table b --into . core.json:cpu_core arm.json > said || rc=1
expect "events of Intel and Arm" b.events.tsv << 'END'
# topic|name|unit|event|umask|other
arm|l1|cpu|0x14||
arm|sw_incr|cpu|||
core|x|cpu_core|0x3c|0x201|
END
# What is wrong is said in one line, with the name of the file; nothing is written.  One python3 makes all of them, as
# its start takes longer than the rest.
cat > refuse.py << 'END'
import contextlib, os, runpy, sys
program, cases = sys.argv[1], sys.argv[2:]
for source, what in zip(cases[::2], cases[1::2]):
    sys.argv = [program, '--table', 'c', '--into', '.', source]
    status = None
    with open('said', 'w') as said, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            runpy.run_path(program, run_name='__main__')
        except SystemExit as end:
            status = end.code
            if isinstance(status, str):
                print(status, file=sys.stderr)
    text = open('said').read()
    if not status:
        print(f'# {source} is no error')
    if not any(line.startswith(what) for line in text.splitlines()) or os.path.exists('c.events.tsv'):
        print(f'# {source}:', text)
END
mkdir bad bad/empty
echo '[ { "EventName": "A",' > bad/broken.json
printf '\377' > bad/bytes.json
echo 5 > bad/number.json
echo '{ "events": [ { "name": "X" } ] }' > bad/arm.json
echo '[ { "EventName": 5, "EventCode": "1" } ]' > bad/name.json
set -- kernel/none 'import: kernel/none: No such file or directory' bad 'import: bad/broken.json: ' \
	bad/bytes.json 'import: bad/bytes.json: ' bad/arm.json '  left out: 1 events: it does not say how to count it: X' \
	bad/name.json '  left out: 1 events: EventName is not a text: 5'
for f in empty number.json arm.json name.json; do set -- "$@" bad/$f "import: no events in bad/$f: name the folder"; done
refused=$(python3 refuse.py "$import" "$@" 2>&1)
[ -z "$refused" ] || { printf '%s\n' "$refused" | sed 's/^/# /'; rc=1; }
"$import" --table ../c --into . core.json > said 2>&1 && { echo '# a name with a slash'; rc=1; }
"$import" --help | awk 'length > 95 { print "# a long line of the help: " $0; bad = 1 } END { exit bad }' || rc=1
"$import" --all linux=kernel > said 2>&1 && { echo '# --all without its trees'; rc=1; }
grep -q "from the tree 'linux-6.12': add linux-6.12=FOLDER" said || { echo "# --all: $(cat said)"; rc=1; }
echo "$([ $rc = 0 ] && echo ok || echo not ok) - $name"
exit $rc
