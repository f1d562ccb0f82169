# SPDX-License-Identifier: MIT
# make bench-gate: fail if a benchmark needs more than a limit allows.  make bench-accept: its result becomes the baseline.
# README.md beside this file explains it.  Set these before `include pstat/contrib/ci/bench.mk`:
#   BENCH          the command
#   BENCH_OLD      the same command of an old build; both run in turns, without a baseline
#   BENCH_NAME     the name of the benchmark (gate)
#   BENCH_LIMIT    the value of --limit
#   BENCH_BUDGET   the value of --budget
#   BENCH_OPTIONS  other options of pstat gate
bench_gate := $(dir $(lastword $(MAKEFILE_LIST)))gate.sh $(if $(BENCH_LIMIT),--limit '$(BENCH_LIMIT)') \
	$(if $(BENCH_BUDGET),--budget '$(BENCH_BUDGET)') $(BENCH_OPTIONS) --
.PHONY: bench-gate bench-accept
bench-gate bench-accept: export PSTAT_NAME := $(or $(BENCH_NAME),gate)
bench-gate:
	$(bench_gate) $(if $(BENCH_OLD),$(BENCH_OLD) --vs) $(BENCH)
bench-accept: export PSTAT_KEEP := always
bench-accept:
	$(bench_gate) $(BENCH)
