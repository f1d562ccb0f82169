#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh PSTAT HOLD [LINE...] - random command lines, given to perf 6.12 and to pstat under its name; TAP on stdout.
#
# LINES=2000 command lines of the grammar, the same for the same SEED=1; or the LINEs given.  What the two print is
# compared after `rules` were applied, each of which stands for chance or for a sentence of the manual.  A line that
# differs is run twice more, and counts as different if it differs each time.  What they printed is left in
# build/random.  HOLD is the program of tests/live; perf 6.12 is from `make deps-perf612`, or $PERF612.
set -u
here=$(cd "$(dirname "$0")" && pwd) pstat=$1 hold=$2 perf=${PERF612:-$PWD/build/perf612/perf}
shift 2
[ -x "$perf" ] || { echo 'ok - random command lines # SKIP no perf 6.12, see make deps-perf612'; exit 0; }
to=$PWD/build/random; rm -rf "$to"; mkdir -p "$to/bin-perf" "$to/bin-pstat"
# By its full name it finds its libraries.
printf '#!/bin/sh\nexec "%s" "$@"\n' "$perf" > "$to/bin-perf/perf"; chmod 755 "$to/bin-perf/perf"
ln -s "$pstat" "$to/bin-pstat/perf"
if [ $# -gt 0 ]; then printf '%s\n' "$@"; else awk -v seed="${SEED:-1}" -v lines="${LINES:-2000}" -f "$here/lines.awk" "$here/grammar"; fi > "$to/lines" || exit

mkfifo "$to/hold" "$to/said"; "$hold" 3 < "$to/hold" > "$to/said" & pid=$!
exec 9> "$to/hold"; trap 'exec 9>&-; rm -f "$to/hold" "$to/said"' EXIT
read -r said < "$to/said"; [ "$said" = ready ] || { echo "not ok - $hold ${said:-did not start}"; exit 1; }
set -- "/proc/$pid/task/"*; tid=$3
tid=${tid##*/}; export pid tid
# Thousands with commas, where such a locale can be made.
export LC_ALL=C
! localedef -i en_US -f UTF-8 "$to/en_US" > /dev/null 2>&1 || export LOCPATH="$to" LC_ALL=en_US
unset PERF_CONFIG COLUMNS

run() {	# SIDE NUMBER LINE: in a folder of its own, where it may leave files
	( cd "$to/$1/$2" && PATH=$to/bin-$1:$PATH HOME=$to/$1/$2 && export PATH HOME && timeout -k 5 30 sh -c "$3" < /dev/null > stdout 2> stderr 3> fd3 9>&-
	echo "status $?" > status )
}

seq 1 "$(wc -l < "$to/lines")" > "$to/numbers"
for _ in 1 2 3; do
	[ -s "$to/numbers" ] || break
	for side in perf pstat; do rm -rf "${to:?}/$side"; mkdir "$to/$side"; (cd "$to/$side" && xargs mkdir < "$to/numbers"); done
	n=0 wanted=" $(tr '\n' ' ' < "$to/numbers")"
	while IFS= read -r line <&4; do
		n=$((n + 1))
		case $wanted in *" $n "*) ;; *) continue ;; esac
		run perf $n "$line"; run pstat $n "$line"
	done 4< "$to/lines"
	awk -v to="$to" -f "$here/compare.awk" "$here/rules" "$to/lines" "$to/numbers" > "$to/differences" || exit
	awk '$1 == "differs" { print $2 }' "$to/differences" > "$to/numbers"
done
count=$(wc -l < "$to/numbers") lines=$(wc -l < "$to/lines")
awk '$1 != "used" && $1 != "skipped" { print "# " $0 }' "$to/differences"
if [ "$count" = 0 ]; then echo "ok - $lines random command lines"; else echo "not ok - of $lines random command lines $count differ from perf 6.12"; fi
[ "$count" = 0 ]
