/* SPDX-License-Identifier: MIT */
/* made_events.h - events made by hand, for tests of rooms that get them resolved. */
#ifndef UNIT_MADE_EVENTS_H
#define UNIT_MADE_EVENTS_H

#include <string.h>

#include "base/mem.h"
#include "event/event.h"
#include "host/target.h"

struct some_event {
	const char *name;
	uint32_t type;
	uint64_t config;
	int leader;		/* -1: alone */
	unsigned flags;
};

#define SOME_CYCLES	  "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES
#define SOME_INSTRUCTIONS "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS
#define SOME_BRANCHES	  "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS
#define SOME_MISSES	  "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES
#define SOME_SLOTS	  "slots", PERF_TYPE_RAW, 0x400
#define SOME_RETIRING	  "topdown-retiring", PERF_TYPE_RAW, 0x8000
#define SOME_CLOCK	  "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK
#define SOME_FAULTS	  "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS
#define SOME_SWITCHES	  "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES

#define SOME_TSC	  "msr/tsc/", 20, 0

static inline void some_events(struct events *es, const struct some_event *some, size_t n)
{
	es->event = mem_resize(NULL, n, sizeof(*es->event));
	es->n = n;
	for (size_t i = 0; i < n; i++)
		es->event[i] = (struct event){
			.name = mem_copy_text(some[i].name), .unit = mem_copy_text(""), .scale = 1,
			.leader = some[i].leader < 0 ? (int)i : some[i].leader, .row = (int)i, .flags = some[i].flags,
			.cgroup = -1,
			.attr.head = { .type = some[i].type, .config = some[i].config, .size = ATTR_SIZE },
		};
}

static inline void some_threads(struct target *t, size_t n)
{
	*t = (struct target){ .inherit = true, .enable_on_exec = true, .n_threads = n };
	t->thread = mem_resize(NULL, n, sizeof(*t->thread));
	memset(t->thread, 0, n * sizeof(*t->thread));
}

static inline void some_cpus(struct target *t, size_t n)
{
	*t = (struct target){ .cpus.n = n };
	t->cpus.cpu = mem_resize(NULL, n, sizeof(*t->cpus.cpu));
	for (size_t i = 0; i < n; i++)
		t->cpus.cpu[i] = (int)i;
}

#endif
