# SPDX-License-Identifier: MIT
# hard.mk - what takes too long for `check`, and a closer look at the source.

# --- what takes too long for `check` -----------------------------------------------
# Where such a check is, its name is added to this list.
hard += check-cross check-ports check-clang check-sanitized
.PHONY: check-clang check-sanitized
check-clang:  ## build with clang, without a warning, and run what was built
	$(Q)if command -v clang > /dev/null; then \
	$(MAKE) --no-print-directory CC=clang WERROR=1 FLAVOUR=clang check-runs; \
	else echo 'ok - clang # SKIP no clang, see make deps-ci'; fi
check-sanitized:  ## all that runs what was built, with the sanitizers of addresses and of undefined behaviour
	$(Q)$(MAKE) --no-print-directory SAN=address,undefined check-runs
hard += check-faults-all
.PHONY: check-faults-all
check-faults-all: $B/$(NAME) $B/$(NAME)-fake $B/storm $B/conform $B/live/probe $B/call-faults $B/file-faults $(machines)
	$(Q)rc=0; $(MAKE) --no-print-directory check-faults STEP=1 || rc=1; \
	$(MAKE) --no-print-directory check-storms INJECT=1 STORMS=100 || rc=1; \
	RUN= tests/faults.sh tests/plan/faults.list $(abspath $B)/file-faults 0 || rc=1; exit $$rc
hard += check-recordings
.PHONY: check-recordings
check-recordings: $(machines)  ## each recorded machine comes back from its recording; check-plan has two of them
	$(Q)tests/fixtures.sh $(filter-out amd-genoa-2s intel-spr-2s,$(machines:build/machines$(UNPACK)/%.ok=%))
hard += check-newlines
.PHONY: check-newlines
check-newlines:  ## recorded machines whose files have no newline at the end
	$(Q)$(MAKE) --no-print-directory UNPACK=-n CASES="$$(echo tests/plan/*.txt)" check-plan
hard += check-fresh
.PHONY: check-fresh
check-fresh:  ## follow README.md on a new minimal system, as root and as an ordinary user
	$(Q)mkdir -p build && tests/fresh.sh
hard += check-dist
.PHONY: check-dist
check-dist:  ## the source tarball has every file that a test needs
	$(Q)$(MAKE) --no-print-directory distcheck DISTCHECK=check-files
hard += check-limits
.PHONY: check-limits
check-limits: $B/$(NAME) $B/$(NAME)-fake  ## tens of thousands of counters, a thousand CPUs, words of any length: in proportion
	$(Q)tests/limits/check.sh $(abspath $B)/$(NAME) $(abspath $B)/$(NAME)-fake
hard += check-random
.PHONY: check-random
check-random: $B/$(NAME) $B/live/hold  ## random command lines, as perf 6.12 and as pstat; LINES=2000 SEED=1, see make deps-perf612
	$(Q)LINES=$(if $(findstring command,$(origin LINES)),$(LINES),2000) SEED=$(SEED) tests/random/run.sh $(abspath $B)/$(NAME) $(abspath $B)/live/hold

.PHONY: check-hard
check-hard: all  ## the long and the heavy checks, an hour and a half of them
	$(Q)MAKE='$(MAKE) -k' tests/tally.sh -- $(hard)

.PHONY: plants
plants:  ## break pstat in one way after another: do the tests find it? PLANTS='leak mask', PARTS='unit live'
	$(Q)PARTS='$(PARTS)' tests/plants/run $(PLANTS)

# --- a closer look ---------------------------------------------------------------
.PHONY: coverage analyze format check-coverage check-analyze check-valgrind check-emulated check-planted
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
	$(Q)if command -v valgrind > /dev/null; then v="$(MAKE) --no-print-directory FLAVOUR=valgrind STATIC= CFLAGS='-O1 -g'"; \
	check='valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect'; \
	eval "$$v check-build" > /dev/null && eval "$$v RUN='$$check' check-unit"; rc=$$?; eval "$$v RUN='$$check' check-cli" && exit $$rc; \
	else echo 'ok - valgrind # SKIP no valgrind, see make deps'; fi
check-emulated: $B/$(NAME) $B/live/emulated  ## how sure gates on counts of valgrind are; minutes
	$(Q)tests/stats/emulated.sh $(abspath $B)/$(NAME) $(abspath $B)/live/emulated
hard += check-planted
PROGRAMS ?= 200
$B/where/changes: $B/tests/where/changes.o $B/libpstat.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(own_libs)
check-planted: $B/where/changes  ## changes planted in 200 programs (PROGRAMS=20), and moves: which lines are named? an hour
	$(Q)if command -v valgrind > /dev/null && command -v python3 > /dev/null; then tests/where/planted.py --programs $(PROGRAMS) $(abspath $<); \
	else echo 'ok - planted # SKIP no valgrind or python3, see make deps-ci'; fi
format:  ## lay out the source with clang-format; see the diff before you keep it
	clang-format -i $(srcs) $(hdrs) $(wildcard tests/*/*.[ch] tests/unit/*/*.[ch])

.PHONY: size
size:  ## lines of src/ and include/ by room
	$(Q)find src include -name "*.[ch]" | awk '{ room = $$0; sub(/^(src|include)\//, "", room); sub(/\/[^\/]*$$/, "", room); \
		while ((getline line < $$0) > 0) lines[room]++; close($$0); files[room]++ } \
		END { for (r in lines) { printf "%-20s %3d files %6d lines\n", r, files[r], lines[r]; f += files[r]; n += lines[r] } \
		printf "%-20s %3d files %6d lines\n", "~", f, n }' | sort | sed "s/^~    /total/"
