# SPDX-License-Identifier: MIT
# bench.mk - how fast pstat is, in proportion; see BENCHMARKS.md.

# --- how fast, how faithful ---------------------------------------------
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
