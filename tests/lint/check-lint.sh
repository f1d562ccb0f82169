#!/bin/sh
# SPDX-License-Identifier: MIT
# check-lint.sh CC NM - the lint scripts find what they are there for: one bad file for each rule.
set -u
cc=$1 nm=$2
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
bad=0
# finds WHAT FILE TEXT: the room check complains about FILE when TEXT stands in it
finds() {
	rm -rf src include; mkdir -p "$(dirname "$2")"; printf '%s\n' "$3" > "$2"
	"$here/check-rooms.sh" "${2%%/*}" | grep -q '^not ok' || { echo "# not found: $1"; bad=1; }
}
finds 'a later room' src/base/x.c '#include "event/event.h"'
finds 'a format in the writer' src/output/x.c '#include "format/format.h"'
finds 'a way out of table' src/table/x.c '#include "host/kernel.h"'
finds 'a way out of statistics' include/compare/stats/x.h '#include "host/rootfs.h"'
finds 'a way out of format' src/format/x.c '#include "host/launch.h"'
finds 'a stray fork' src/count/x.c '	pid = vfork();'
finds 'a stray shell' src/host/x.c '	system("true");'
finds 'a banned function' src/cli/x.c '	n = atoi(s);'
finds 'an unknown room' src/misc/x.c 'int x;'
finds 'the options in another room' src/session/x.c '#include "cli/options.h"'
finds 'a key of a table, written by hand' src/format/x.c "$(printf '\t{ "user_ns", MEMBER_COUNT, 0 },\n\tjson_u64(j, "user_ns", 1);')"
finds 'the second member of a line, written by hand' src/format/x.c "$(printf '\t{ "pid", MEMBER_INT, 0 }, { "tasks", MEMBER_COUNT, 0 },\n\tjson_parts_number(j, "tasks", true, 1);')"
finds 'a long file' src/base/x.c "$(seq 1001)"
# both WHAT FILE TEXT FILE TEXT: the room check complains about two files
both() {
	rm -rf src include; mkdir -p "$(dirname "$2")" "$(dirname "$4")"; printf '%s\n' "$3" > "$2"; printf '%s\n' "$5" > "$4"
	mkdir -p src include; "$here/check-rooms.sh" src include | grep -q '^not ok' || { echo "# not found: $1"; bad=1; }
}
both 'a file name used twice' src/base/x.c '' src/cli/x.c ''
both 'a circle' src/base/a.c '#include "base/b.h"' src/base/b.c '#include "base/a.h"'
both 'a struct of a header twice' include/base/a.h 'struct place {' src/cli/b.c 'struct place {'
rm -rf src include; mkdir -p src/base
for i in $(seq 26); do echo > "src/base/x$i.c"; done
"$here/check-rooms.sh" src | grep -q '^not ok' || { echo '# not found: a room of 26 files'; bad=1; }
# ugly WHAT FILE TEXT: the style check complains about FILE; pretty: it does not
ugly() {
	rm -rf src tests; mkdir -p "$(dirname "$2")"; printf '%s\n' "$3" > "$2"
	"$here/check-style.sh" "${2%%/*}" | grep -q '^not ok' || { echo "# not found: $1"; bad=1; }
}
pretty() {
	rm -rf src tests; mkdir -p "$(dirname "$2")"; printf '%s\n' "$3" > "$2"
	"$here/check-style.sh" "${2%%/*}" | grep -q '^ok' || { echo "# found what is not there: $1"; bad=1; }
}
wide=$(printf '%111s' '' | tr ' ' x)
ugly 'a long line' src/base/x.c "$wide"
ugly 'a line that tabs make long' src/base/x.c "x	${wide#xxxxxxxx}"
pretty 'a line of 110' src/base/x.c "	${wide#xxxxxxxxx}"
pretty 'characters, not bytes' src/base/x.c "éé${wide#xxx}"
pretty 'a string alone' src/base/x.c "	\"$wide\","
ugly 'a string among code' src/base/x.c "	f(a, \"$wide\");"
pretty 'a string in a test' tests/unit/x.c "	f(a, \"$wide\");"
ugly 'a long function' src/base/x.c "{$(seq 60)
}"
pretty 'a long function of a test' tests/unit/x.c "{$(seq 99)
}"
ugly 'too long a function of a test' tests/unit/x.c "{$(seq 100)
}"
ugly 'a long file of tests' tests/unit/x.c "$(seq 1001)"
rm -rf src tests; mkdir src
for i in 1 2 3; do
	[ $i != 3 ] || tests=$("$here/check-style.sh" src)
	printf 'static const char *const names[] = { "x" };\nstatic int add_row(struct row *r)\n{\n}\n' > "src/$i.c"
done
case $tests in 'ok '*) ;; *) echo '# found what is not there: a static name in two files'; bad=1 ;; esac
[ "$("$here/check-style.sh" src | grep -c 'is static in two other files')" = 2 ] || { echo '# not found: a static name in three files'; bad=1; }
# symbol WHAT FILE TEXT: the symbol check complains about the object of FILE
symbol() {
	mkdir -p "$(dirname "$2")"; printf '%s\n' "$3" > "$2"; $cc -c -o "${2%.c}.o" "$2" || bad=1
	"$here/check-symbols.sh" "$nm" "${2%.c}.o" | grep -q '^not ok' || { echo "# not found: $1"; bad=1; }
}
symbol 'I/O in metric' src/metric/io.c 'int putchar(int); int f(int c) { return putchar(c); }'
symbol 'fork in base' src/base/f.c 'int fork(void); int f(void) { return fork(); }'
symbol 'setlocale in cli' src/cli/l.c 'char *setlocale(int, char *); char *f(char *s) { return setlocale(6, s); }'
echo 'int printf(const char *, ...); int f(void); int f(void) { return 0; }' > src/base/ok.c; $cc -c -o src/base/ok.o src/base/ok.c
"$here/check-symbols.sh" "$nm" src/base/ok.o | grep -q '^ok' || { echo '# found what is not there'; bad=1; }
# covered WANT REASONS: of three lines two are run, of two branches one, and f runs half of its lines
cat > gcov <<'END'
#!/bin/sh
printf '%s\n' '        -:    0:Source:src/base/x.c' 'function f called 1 returned 100% blocks executed 50%' \
	'        1:    1:int f(void)' 'branch  0 taken 1 (fallthrough)' 'branch  1 taken 0' '    #####:    2:	return g();' \
	'call    0 never executed' 'function h called 1 returned 100% blocks executed 100%' '        1:    5:int h(void)' \
	'        -:    6:{' '        -:    0:Source:include/base/x.h' 'function i called 0 returned 0% blocks executed 0%' \
	'    #####:    1:static inline int i(void)'
END
chmod +x gcov; mkdir -p gcda; : > gcda/x.gcda
covered() {
	printf '%s\n' "$2" > reasons
	got=$(GCOV=$tmp/gcov "$here/../coverage.sh" gcda reasons 60 50 80 2> /dev/null | sed -n 's/^\(ok\|not ok\) -.*/\1/p' | tr '\n' ,)
	[ "$got" = "$1" ] || { echo "# coverage with '$2': $got"; bad=1; }
}
covered ok,ok,ok,ok, 'src/base/x.c	f	no test can'
covered 'ok,ok,not ok,ok,' '# nothing'
covered 'ok,ok,ok,not ok,' 'src/base/x.c f'
covered 'ok,ok,ok,not ok,' 'src/base/x.c f no test can
src/base/x.c h nor this one'
GCOV=$tmp/gcov "$here/../coverage.sh" gcda reasons 70 60 80 | grep -c '^not ok - coverage: .* wanted' | grep -q 2 || { echo '# coverage that is too low'; bad=1; }
GCOV=true "$here/../coverage.sh" gcda reasons | grep -q '^not ok' || { echo '# coverage of nothing'; bad=1; }
# analyzed WANT REASONS: gcc has one finding, in x.c, nobody else has any; not there are the others
mkdir -p tools src/base; printf '\nint *p = 0; int x = *p;\n' > src/base/x.c; : > .clang-tidy
for tool in clang clang-tidy cppcheck; do printf '#!/bin/sh\n' > tools/$tool; done
printf '#!/bin/sh\necho "src/base/x.c:2:21: warning: dereference of NULL [CWE-476] [-Wanalyzer-null]"\n' > tools/gcc
chmod +x tools/*
analyzed() {
	printf '%s\n' "$2" > reasons; rm -rf said
	got=$(PATH=$tmp/tools:$PATH "$here/analyze.sh" said reasons -I. -- src/base/x.c | sed -n 's/^\(ok\|not ok\) -.*/\1/p' | tr '\n' ,)
	[ "$got" = "$1" ] || { echo "# analysis with '$2': $got"; bad=1; }
}
analyzed 'not ok,ok,ok,ok,ok,' '# nothing'
analyzed ok,ok,ok,ok,ok, '-Wanalyzer-null	src/base/x.c	*p	it is meant'
analyzed ok,ok,ok,ok,ok, '-Wanalyzer-null	src/base/x.c	-	it is meant'
analyzed 'not ok,ok,ok,ok,not ok,' '-Wanalyzer-null	src/base/x.c	elsewhere	it is meant'
analyzed ok,ok,ok,ok,'not ok,' '-Wanalyzer-null	src/base/x.c	*p	it is meant
cppcheck-x	src/base/x.c	-	it was once'
analyzed 'not ok,ok,ok,ok,not ok,' '-Wanalyzer-null	src/base/x.c	*p'
printf '#!/bin/sh\nexit 1\n' > tools/cppcheck
analyzed ok,ok,ok,'not ok,'ok, '-Wanalyzer-null	src/base/x.c	*p	it is meant'
[ $bad = 0 ] && echo 'ok - the lint scripts find what they look for' || echo 'not ok - the lint scripts find what they look for'
exit $bad
