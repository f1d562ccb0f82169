# SPDX-License-Identifier: MIT
# fuzz.mk - parsers and the whole program take anything.

# --- fuzzing: with chance, and with clang's libFuzzer ---------------------------
# The whole program is slower than a parser. An input may take ten times what the slowest did: machines are busy.
chances = $(if $(filter %_program,$1),$(if $(SAN)$(EMU),300,2000),$(if $(SAN)$(EMU),2000,20000))
check-fuzz: $(fuzzes)  ## parsers and the whole program take anything: a corpus, and what chance makes of it; see fuzz
	$(Q)rc=0; $(foreach f,$(fuzzes),FUZZ_SLOW=$(if $(SAN)$(EMU)$(COVERAGE),60,10) $(EMU) $f $(call chances,$f) $(wildcard tests/fuzz/corpus/$(f:$B/fuzz/fuzz_%=%) tests/fuzz/corpus/$(f:$B/fuzz/fuzz_%=%).crashes) < /dev/null || \
	{ echo "not ok - $(notdir $f) ended with status $$?"; rc=1; };) exit $$rc

# A fuzz target is one function; FUZZER=1 CC=clang links libFuzzer instead of our own main.  Some have a file
# system of their own: what opens files is compiled once more for them.
boxed := $(patsubst %,$B/fuzz/src/%.o,host/fd host/rootfs host/file host/program benchmark/save_file session/recorder cli/output output/lock output/output_file output/temp_file)
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
