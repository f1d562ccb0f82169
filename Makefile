# SPDX-License-Identifier: MIT
# pstat - count performance events.  GNU make; `make help` lists the targets.
#
# Yours to set:      CC CFLAGS CPPFLAGS LDFLAGS LDLIBS prefix DESTDIR CROSS_COMPILE V=1
# Build flavours:    make SAN=address,undefined    make WERROR=1    make CC=musl-gcc    make HARDEN=
# ./pstat is static where the compiler can link it so.  STATIC= : dynamic;  STATIC=1: the tests' programs are static, too.
# Each flavour has a tree of its own under build/; FLAVOUR=name makes one more.
# Local settings go in config.mk, which git ignores.
-include config.mk

NAME    := pstat
VERSION := 0.1.0

# --- tools and flags ---------------------------------------------------------
comma := ,
ifeq ($(origin CC),default)
CC := $(CROSS_COMPILE)gcc
endif
ifeq ($(origin AR),default)
AR := $(CROSS_COMPILE)ar
endif
NM      ?= $(CROSS_COMPILE)nm
INSTALL ?= install
CFLAGS  ?= $(if $(COVERAGE),-O0,-O2) -g

cc_name := $(notdir $(firstword $(CC)))
musl    := $(findstring musl-gcc,$(cc_name))

prefix      ?= /usr/local
bindir      ?= $(prefix)/bin
datadir     ?= $(prefix)/share
mandir      ?= $(datadir)/man
includedir  ?= $(prefix)/include
zshdir      ?= $(datadir)/zsh/site-functions

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings \
        -Wcast-qual -Wformat=2 -Wundef -Wvla -Wpointer-arith -Wconversion -Wsign-conversion \
        -Wmissing-declarations -Wold-style-definition -Wnested-externs -Wdate-time \
        -Wunused-macros -Wimplicit-fallthrough -Wno-missing-field-initializers
# What only one of them knows.
ifneq ($(findstring clang,$(CC)),)
WARN += -Wshorten-64-to-32 -Wcast-align -Wunreachable-code -Wmissing-variable-declarations \
        -Wloop-analysis -Wcovered-switch-default -Wextra-semi -Wduplicate-enum
else
WARN += -Wcast-align=strict -Wduplicated-cond -Wlogical-op \
        -Wformat-overflow=2 -Wshift-overflow=2 -Wjump-misses-init -Walloca
endif
own_cflags  := -std=gnu11 -Iinclude -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -DPSTAT_VERSION='"$(VERSION)"' $(WARN) -fno-common
# Nothing here unwinds a stack; debuggers have -g. Without these tables the program is 5 % smaller.
own_cflags  += -fno-asynchronous-unwind-tables -fno-unwind-tables
own_ldflags :=
own_libs    := -lm
# In the longer registers of x87 the same comparison may come out differently twice.
ifeq ($(shell echo __i386__ __FLT_EVAL_METHOD__ | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2> /dev/null),1 2)
own_cflags  += -msse2 -mfpmath=sse
endif
ifdef WERROR
own_cflags  += -Werror
endif
ifdef SAN
own_cflags  += -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
own_ldflags += -fsanitize=$(SAN)
endif
ifdef COVERAGE
own_cflags  += --coverage
own_ldflags += --coverage
endif
# Hardening, as far as compiler, C library and CFLAGS take it: 51,000 more instructions at the start, 1 % more text.
# Sanitizers and gcov want none of it.
HARDEN ?= 1
# The checked memset() of glibc's libc.a cannot be in a position independent program for i386.
takes = $(shell printf '\043include <string.h>\nint main(int c, char **v) { char b[64]; memset(b, c, (unsigned)c); return !v + b[c & 1]; }\n' | $(CC) -Werror $(CPPFLAGS) $(CFLAGS) $(1) $(LDFLAGS) -x c -o /dev/null - 2> /dev/null && echo yes)
# musl-gcc ignores -static-pie and would link dynamically, so rcrt1.o is linked by hand.
rcrt1 := $(if $(musl),$(wildcard $(patsubst %/Scrt1.o,%/rcrt1.o,$(shell $(CC) '-###' -x c /dev/null 2>&1 | grep -o '[^ "]*/Scrt1\.o'))))
musl_pie := $(if $(rcrt1),-static -nostartfiles -Wl$(comma)-pie$(comma)--no-dynamic-linker$(comma)-z$(comma)text $(rcrt1))
static_pie := $(if $(musl),$(musl_pie),-static-pie)
ifeq ($(HARDEN)$(SAN)$(COVERAGE),1)
taken = $(if $(call takes,$(2) $(1)),$(1),$(foreach f,$(1),$(if $(call takes,$(2) $f),$f)))
harden_cflags := $(call taken,-fPIE -fstack-protector-strong -fstack-clash-protection -fcf-protection -Wp$(comma)-U_FORTIFY_SOURCE$(comma)-D_FORTIFY_SOURCE=3)
pie := $(if $(STATIC),$(static_pie),-pie)
harden_ldflags := $(if $(call takes,$(pie) $(harden_cflags)),$(pie)) \
	$(call taken,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now$(comma)-z$(comma)noexecstack)
endif
ifdef STATIC
own_ldflags += $(if $(filter -static-pie -static,$(harden_ldflags)),,-static)
endif
# A static program starts in five sixths of the time, with the same hardening.  With musl it would be two thirds, but
# musl knows no locales, and reads large files of results a third slower.  Programs of tests stay dynamic, for cmocka,
# valgrind and sanitizers.
program_ldflags = $(harden_ldflags)
ifeq ($(origin STATIC)$(SAN)$(COVERAGE),undefined)
fast := $(if $(harden_ldflags),$(if $(filter -pie,$(harden_ldflags)),$(static_pie)),-static)
ifneq ($(if $(fast),$(call takes,$(fast) $(harden_cflags) $(own_libs))),)
program_ldflags := $(fast) $(filter-out -pie,$(harden_ldflags))
endif
endif
# Packed, the relocations of the tables of pointers take 1 KB and not 60.  Only newer C libraries unpack them.
unpacks := $(shell printf '\043include <features.h>\n\043if __GLIBC_PREREQ(2, 36)\nyes\n\043endif\n' | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2> /dev/null)
ifeq ($(unpacks),yes)
pack := -Wl$(comma)-z$(comma)pack-relative-relocs
packed := $(if $(call takes,-Wl$(comma)--fatal-warnings $(pack)),$(pack))
program_ldflags += $(packed)
endif
ifdef musl
# musl-gcc knows its own headers only, not the kernel's
own_cflags  += -idirafter /usr/include -idirafter /usr/include/$(shell gcc -print-multiarch)
endif
compile = $(CC) $(own_cflags) $(harden_cflags) $(CPPFLAGS) $(CFLAGS) $(small)
link    = $(CC) $(own_ldflags) $(harden_ldflags) $(CFLAGS) $(LDFLAGS)
link_program = $(CC) $(own_ldflags) $(program_ldflags) $(CFLAGS) $(LDFLAGS)

# --- files -------------------------------------------------------------------
empty :=
traits  := $(filter-out gcc cc,$(cc_name)) $(subst $(comma),-,$(SAN)) $(if $(filter-out undefined,$(origin STATIC)),$(if $(STATIC),static,dynamic)) $(if $(COVERAGE),coverage)
flavour := $(or $(FLAVOUR),$(subst $(empty) $(empty),-,$(strip $(traits))),release)
B := build/$(flavour)

srcs  := $(sort $(wildcard src/*/*.c src/*/*/*.c))
tables := tables/phrases.txt tables/cpus.tsv tables/formats.tsv tables/kernel.tsv $(sort $(wildcard tables/*.events.tsv tables/*.metrics.tsv))
hdrs  := $(sort $(wildcard include/*/*.h include/*/*/*.h))
objs  := $(patsubst %.c,$B/%.o,$(filter-out src/cli/main.c,$(srcs))) $B/gen/schema.o $B/gen/page.o $B/gen/manual.o $B/gen/tables.o
fakes := $(patsubst %.c,$B/%.o,$(filter-out tests/fake/fake_main.c tests/fake/fake_change.c,$(sort $(wildcard tests/fake/*.c))))
unit_srcs := $(sort $(wildcard tests/unit/test_*.c tests/unit/*/test_*.c))
units := $(patsubst %.c,$B/tests/%,$(notdir $(unit_srcs)))
fuzzes := $(patsubst tests/fuzz/%.c,$B/fuzz/%,$(filter-out %/fuzz_main.c %/fuzz_text.c,$(sort $(wildcard tests/fuzz/fuzz_*.c))))
boxed  := $(patsubst %,$B/fuzz/src/%.o,host/fd host/rootfs host/file host/program benchmark/save_merge session/recorder cli/output output/lock output/output_file output/temp_file)
lives := $(patsubst tests/live/%.c,$B/live/%,$(sort $(wildcard tests/live/*.c))) $B/live/known $B/live/steps

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
# Plain `make` uses all CPUs; a -j of yours comes first.
ifeq ($(MAKELEVEL)$(filter-out all,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(or $(shell nproc 2> /dev/null),1)
endif
ifneq ($(V),1)
Q := @
say = @printf '  %-7s %s\n' '$(1)' '$(2)';
endif

.PHONY: all
all: $B/$(NAME)  ## build ./pstat (default)
ifndef FLAVOUR
# Beside and renamed: the program may be running.
	$(Q)cmp -s $< $(NAME) || { cp $< $(NAME).new && mv $(NAME).new $(NAME); }
endif

# Objects that a start does not need are linked last: the kernel maps 64 KiB around each page that is touched.
late_names := compare/ vendor/ list/ doctor/ top/ full_screen perfdata/ benchmark_ saved_json json_merge save_merge history format/c format/g \
	format/html/ format/j format/m format/n format/o format/p format/terminal/ trend session/comparison session/gate \
	outlier probe packing spark histogram progress cmd_compare cmd_gate cmd_report cmd_doctor cmd_list cmd_top gate_ compare_options \
	option_help elf json_reader line_fit \
	quantiles busy_loop target_watch cgroup_events event_unit sensor suggest reaggregate process region taskstats \
	task_recorder count/function/ ring record cpuinfo disturbance fixed_loop program tracepoint valgrind emulation hook gen/manual
late := $(foreach o,$(objs),$(if $(strip $(foreach n,$(late_names),$(findstring /$n,$o))),$o))
# What runs once and is not waited for is compiled for size, unless CFLAGS asks for something special: 3 % less.
small_rooms := session cli list doctor format/html format/terminal
$(foreach r,$(small_rooms),$(filter $B/src/$r/%,$(objs))) $B/src/cli/main.o: private small := $(if $(filter -O2,$(CFLAGS)),-Os)
$B/$(NAME): $B/src/cli/main.o $(filter-out $(late),$(objs)) $(late)
	$(call say,LINK,$@)$(link_program) -o $@ $^ $(LDLIBS) $(own_libs)

$B/libpstat.a: $(objs)
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

$B/%.o: %.c $B/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(compile) $(extra) -MMD -MP -c -o $@ $<

# The schema becomes part of the program, so that it can print it.
$B/gen/schema.c: share/pstat-1.schema.json Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#include "format/json_schema.h"'; echo 'const char json_schema_text[] ='; \
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } > $@
# So does the style of HTML pages.
$B/gen/page.c: src/format/html/page.css Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#include "format/html/page.h"'; echo 'const char page_css[] ='; \
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } > $@
# So does the beginning of each manual page.
$B/gen/manual.c: src/cli/manual.awk $(wildcard man/*.[1-9])
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk -f $< $(filter man/%,$^) > $@
# So do the tables of the vendors' events; LC_ALL: the order and the length of texts are those of bytes.
$B/gen/tables.c: tables/compile.awk $(tables)
	@mkdir -p $(@D)
	$(call say,GEN,$@)LC_ALL=C awk -f tables/compile.awk $(tables) > $@
.PHONY: phrases
phrases:  ## choose again the phrases that make the tables in the program short
	$(Q)LC_ALL=C awk -v texts=1 -f tables/compile.awk $(filter-out %.txt,$(tables)) | tables/learn > tables/phrases.new
	$(Q)mv tables/phrases.new tables/phrases.txt
$B/gen/%.o: $B/gen/%.c $B/flags
	$(call say,CC,$<)$(compile) -MMD -MP -c -o $@ $<

# Rebuild everything when the compiler or the flags change.
$B/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(compile) $(link) $(link_program))' | cmp -s - $@ || echo '$(subst ','\'',$(compile) $(link) $(link_program))' > $@
FORCE:

-include $(shell find $B -type f -name '*.d' 2>/dev/null)

# --- what building and testing needs ------------------------------------------
.PHONY: deps deps-ci deps-cross deps-vm deps-fresh deps-packages
deps:  ## install what building and `check` need
	$(Q)tests/deps.sh base $(CC)
deps-ci:  ## and what .ci/run needs: clang, musl, valgrind, perf, ...
	$(Q)tests/deps.sh ci
deps-cross:  ## and what check-cross and check-ports need: compilers, qemu, the source of cmocka
	$(Q)tests/deps.sh cross
deps-vm:  ## and what check-vm needs: qemu, a compiler, a kernel and perf for arm64
	$(Q)tests/deps.sh vm && { tests/vm/fetch.sh > /dev/null || [ $$? = 77 ]; }
deps-fresh:  ## and what check-fresh needs: debootstrap
	$(Q)tests/deps.sh fresh
deps-packages:  ## and what packages and their checks need: debhelper, lintian, rpm, makepkg, nix, debootstrap
	$(Q)tests/deps.sh packages
# `make -j deps check` installs first.
ifneq ($(filter deps%,$(MAKECMDGOALS)),)
$B/flags: | $(filter deps%,$(MAKECMDGOALS))
endif

# --- tests: every part speaks TAP, `check` adds them up -----------------------
# RUN='valgrind -q --error-exitcode=99' goes before the unit tests and the program in goldens;
# CASES='--update name...' chooses and rewrites goldens; JOBS limits how many run at once; CASE_TIMEOUT: their seconds.
RUN   ?=
CASES ?=
JOBS  ?= $(shell nproc 2>/dev/null || echo 2)
SCHEMA := $(CURDIR)/share/$(NAME)-1.schema.json
export RUN JOBS SCHEMA

# EMU='qemu-s390x' goes before every program that was built for another machine.
EMU   ?=
ifeq ($(RUN),)	# a make further up exports it, empty
RUN := $(EMU)
endif
export EMU

# The C libraries of these builds have no cmocka: it is built from its source, if that is here.
foreign := $(or $(musl),$(STATIC),$(CROSS_COMPILE))
cmocka  := $(if $(foreign),$(if $(wildcard build/cmocka/src/cmocka.c),$B/cmocka.o))
no_unit := $(if $(foreign),$(if $(cmocka),,no))

# Recorded machines, unpacked once for all flavours; UNPACK=-n: files without a newline at the end.
UNPACK   ?=
MACHINES := $(CURDIR)/build/machines$(UNPACK)
export MACHINES
overlays := $(wildcard tests/fixtures/cgroup-*.fs tests/fixtures/procs.fs)
machines := $(patsubst tests/fixtures/%.fs,build/machines$(UNPACK)/%.ok,$(filter-out $(overlays),$(sort $(wildcard tests/fixtures/*.fs))))

build/machines$(UNPACK)/%.ok: tests/fixtures/%.fs tests/fixtures/unpack.sh
	@mkdir -p $(@D) && rm -rf $(@D)/$*
	$(Q)tests/fixtures/unpack.sh $(UNPACK) $< $(@D)/$*.$$$$ && mv $(@D)/$*.$$$$ $(@D)/$* && touch $@
.PHONY: machines
machines: $(machines)  ## unpack the recorded machines, into build/machines

.PHONY: check check-runs check-files check-build check-lint check-docs check-faults check-storms check-unit check-stats check-fuzz check-format check-cli check-perf612 check-plan check-live check-install
files := check-unit check-fuzz check-format check-cli check-perf612 check-plan
runs := $(files) check-stats check-faults -- check-storms check-live
check: check-build  ## run every test
	$(Q)MAKE='$(MAKE)' tests/tally.sh check-lint check-docs check-install $(runs)
check-runs: check-build  ## those that run what was built: what another compiler or a sanitizer may change
	$(Q)MAKE='$(MAKE)' tests/tally.sh $(runs)
check-files: check-build  ## those that a file which is not there would make fail
	$(Q)MAKE='$(MAKE)' tests/tally.sh check-lint check-docs check-install $(files)

$(unit_srcs:%.c=$B/%.o) $(fakes) $B/tests/fake/fake_main.o: extra := -Itests/fake -Itests/unit $(if $(cmocka),-Ibuild/cmocka/include)
$B/tests/plan/%.o: extra := -Itests/fake

# A test is in tests/unit/ or in a folder of it; its program is beside the others.
$(foreach s,$(unit_srcs),$(eval $B/tests/$(basename $(notdir $s)): $B/$(s:.c=.o)))
$(units): $(fakes) $B/libpstat.a $(cmocka)
	$(call say,LINK,$@)$(link) $(wraps) -pthread -o $@ $(filter %.o,$^) $(filter %.a,$^) $(if $(cmocka),,-lcmocka) $(LDLIBS) $(own_libs)

# What its configure step would find on any Linux.
$B/cmocka.o: build/cmocka/src/cmocka.c $B/flags
	$(call say,CC,$<)$(CC) -w -std=gnu11 -Ibuild/cmocka/include $(addprefix -DHAVE_,$(cmocka_has)) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
cmocka_has := MALLOC_H INTTYPES_H SIGNAL_H STRINGS_H STRUCT_TIMESPEC STRSIGNAL SIGLONGJMP CLOCK_REALTIME GCC_THREAD_LOCAL_STORAGE

opening := openat openat64 __openat_2 __openat64_2
$B/$(NAME)-fake: $B/tests/fake/fake_main.o $B/tests/fake/fake_change.o $(fakes) $B/libpstat.a
	$(call say,LINK,$@)$(link) $(opening:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS) $(own_libs)

$B/file-faults: $B/tests/plan/file_faults.o
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS)

# What stands between pstat and these of the C library's calls may let them fail.
wrapped := close fclose read write openat openat64 open open64 faccessat syscall mkostemp mkostemp64 rename link fchmod \
	readlinkat ftruncate ftruncate64 __read_chk __open_2 __open64_2 __openat_2 __openat64_2 poll flock time __time64 \
	fstat fstat64 __fstat64_time64 __fstat_time64 stat stat64 __stat64_time64 __stat_time64 lstat lstat64 __lstat64_time64 \
	__lstat_time64 access statfs statfs64 getxattr fgetxattr fcntl fcntl64 __fcntl_time64 lseek lseek64
$B/tests/faults/%.o: extra := -Itests/fake
$B/tests/test_file: $B/tests/faults/wraps.o
$B/tests/test_file: wraps := $(wrapped:%=-Wl,--wrap=%)
$B/call-faults: $B/tests/faults/call_faults.o $B/tests/faults/folder.o $B/tests/faults/wraps.o $(fakes) $B/libpstat.a
	$(call say,LINK,$@)$(link) $(wrapped:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS) $(own_libs)

clocks := time gettimeofday clock_gettime
$B/$(NAME)-stepped: $B/tests/faults/stepped.o $B/src/cli/main.o $B/libpstat.a
	$(call say,LINK,$@)$(link) $(clocks:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS) $(own_libs)

$B/storm: $B/tests/faults/storm.o
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS)

$B/conform: $(patsubst %.c,$B/%.o,$(sort $(wildcard tests/format/*.c))) $B/libpstat.a
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(own_libs)

$B/check-stats $B/check-trend: $B/check-%: $B/tests/stats/check_%.o $B/libpstat.a
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(own_libs)

# Helpers are measured, so neither sanitizer nor hardening changes what they do.
$B/tests/live/calls.o: extra := -Itests/bench
$B/live/calls: $B/tests/bench/trace.o
$B/tests/live/%.o $B/tests/bench/trace.o $(lives): harden_cflags :=
$B/tests/live/%.o $B/tests/bench/trace.o $(lives): harden_ldflags :=
$B/tests/live/%.o $B/tests/bench/trace.o $(lives): own_cflags := $(filter-out -fsanitize% -fno-sanitize% --coverage,$(own_cflags))
$B/tests/live/%.o $B/tests/bench/trace.o $(lives): own_ldflags := $(filter-out -fsanitize% --coverage,$(own_ldflags))
$(filter-out %/known %/steps,$(lives)): $B/live/%: $B/tests/live/%.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) -pthread $(at) -o $@ $^ $(LDLIBS)
$B/live/processes: at := -no-pie -Wl,--section-start=.step=0x30000000
# Nothing of ours or of the C library in them: every instruction counts; and of steps each is in its place.
$B/live/steps: text := -Wl,-Ttext=0x500000
$B/live/known $B/live/steps: $B/live/%: tests/live/%.S $B/flags
	@mkdir -p $(@D)
	$(call say,AS,$<)$(CC) -nostdlib -static -no-pie $(text) -o $@ $< 2> /dev/null || echo 'exit 77' > $@

# A fuzz target is one function; FUZZER=1 CC=clang links libFuzzer instead of our own main.  Some have a file
# system of their own: what opens files is compiled once more for them.
$B/fuzz/helpers.a: $(patsubst %,$B/tests/fuzz/%.o,corpus fuzz_text recorded sandbox tree $(if $(FUZZER),,fuzz_main)) $(fakes)
	@mkdir -p $(@D)
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^
$B/fuzz/src/%.o: src/%.c $B/flags
	@mkdir -p $(@D)
	$(call say,CC,$< in a sandbox)$(compile) -Wno-unused-macros -DSANDBOXED -include tests/fuzz/sandbox.h -MMD -MP -c -o $@ $<
$B/tests/fuzz/fuzz_program.o: extra := -Itests/fake
$(patsubst %,$B/fuzz/fuzz_%,format options program): $(boxed)
$(fuzzes): $B/fuzz/%: $B/tests/fuzz/%.o $B/fuzz/helpers.a $B/libpstat.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) $(if $(FUZZER),-fsanitize=fuzzer) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) $(own_libs)
$B/fuzz/pack: $B/tests/fuzz/pack.o $B/tests/fuzz/corpus.o $B/libpstat.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(own_libs)

headers_alone := $(hdrs:include/%.h=$B/hdr/%.ok)
$B/hdr/%.ok: include/%.h $B/flags
	@mkdir -p $(@D)
	@printf '#include "%s"\n#include "%s"\n' '$*.h' '$*.h' | \
	$(filter-out --coverage,$(compile)) -Werror -fsyntax-only -MD -MP -MT $@ -MF $(@:.ok=.d) -x c - && touch $@

# Everything that the parts need, so that they can run side by side.
check-build: $B/$(NAME) $B/$(NAME)-fake $B/$(NAME)-stepped $B/file-faults $B/call-faults $B/storm $B/conform $B/check-stats $B/check-trend $(fuzzes) $(lives) $(if $(no_unit),,$(units)) $(headers_alone) $(machines)

.PHONY: size
size:  ## lines of src/ and include/ by room
	$(Q)find src include -name "*.[ch]" | awk '{ room = $$0; sub(/^(src|include)\//, "", room); sub(/\/[^\/]*$$/, "", room); \
		while ((getline line < $$0) > 0) lines[room]++; close($$0); files[room]++ } \
		END { for (r in lines) { printf "%-20s %3d files %6d lines\n", r, files[r], lines[r]; f += files[r]; n += lines[r] } \
		printf "%-20s %3d files %6d lines\n", "~", f, n }' | sort | sed "s/^~    /total/"

check-lint: $B/$(NAME) $(objs) $B/src/cli/main.o $(headers_alone)  ## rooms, style, banned calls, headers that compile alone
	$(Q)rc=0; tests/lint/check-rooms.sh || rc=1; tests/lint/check-tables.sh || rc=1; tests/lint/check-import.sh || rc=1; tests/lint/check-style.sh || rc=1; tests/lint/check-region.sh || rc=1; tests/lint/check-symbols.sh $(NM) $(objs) $B/src/cli/main.o || rc=1; \
	tests/lint/check-lint.sh '$(firstword $(CC))' $(NM) || rc=1; tests/lint/check-hardening.sh $B/$(NAME) $B/src/cli/main.o '$(harden_cflags) $(program_ldflags)' || rc=1; \
	echo 'ok - $(words $(hdrs)) headers compile alone'; exit $$rc

check-docs: $B/$(NAME) $B/$(NAME)-fake  ## options, manual page and completions agree; examples do what the text says
	$(Q)rc=0; tests/lint/check-docs.sh $(abspath $<) || rc=1; tests/examples.sh $(abspath $B)/$(NAME)-fake || rc=1; exit $$rc

check-unit: $(if $(no_unit),,$(units) $(machines))  ## cmocka unit tests, faults included
	$(Q)$(if $(no_unit),echo 'ok - unit tests # SKIP no cmocka for this C library: see make deps-cross',tests/unit.sh $(units))

# Slow builds get a tenth of the trials: wider margins, the same claims.  The limit is CPU time: other load is no failure.
check-stats: $B/check-stats $B/check-trend  ## how often compare, gate and trend are wrong, and how much they see: simulated
	$(Q)rc=0; ulimit -t $(if $(EMU),1200,300); for f in $^; do $(EMU) $$f $(if $(SAN)$(COVERAGE)$(EMU),10) || \
	{ echo "not ok - $${f##*/} ended with status $$?"; rc=1; }; done; exit $$rc

.PHONY: which-limit
which-limit: $B/$(NAME) $B/live/workload  ## measure which limit of gate finds which regression (GATES=20, in half an hour)
	$(Q)tests/stats/which_limit.sh $(abspath $B)/$(NAME) $(abspath $B)/live/workload $(or $(GATES),20)

.PHONY: budgets
budgets: $B/$(NAME) $B/live/workload  ## measure what gate --budget finds, and how long it takes (half an hour; GATES=50)
	$(Q)tests/stats/budget.sh $(abspath $B)/$(NAME) $(abspath $B)/live/workload $(or $(GATES),50)

# The whole program is slower than a parser. An input may take ten times what the slowest did: machines are busy.
chances = $(if $(filter %_program,$1),$(if $(SAN)$(EMU),300,2000),$(if $(SAN)$(EMU),2000,20000))
check-fuzz: $(fuzzes)  ## parsers and the whole program take anything: a corpus, and what chance makes of it; see fuzz
	$(Q)rc=0; $(foreach f,$(fuzzes),FUZZ_SLOW=$(if $(SAN)$(EMU)$(COVERAGE),60,10) $(EMU) $f $(call chances,$f) $(wildcard tests/fuzz/corpus/$(f:$B/fuzz/fuzz_%=%) tests/fuzz/corpus/$(f:$B/fuzz/fuzz_%=%).crashes) < /dev/null || \
	{ echo "not ok - $(notdir $f) ended with status $$?"; rc=1; };) exit $$rc

check-format: $B/conform $B/$(NAME)-fake  ## the checker of the formats finds what is wrong
	$(Q)rc=0; tests/format.sh $(abspath $<) $(sort $(wildcard tests/format/*.cases)) || rc=1; \
	if $(EMU) $(abspath $<) --schema $(SCHEMA) $(filter-out %.text %.github,$(sort $(wildcard tests/unit/format/comparisons/*.*))); \
	then echo 'ok - comparisons in every format'; else echo 'not ok - comparisons in every format'; rc=1; fi; exit $$rc

check-cli: $B/$(NAME)-fake $B/conform $(machines)  ## goldens of the command line, on the fake kernel; CASES='--update text'
	$(Q)CONFORM=$(abspath $B)/conform tests/golden.sh tests/golden $(abspath $<) $(CASES)

check-perf612: $B/$(NAME)-fake $(machines)  ## what recordings of perf 6.12 opened and printed
	$(Q)tests/perf612.sh $(abspath $<)

check-plan: $B/$(NAME)-fake $B/file-faults $(machines)  ## what would be opened on the recorded machines, and their files gone bad
	$(Q)rc=0; tests/plan.sh tests/plan $(abspath $<) $(CASES) || rc=1; \
	$(if $(CASES),,tests/fixtures.sh vm-zen5 riscv power9 container || rc=1;) \
	$(if $(EMU),echo 'ok - files that go bad # SKIP no $(EMU) in front of what file-faults starts';) \
	$(if $(CASES)$(EMU),,RUN= tests/faults.sh tests/plan/faults.list $(abspath $<) $(abspath $B)/file-faults $(if $(SAN),6,25) || rc=1;) exit $$rc

# STEP: every so many of the faults, SEED: which of them; check-hard tries them all.
STEP ?= $(if $(SAN)$(COVERAGE),400,80)
SEED ?= 1
STORMS ?= 3
INJECT ?= 150
check-faults: $B/$(NAME)-fake $B/call-faults $(machines)  ## calls that fail, one after another; STEP=1: all of them
	$(Q)tests/faults/calls.sh tests/faults/calls.list $(abspath $<) $(abspath $B)/call-faults $(STEP) $(SEED)
# On the real kernel: system calls that fail, every INJECTth, and STORMS of signals of each kind.
check-storms: $B/$(NAME) $B/storm $B/conform $B/live/probe
	$(Q)rc=0; export HELPERS=$(abspath $B)/live CONFORM=$(abspath $B)/conform; $(if $(SAN),echo 'ok - injected faults # SKIP a sanitizer does not live through its own calls failing', \
	tests/faults/inject.sh $(abspath $<) $(INJECT) $(SEED)) || rc=1; \
	tests/faults/storm.sh $(abspath $<) $(abspath $B)/storm $(abspath $B)/conform $(STORMS) $(SEED) || rc=1; exit $$rc

# Two at once, however many processors there are: they wait most of the time, but they measure, too.
live_golden = HELPERS=$(abspath $B)/live CONFORM=$(abspath $B)/conform JOBS=2 tests/golden.sh tests/live $(abspath $B)/$(NAME)
live_needs := $B/$(NAME) $B/$(NAME)-fake $B/$(NAME)-stepped $B/conform $(lives)
live_cases := $(sort $(patsubst tests/live/%.case,%,$(wildcard tests/live/*.case)))
check-live: $(live_needs)  ## goldens on the real kernel
	$(Q)rc=0; $(live_golden) $(or $(CASES),$(filter-out perf-%,$(live_cases))) || rc=1; \
	$(if $(CASES),,tests/vendor.sh $(abspath $<) || rc=1;) exit $$rc

.PHONY: check-recipes
check-recipes: $(live_needs)  ## of check-live those that run the commands of action.yml and contrib/ci
	$(Q)$(live_golden) $(filter recipe-%,$(live_cases))

# Not a part of check: promtool takes 330 MB, perf 100, and fish, with python3, 55; and perf 6.1 is in one Debian only.
.PHONY: check-peers
check-peers: $(live_needs)  ## what perf 6.1, Prometheus, fish, git and a YAML parser make of the same; see make deps-ci
	$(Q)rc=0; $(live_golden) $(filter perf-%,$(live_cases)) || rc=1; \
	tests/promtool.sh $(abspath $B)/$(NAME)-fake || rc=1; tests/prometheus.sh $(abspath $B)/$(NAME) || rc=1; tests/fish.sh || rc=1; \
	tests/recipes.sh $(abspath $B)/$(NAME) $(abspath $B)/live || rc=1; exit $$rc

check-install: $B/$(NAME)  ## what was installed works, and uninstall leaves nothing behind
	$(Q)rm -rf $B/stage && $(MAKE) --no-print-directory install DESTDIR=$(abspath $B)/stage > /dev/null \
	&& test "$$($B/stage$(bindir)/$(NAME) --version)" = '$(NAME) $(VERSION)' \
	&& test $$(find $B/stage -type f | wc -l) = $(words $(install_list)) \
	&& $(MAKE) --no-print-directory uninstall DESTDIR=$(abspath $B)/stage > /dev/null \
	&& test -z "$$(find $B/stage ! -type d)" && echo 'ok - install and uninstall agree' \
	|| { echo 'not ok - install and uninstall agree'; exit 1; }

# --- other compilers and machines: they build, without a warning ----------------
CROSS := aarch64-linux-gnu riscv64-linux-gnu arm-linux-gnueabihf s390x-linux-gnu i686-linux-gnu
.PHONY: check-cross $(CROSS:%=check-cross-%) check-cross-musl check-cross-headers
check-cross: $(CROSS:%=check-cross-%) check-cross-musl check-cross-headers  ## build for arm64, riscv64, armhf, s390x, i386, musl, old headers
$(CROSS:%=check-cross-%): check-cross-%:
	$(Q)if command -v $*-gcc > /dev/null; then tests/cross.sh $* $(MAKE) --no-print-directory; \
	else echo 'ok - builds for $* # SKIP no $*-gcc, see make deps-cross'; fi
check-cross-musl:
	$(Q)if command -v musl-gcc > /dev/null; then \
	$(MAKE) --no-print-directory CC=musl-gcc STATIC=1 WERROR=1 FLAVOUR=musl-gcc-static all && echo 'ok - builds for musl'; \
	else echo 'ok - builds for musl # SKIP no musl-gcc, see make deps-ci'; fi

# What came to this header later is left out of it.
old_header := /CGROUP_SWITCHES|FORMAT_LOST[[:space:]]*=|(ksymbol|bpf_event|aux_output|cgroup|text_poke|build_id|inherit_thread|remove_on_exec|sigtrap) *: +1|(aux_sample_size|__reserved_3|sig_data);/d
check-cross-headers:
	@mkdir -p $B/old/linux
	$(Q)sed -E '$(old_header); s/(__reserved_1 *:) *[0-9]+/\1 35/' /usr/include/linux/perf_event.h > $B/old/linux/perf_event.h
	$(Q)$(compile) -I$B/old -Werror -fsyntax-only $(srcs) $(wildcard tests/fake/*.c) -Itests/fake && echo 'ok - builds with the headers of Linux 4.14' \
	|| { echo 'not ok - builds with the headers of Linux 4.14'; exit 1; }

# `make check-ports PARTS='check-unit check-cli'`, or check-port-s390x-linux-gnu: one of them.
PORTS := musl $(CROSS)
export PARTS
.PHONY: check-ports $(PORTS:%=check-port-%)
check-ports: $(PORTS:%=check-port-%)  ## tests on other machines, by way of qemu, and with musl
$(PORTS:%=check-port-%): check-port-%:
	$(Q)tests/ports.sh $* $(MAKE) --no-print-directory

# --- real hardware counters, in an emulated machine: see tests/vm/run -------------------
.PHONY: vm-build check-vm check-vm-all
vm-build: $B/$(NAME) $B/conform $(lives)
check-vm:  ## counts that are known, on real counters; CASES='known gate': only these
	$(Q)tests/vm/check.sh $(CASES)
hard += check-vm-all
check-vm-all:  ## the same, and on other CPU models
	$(Q)rc=0; tests/vm/check.sh $$(ls tests/vm/cases) || rc=1; for cpu in cortex-a57 max; do \
	tests/vm/check.sh -c $$cpu known multiplex exact gate machine targets formats || rc=1; done; exit $$rc

# --- what takes too long for `check` -----------------------------------------------
# A section of this file that has such a check adds its name here.
hard += check-cross check-ports check-clang
.PHONY: check-clang
check-clang:  ## build with clang, without a warning, and run what was built
	$(Q)if command -v clang > /dev/null; then \
	$(MAKE) --no-print-directory CC=clang WERROR=1 FLAVOUR=clang check-runs; \
	else echo 'ok - clang # SKIP no clang, see make deps-ci'; fi
hard += check-faults-all
.PHONY: check-faults-all
check-faults-all: $B/$(NAME) $B/$(NAME)-fake $B/storm $B/conform $B/live/probe $B/call-faults $B/file-faults $(machines)
	$(Q)rc=0; $(MAKE) --no-print-directory check-faults STEP=1 || rc=1; \
	$(MAKE) --no-print-directory check-storms INJECT=1 STORMS=100 || rc=1; \
	RUN= tests/faults.sh tests/plan/faults.list $(abspath $B)/$(NAME)-fake $(abspath $B)/file-faults 0 || rc=1; exit $$rc
hard += check-fresh
.PHONY: check-fresh
check-fresh:  ## follow README.md on a new minimal system, as root and as an ordinary user
	$(Q)mkdir -p build && tests/fresh.sh
hard += check-limits
.PHONY: check-limits
check-limits: $B/$(NAME) $B/$(NAME)-fake  ## tens of thousands of counters, a thousand CPUs, words of any length: in proportion
	$(Q)tests/limits/check.sh $(abspath $B)/$(NAME) $(abspath $B)/$(NAME)-fake

.PHONY: check-hard
check-hard: all  ## the long and the heavy checks, an hour and a half of them
	$(Q)MAKE='$(MAKE) -k' tests/tally.sh -- $(hard)

# --- fuzzing: clang's libFuzzer on the targets of check-fuzz -------------------------
FUZZ ?= $(fuzzes:$B/fuzz/fuzz_%=%)
.PHONY: fuzz fuzz-build fuzz-wide fuzz-long fuzz-merge check-fuzz-long
T ?= 60
FUZZ_JOBS ?= 1
fuzz-build:
	$(Q)$(MAKE) --no-print-directory CC=clang SAN=address,undefined FLAVOUR=fuzzer FUZZER=1 \
	CFLAGS='-O1 -g -fsanitize=fuzzer-no-link' build/fuzzer/fuzz/pack $(FUZZ:%=build/fuzzer/fuzz/fuzz_%)
fuzz: fuzz-build  ## clang's libFuzzer on each target, T=60 seconds each, FUZZ_JOBS=1 at a time; only FUZZ='spec expr'
	$(Q)FUZZ_JOBS=$(FUZZ_JOBS) tests/fuzz/fuzz.sh run $(T) $(FUZZ)
fuzz-long: fuzz-build  ## each until 10 minutes of CPU brought nothing new, 15 at least; goes on where it was ended
	$(Q)FUZZ_JOBS=$(FUZZ_JOBS) tests/fuzz/fuzz.sh long $(FUZZ)
fuzz-wide: fuzz-build  ## as fuzz, without sanitizers: many more inputs, for fuzz-long to go on from
	$(Q)$(MAKE) --no-print-directory CC=clang FLAVOUR=fuzzwide FUZZER=1 CFLAGS='-O2 -g -fsanitize=fuzzer-no-link' $(FUZZ:%=build/fuzzwide/fuzz/fuzz_%)
	$(Q)FUZZ_JOBS=$(FUZZ_JOBS) tests/fuzz/fuzz.sh wide $(T) $(FUZZ)
fuzz-merge: fuzz-build  ## the fewest inputs that reach as far become the corpora of the tree
	$(Q)tests/fuzz/fuzz.sh merge $(FUZZ)

hard += check-fuzz-long
check-fuzz-long:
	$(Q)if tests/fuzz/fuzz.sh there; then $(MAKE) --no-print-directory fuzz T=$(if $(filter command% environment%,$(origin T)),$T,120) FUZZ_JOBS=$(JOBS); \
	else echo 'ok - fuzzing # SKIP no clang with libFuzzer, see make deps-ci'; fi

# --- how fast, how small, how faithful ---------------------------------------------
# Two or three builds, each with a floor that is linked in the same way.  MEASURES chooses.
bench_objs := $(patsubst %.c,$B/%.o,$(addprefix tests/bench/,bench.c run.c trace.c launching.c regions.c attaching.c parsing.c growing.c fidelity.c))
$B/bench/floor $B/bench/least $B/bench/pacer $B/bench/region_page: $B/bench/%: $B/tests/bench/%.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link_program) -o $@ $^ $(LDLIBS)
$B/bench/manythreads: $B/tests/bench/manythreads.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) -pthread -o $@ $^ $(LDLIBS)
$B/bench/bench: $(bench_objs)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(own_libs)
$B/bench/tiny: tests/bench/tiny.S $B/flags
	@mkdir -p $(@D)
	$(call say,AS,$<)$(CC) -nostdlib -static -no-pie -o $@ $<

MEASURES   ?=
BENCH_JSON ?=
PERF       ?= $(shell command -v perf 2> /dev/null)
bench_parts = $B/$(NAME) $B/bench/floor
.PHONY: bench bench-builds check-bench
bench-builds: $(bench_parts) $B/bench/bench $B/bench/least $B/bench/pacer $B/bench/tiny $B/bench/manythreads $B/bench/region_page $B/$(NAME)-fake $B/live/region_loops $B/live/functions $B/live/sleepers $B/live/known \
	build/machines/intel-spr-2s.ok
	$(Q)$(if $(is_static),$(MAKE) --no-print-directory FLAVOUR=bench-dynamic STATIC= build/bench-dynamic/$(NAME) build/bench-dynamic/bench/floor)
	$(Q)if command -v musl-gcc > /dev/null; then $(MAKE) --no-print-directory FLAVOUR=bench-musl CC=musl-gcc STATIC=1 \
	build/bench-musl/$(NAME) build/bench-musl/bench/floor; else echo 'no musl-gcc, see make deps-ci'; fi
# The first is what `make` builds.
is_static := $(filter -static%,$(program_ldflags))
builds := $(if $(is_static),static:$B dynamic:build/bench-dynamic,dynamic:$B) musl:build/bench-musl
run_bench = $B/bench/bench --perf '$(PERF)' $(foreach b,$(builds),--build \
	$(firstword $(subst :, ,$b)):$(abspath $(lastword $(subst :, ,$b)))/$(NAME):$(abspath $(lastword $(subst :, ,$b)))/bench/floor)
bench: bench-builds  ## pstat, the least that the machine allows, and perf; see BENCHMARKS.md
	$(Q)$(run_bench) $(if $(BENCH_JSON),--json '$(BENCH_JSON)') $(abspath $B) $(MEASURES)
check-bench: bench-builds  ## the guards of the benchmarks: wide, and for ratios only
	$(Q)$(run_bench) --guards $(abspath $B) $(MEASURES)

# --- what README.md shows ------------------------------------------------------
.PHONY: html picture
html: $B/$(NAME)  ## example pages of every kind of report, in build/html
	$(Q)docs/picture.sh $< pages
picture: $B/$(NAME)  ## make the pictures of README.md again, in docs/
	$(Q)docs/picture.sh $< pictures

# --- install -----------------------------------------------------------------
# MODE:FILE:WHERE, the one list that install and uninstall share
install_list := \
	755:$B/$(NAME):$(bindir)/$(NAME) \
	$(foreach m,$(wildcard man/*.[1-9]),644:$m:$(mandir)/man$(patsubst .%,%,$(suffix $m))/$(notdir $m)) \
	644:include/pstat/region.h:$(includedir)/pstat/region.h \
	644:$B/gen/$(NAME).pc:$(datadir)/pkgconfig/$(NAME).pc \
	$(foreach s,$(wildcard share/*),644:$s:$(datadir)/$(NAME)/$(notdir $s)) \
	644:completions/$(NAME).bash:$(datadir)/bash-completion/completions/$(NAME) \
	644:completions/_$(NAME):$(zshdir)/_$(NAME) \
	644:completions/$(NAME).fish:$(datadir)/fish/vendor_completions.d/$(NAME).fish
part = $(word $(1),$(subst :, ,$(2)))
define newline


endef
.PHONY: install uninstall
# For programs that include pstat/region.h.
$B/gen/$(NAME).pc: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'Name: $(NAME)' 'Description: counts events in regions of a program' 'Version: $(VERSION)' \
	'Cflags: -I$(includedir)' > $@
install: $B/$(NAME) $B/gen/$(NAME).pc  ## install under $(DESTDIR)$(prefix)
	$(foreach f,$(install_list),$(INSTALL) -D -m $(call part,1,$f) '$(call part,2,$f)' '$(DESTDIR)$(call part,3,$f)'$(newline)	)
uninstall:  ## remove what install put there
	rm -f $(foreach f,$(install_list),'$(DESTDIR)$(call part,3,$f)')

# --- a closer look ---------------------------------------------------------------
.PHONY: coverage analyze format check-coverage check-analyze check-valgrind check-emulated
# What live tests say is not asked: a program that is measured is slower, and one that gave root away may not write
# all of its counts down; the other tests must pass as ever.
COVERED := check-unit check-stats check-fuzz check-format check-cli check-perf612 check-plan check-faults
coverage:  ## run every test with gcov; what of src/ they ran, the worst last, and whether it is enough
	$(Q)$(MAKE) --no-print-directory COVERAGE=1 check-build > /dev/null && find build/coverage -name '*.gcda' -exec rm -f {} +
	$(Q)rc=0; MAKE='$(MAKE) COVERAGE=1' tests/tally.sh $(COVERED) > build/coverage/said || { grep '^not ok' build/coverage/said; rc=1; }; \
	find build/coverage/src -name '*.gcda' -exec chmod a+rw {} +; $(MAKE) --no-print-directory COVERAGE=1 check-live > build/coverage/said-live; \
	tests/coverage.sh build/coverage/src tests/coverage.reasons && exit $$rc
analyze:  ## gcc -fanalyzer, clang's analyzer, clang-tidy and cppcheck, those that are here: nothing that is not explained
	$(Q)tests/lint/analyze.sh build/analyze tests/lint/analyze.reasons $(filter-out -W%,$(own_cflags)) -- $(srcs)
hard += check-coverage check-analyze check-valgrind check-emulated
check-coverage: coverage
check-analyze: analyze
# -O1: what was not initialized is seen as well, and its line is the right one.
check-valgrind:  ## unit tests and all goldens under valgrind
	$(Q)if command -v valgrind > /dev/null; then v="UNIT_TIMEOUT=1200 $(MAKE) --no-print-directory FLAVOUR=valgrind CFLAGS='-O1 -g'"; \
	check='valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect'; \
	eval "$$v check-build" > /dev/null && eval "$$v RUN='$$check' check-unit"; rc=$$?; eval "$$v RUN='$$check' check-cli" && exit $$rc; \
	else echo 'ok - valgrind # SKIP no valgrind, see make deps'; fi
check-emulated: $B/$(NAME) $B/live/emulated  ## how sure gates on counts of valgrind are; minutes
	$(Q)tests/stats/emulated.sh $(abspath $B)/$(NAME) $(abspath $B)/live/emulated
format:  ## lay out the source with clang-format; see the diff before you keep it
	clang-format -i $(srcs) $(hdrs) $(wildcard tests/*/*.[ch] tests/unit/*/*.[ch])

# --- release and housekeeping --------------------------------------------------
# Each says what it made, and where; packaging/package.sh has the details.
.PHONY: deb rpm release check-packaging check-packages
deb:  ## a package of Debian, of the last commit
	$(Q)packaging/package.sh deb
rpm:  ## a package of rpm
	$(Q)packaging/package.sh rpm
release:  ## sources, static program, deb, SBOM and sums, of a clean tree
	$(Q)packaging/package.sh release build/$(NAME)-$(VERSION)
check-packaging:  ## the descriptions of packages are in order
	$(Q)packaging/check.sh quick
hard += check-packages
check-packages:  ## packages install and run in a minimal system; releases are reproducible to the byte
	$(Q)packaging/check.sh packages

.PHONY: dist distcheck clean help
dist:  ## reproducible source tarball from HEAD
	git archive --format=tar --prefix=$(NAME)-$(VERSION)/ HEAD | gzip -n9 > $(NAME)-$(VERSION).tar.gz
# DISTCHECK=check-files is enough where the same sources have passed all of check.
DISTCHECK ?= check
distcheck: dist  ## the tarball builds, passes its tests, installs and uninstalls
	rm -rf build/dist && mkdir -p build/dist && tar -xzf $(NAME)-$(VERSION).tar.gz -C build/dist
	$(MAKE) -C build/dist/$(NAME)-$(VERSION) all
	$(MAKE) -C build/dist/$(NAME)-$(VERSION) $(DISTCHECK)
clean:  ## remove what was built
	rm -rf build $(NAME) $(NAME)-$(VERSION).tar.gz
help:  ## show this
	@sed -n 's/^\([a-z][a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | while IFS='	' read -r t d; do printf '  %-14s %s\n' "$$t" "$$d"; done
