# SPDX-License-Identifier: MIT
# bench.mk - how fast pstat is, in proportion; see BENCHMARKS.md.

# --- how fast, how faithful ---------------------------------------------
# Two or three programs, each with a floor that is linked in the same way.  MEASURES chooses.
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
# The first is what `make` builds.
is_static := $(filter -static%,$(program_ldflags))
$B/bench/$(NAME)-dynamic: $B/src/cli/main.o $(objs)
$B/bench/$(NAME)-dynamic: private libs := $(own_libs)
$B/bench/floor-dynamic: $B/tests/bench/floor.o
$B/bench/$(NAME)-dynamic $B/bench/floor-dynamic:
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(link) -o $@ $^ $(LDLIBS) $(libs)
dynamic := $(if $(is_static),$B/bench/$(NAME)-dynamic $B/bench/floor-dynamic)
musl_B := build/musl-gcc-static
.PHONY: bench bench-builds check-bench
bench-builds: $B/$(NAME) $B/bench/floor $(dynamic) $B/bench/bench $B/bench/least $B/bench/pacer $B/bench/tiny $B/bench/manythreads $B/bench/region_page $B/$(NAME)-fake $B/live/region_loops $B/live/functions $B/live/sleepers $B/live/known \
	build/machines/intel-spr-2s.ok
	$(Q)if command -v musl-gcc > /dev/null; then $(MAKE) --no-print-directory CC=musl-gcc STATIC=1 WERROR=1 FLAVOUR=musl-gcc-static $(musl_B)/$(NAME) $(musl_B)/bench/floor; \
	else echo 'no musl-gcc, see make deps-ci'; fi
run_bench = $B/bench/bench --perf '$(PERF)' --build $(if $(is_static),static,dynamic):$(abspath $B/$(NAME)):$(abspath $B/bench/floor) \
	$(if $(is_static),--build dynamic:$(abspath $B/bench/$(NAME)-dynamic):$(abspath $B/bench/floor-dynamic)) \
	--build musl:$(abspath $(musl_B)/$(NAME)):$(abspath $(musl_B)/bench/floor)
bench: bench-builds  ## pstat, the least that the machine allows, and perf; see BENCHMARKS.md
	$(Q)$(run_bench) $(if $(BENCH_JSON),--json '$(BENCH_JSON)') $(abspath $B) $(MEASURES)
check-bench: bench-builds  ## the guards of the benchmarks: wide, and for ratios only
	$(Q)$(run_bench) --guards $(abspath $B) $(MEASURES)
