# SPDX-License-Identifier: MIT
# live.mk - tests on the real kernel, and beside other programs.

# --- tests on the real kernel -------------------------------------------------
# Two at once, however many processors there are: they wait most of the time, but they measure, too.
live_golden = HELPERS=$(abspath $B)/live CONFORM=$(abspath $B)/conform JOBS=2 tests/golden.sh tests/live $(abspath $B)/$(NAME)
live_needs := $B/$(NAME) $B/$(NAME)-fake $B/$(NAME)-stepped $B/conform $(lives)
live_cases := $(sort $(patsubst tests/live/%.case,%,$(wildcard tests/live/*.case)))
# A case with a real valgrind or git costs as much as twenty others.  What is not named here stays in check-live.
peer_cases := $(filter perf-% recipe-% gate-bisect gate-traps gate-libraries gate-where-callers valgrind-% where-lost which-limit,$(live_cases))
check-live: $(live_needs)  ## goldens on the real kernel; check-peers has most of those that run valgrind or git, check-hard the long ones
	$(Q)rc=0; $(live_golden) $(or $(CASES),$(filter-out $(peer_cases) long-%,$(live_cases))) || rc=1; \
	$(if $(CASES),,tests/vendor.sh $(abspath $<) || rc=1;) exit $$rc

hard += check-live-long
.PHONY: check-live-long
check-live-long: $(live_needs)  ## of check-live what takes many times to find, in minutes
	$(Q)$(live_golden) $(filter long-%,$(live_cases))

# Chromium is 350 MB, so this is not a part of check.
.PHONY: check-pages
check-pages: $B/$(NAME)-fake $(machines)  ## pages in Chromium: axes, ticks, words that do not overlap, contrast; LOOK=1: pictures of them in build/pages/look
	$(Q)tests/pages/make.sh $< $(abspath build/machines$(UNPACK)) build/pages && tests/pages/check.sh build/pages

.PHONY: check-recipes
check-recipes: $(live_needs)  ## of check-live and check-peers those that run the commands of action.yml and contrib/ci
	$(Q)$(live_golden) $(filter recipe-%,$(live_cases))

# Not a part of check: promtool takes 330 MB, perf 100, and fish, with python3, 55; and perf 6.1 is in one Debian only.
.PHONY: check-peers
check-peers: $(live_needs) $(machines)  ## what perf 6.1, valgrind, Prometheus, fish, git, gnuplot, sqlite3 and a YAML parser make of the same, and the commands of action.yml and contrib/ci; see make deps-ci
	$(Q)rc=0; $(live_golden) $(peer_cases) || rc=1; \
	tests/promtool.sh $(abspath $B)/$(NAME)-fake || rc=1; tests/prometheus.sh $(abspath $B)/$(NAME) || rc=1; tests/completion.sh $(abspath $B)/$(NAME) fish || rc=1; \
	$(MAKE) --no-print-directory PROGRAMS=20 check-planted || rc=1; tests/recipes.sh $(abspath $B)/$(NAME) $(abspath $B)/live || rc=1; \
	tests/plots.sh $(abspath $B)/$(NAME) || rc=1; $(MAKE) --no-print-directory check-pages || rc=1; exit $$rc

.PHONY: which-limit
which-limit: $B/$(NAME) $B/live/workload  ## measure which limit of gate finds which regression (GATES=20, in half an hour)
	$(Q)tests/stats/which_limit.sh $(abspath $B)/$(NAME) $(abspath $B)/live/workload $(or $(GATES),20)

.PHONY: budgets
budgets: $B/$(NAME) $B/live/workload  ## measure what gate --budget finds, and how long it takes (half an hour; GATES=50)
	$(Q)tests/stats/budget.sh $(abspath $B)/$(NAME) $(abspath $B)/live/workload $(or $(GATES),50)

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
# A library of it, which it loads.
$B/live/shares: | $B/live/shares.so
$B/live/shares.so: tests/live/shares.c $B/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) -DLIBRARY -O2 -fPIC -shared -nostdlib -o $@ $<
$B/live/processes: at := -no-pie -Wl,--section-start=.step=0x30000000
# Nothing of ours or of the C library in them: every instruction counts; and of steps each is in its place.
$B/live/steps: text := -Wl,-Ttext=0x500000
$B/live/known $B/live/steps: $B/live/%: tests/live/%.S $B/flags
	@mkdir -p $(@D)
	$(call say,AS,$<)$(CC) -nostdlib -static -no-pie $(text) -o $@ $< 2> /dev/null || echo 'exit 77' > $@
