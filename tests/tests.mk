# SPDX-License-Identifier: MIT
# tests.mk - what tests are made of, and the parts of `make check`.
#
# Every part speaks TAP, and `check` adds them up.
# UNIT='limit spec' and CASES='gate-limits report/' choose; CASES='--update NAME...' rewrites goldens.
# RUN='valgrind -q --error-exitcode=99' goes before the unit tests and the program in goldens.
# JOBS limits how many run at once; CASE_TIMEOUT: their seconds.

# --- what tests are made of ---------------------------------------------------
fakes := $(patsubst %.c,$B/%.o,$(filter-out tests/fake/fake_main.c tests/fake/fake_pstat.c tests/fake/fake_change.c,$(sort $(wildcard tests/fake/*.c))))
unit_srcs := $(sort $(wildcard tests/unit/test_*.c tests/unit/*/test_*.c))
units := $(patsubst %.c,$B/tests/%,$(notdir $(unit_srcs)))
fuzzes := $(patsubst tests/fuzz/%.c,$B/fuzz/%,$(filter-out %/fuzz_main.c %/fuzz_text.c,$(sort $(wildcard tests/fuzz/fuzz_*.c))))
lives := $(patsubst tests/live/%.c,$B/live/%,$(sort $(wildcard tests/live/*.c))) $B/live/known $B/live/steps

RUN   ?=
CASES ?=
SCHEMA := $(CURDIR)/share/$(NAME)-1.schema.json
export RUN SCHEMA

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

# --- make check and its parts -------------------------------------------------
.PHONY: check check-runs check-files check-build check-lint check-docs check-faults check-storms check-unit check-stats check-fuzz check-format check-cli check-perf612 check-plan check-live check-install
files := check-unit check-fuzz check-format check-cli check-perf612 check-plan
runs := $(files) check-stats check-faults -- check-storms check-live
check: check-build  ##1 run every test
	$(Q)MAKE='$(MAKE)' tests/tally.sh check-lint check-docs check-install $(runs)
check-runs: check-build  ## those that run what was built: what another compiler or a sanitizer may change
	$(Q)MAKE='$(MAKE)' tests/tally.sh $(runs)
check-files: check-build  ## those that a file which is not there would make fail
	$(Q)MAKE='$(MAKE)' tests/tally.sh check-lint check-docs check-install $(files)

headers_alone := $(hdrs:include/%.h=$B/hdr/%.ok)
$B/hdr/%.ok: include/%.h $B/flags
	@mkdir -p $(@D)
	@printf '#include "%s"\n#include "%s"\n' '$*.h' '$*.h' | \
	$(filter-out --coverage,$(compile)) -Werror -fsyntax-only -MD -MP -MT $@ -MF $(@:.ok=.d) -x c - && touch $@

# Everything that the parts need, so that they can run side by side.
check-build: $B/$(NAME) $B/$(NAME)-fake $B/$(NAME)-stepped $B/file-faults $B/call-faults $B/storm $B/conform $B/check-stats $B/check-trend $(fuzzes) $(lives) $(if $(no_unit),,$(units)) $(headers_alone) $(machines)

check-lint: $B/$(NAME) $(objs) $B/src/cli/main.o $(headers_alone)  ## rooms, style, banned calls, headers that compile alone
	$(Q)rc=0; tests/lint/check-rooms.sh || rc=1; tests/lint/check-tables.sh || rc=1; tests/lint/check-import.sh || rc=1; tests/lint/check-style.sh || rc=1; tests/lint/check-region.sh || rc=1; tests/lint/check-golden.sh || rc=1; tests/lint/check-symbols.sh $(NM) $(objs) $B/src/cli/main.o || rc=1; \
	tests/lint/check-lint.sh '$(firstword $(CC))' $(NM) || rc=1; tests/lint/check-hardening.sh $B/$(NAME) $B/src/cli/main.o '$(harden_cflags) $(program_ldflags)' || rc=1; \
	echo 'ok - $(words $(hdrs)) headers compile alone'; exit $$rc

check-docs: $B/$(NAME) $B/$(NAME)-fake $(machines)  ## options and manual pages agree; what shells complete; examples do what the text says
	$(Q)rc=0; tests/lint/check-docs.sh $(abspath $<) || rc=1; tests/completion.sh $(abspath $<) bash zsh || rc=1; tests/examples.sh $(abspath $B)/$(NAME)-fake || rc=1; tests/random/named.sh || rc=1; exit $$rc

# UNIT=limit: tests/unit/*/test_limit.c, and nothing else is built for it.
asked_units := $(if $(UNIT),$(foreach u,$(UNIT),$(or $(filter %/test_$(u:test_%=%),$(units)),$(error there is no unit test '$u'; \
	'make check-unit UNIT=NAME' runs tests/unit/ROOM/test_NAME.c))),$(units))
check-unit: $(if $(no_unit),,$(asked_units) $(machines))  ##1 unit tests; UNIT=limit: one of them
	$(Q)$(if $(no_unit),echo 'ok - unit tests # SKIP no cmocka for this C library: see make deps-cross',tests/unit.sh $(asked_units))

# Slow builds get a tenth of the trials: wider margins, the same claims.  The limit is CPU time: other load is no failure.
check-stats: $B/check-stats $B/check-trend  ## how often compare, gate and trend are wrong, and how much they see: simulated
	$(Q)rc=0; ulimit -t $(if $(EMU),1200,300); for f in $^; do $(EMU) $$f $(if $(SAN)$(COVERAGE)$(EMU),10) || \
	{ echo "not ok - $${f##*/} ended with status $$?"; rc=1; }; done; exit $$rc

check-format: $B/conform $B/$(NAME)-fake  ## the checker of the formats finds what is wrong
	$(Q)rc=0; tests/format.sh $(abspath $<) $(sort $(wildcard tests/format/*.cases)) || rc=1; \
	if $(EMU) $(abspath $<) --schema $(SCHEMA) $(filter-out %.text %.github,$(sort $(wildcard tests/unit/format/comparisons/*.*))); \
	then echo 'ok - comparisons in every format'; else echo 'not ok - comparisons in every format'; rc=1; fi; exit $$rc

check-cli: $B/$(NAME)-fake$(if $(filter valgrind%,$(RUN)),-dynamic) $B/conform $(machines)  ##1 goldens of the command line, on a fake kernel; CASES=gate-limits: one, CASES='--update gate-limits': rewritten
	$(Q)CONFORM=$(abspath $B)/conform tests/golden.sh tests/golden $(abspath $<) $(CASES)

check-perf612: $B/$(NAME)-fake $(machines)  ## what recordings of perf 6.12 opened and printed
	$(Q)tests/perf612.sh $(abspath $<)

# BAD_FILES: how many of a command's files go bad; check-hard has all of them.
BAD_FILES ?= 4
check-plan: $B/$(NAME)-fake $B/file-faults $(machines)  ## what would be opened on the recorded machines, and their files gone bad
	$(Q)rc=0; tests/plan.sh tests/plan $(abspath $<) $(CASES) || rc=1; \
	$(if $(CASES)$(SAN),,tests/fixtures.sh vm-zen5 riscv || rc=1;) \
	$(if $(EMU),echo 'ok - files that go bad # SKIP thousands of runs are too many for $(EMU)';) \
	$(if $(CASES)$(EMU),,RUN= tests/faults.sh tests/plan/faults.list $(abspath $B)/file-faults $(BAD_FILES) || rc=1;) exit $$rc

# STEP: every so many of the faults, SEED: which of them; check-hard tries them all.
STEP ?= $(if $(SAN)$(COVERAGE),400,80)
SEED ?= 1
STORMS ?= 3
INJECT ?= 400
check-faults: $B/$(NAME)-fake $B/call-faults $(machines)  ## calls that fail, one after another; STEP=1: all of them
	$(Q)tests/faults/calls.sh tests/faults/calls.list $(abspath $<) $(abspath $B)/call-faults $(STEP) $(SEED)

# On the real kernel: system calls that fail, every INJECTth, and STORMS of signals of each kind.
check-storms: $B/$(NAME) $B/storm $B/conform $B/live/probe
	$(Q)rc=0; export HELPERS=$(abspath $B)/live CONFORM=$(abspath $B)/conform; $(if $(SAN),echo 'ok - injected faults # SKIP a sanitizer does not live through its own calls failing', \
	tests/faults/inject.sh $(abspath $<) $(INJECT) $(SEED)) || rc=1; \
	tests/faults/storm.sh $(abspath $<) $(abspath $B)/storm $(abspath $B)/conform $(STORMS) $(SEED) || rc=1; exit $$rc

check-install: $B/$(NAME)  ## what was installed works, and uninstall leaves nothing behind
	$(Q)rm -rf $B/stage && $(MAKE) --no-print-directory install DESTDIR=$(abspath $B)/stage > /dev/null \
	&& test "$$($B/stage$(bindir)/$(NAME) --version)" = '$(NAME) $(VERSION)' \
	&& { test -z '$(STRIP)' || ! $(NM) $B/stage$(bindir)/$(NAME) 2>&1 | grep -q ' main$$'; } \
	&& test $$(find $B/stage -type f | wc -l) = $(words $(install_list)) \
	&& $(MAKE) --no-print-directory uninstall DESTDIR=$(abspath $B)/stage > /dev/null \
	&& test -z "$$(find $B/stage ! -type d)" && echo 'ok - install and uninstall agree' \
	|| { echo 'not ok - install and uninstall agree'; exit 1; }

# --- their programs -----------------------------------------------------------
$(unit_srcs:%.c=$B/%.o) $(fakes) $B/tests/fake/fake_pstat.o: extra := -Itests/fake -Itests/unit $(if $(cmocka),-Ibuild/cmocka/include)
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
$B/$(NAME)-fake: $B/tests/fake/fake_main.o
$B/file-faults: $B/tests/plan/file_faults.o
fake_needs := $B/tests/fake/fake_pstat.o $B/tests/fake/fake_change.o $(fakes) $B/libpstat.a
$B/$(NAME)-fake $B/file-faults: $(fake_needs)
	$(call say,LINK,$@)$(link_program) $(opening:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS) $(own_libs)
# valgrind sees no malloc() of a static program, and takes what is right for wrong.
$B/$(NAME)-fake-dynamic: $B/tests/fake/fake_main.o $(fake_needs)
	$(call say,LINK,$@)$(link) $(opening:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS) $(own_libs)

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
	$(call say,LINK,$@)$(link_program) -o $@ $^ $(LDLIBS) $(own_libs)

$B/check-stats $B/check-trend: $B/check-%: $B/tests/stats/check_%.o $B/libpstat.a
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(own_libs)
