/* SPDX-License-Identifier: MIT */
/* The words that schema pstat/1 has for enums. */
#include "benchmark/schema_words.h"

const char *const pieces_states[] = {
	[CELL_ABSENT] = "absent", [CELL_COUNTED] = "counted",
	[CELL_NOT_COUNTED] = "not-counted", [CELL_NOT_SUPPORTED] = "not-supported",
	[CELL_UNKNOWN] = "unknown",
};

const char *const pieces_modes[] = {
	[AGGR_TOTAL] = "total", [AGGR_NODE] = "node", [AGGR_PACKAGE] = "socket", [AGGR_DIE] = "die",
	[AGGR_CLUSTER] = "cluster", [AGGR_CACHE] = "cache", [AGGR_CORE] = "core", [AGGR_THREAD] = "thread",
	[AGGR_CPU] = "cpu",
};

const char *const pieces_ends[] = {
	[RUNLOOP_CHILD] = "target", [RUNLOOP_TIMEOUT] = "timeout", [RUNLOOP_ENOUGH] = "interval-count",
	[RUNLOOP_STOPPED] = "control", [RUNLOOP_SIGNAL] = "signal",
};

const char *const pieces_verdicts[] = { [FIGURE_BAD] = "bad", [FIGURE_GOOD] = "good" };
