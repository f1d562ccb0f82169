/* SPDX-License-Identifier: MIT */
/*
 * plan.h - lists every perf_event_open that a run will make, and makes none of them.
 *
 * Order: by unit (CPU or thread), leaders before their members. Tool events have no slot.
 *
 * On CPUs, and on many threads, the software events of each are bundled into groups that only opening,
 * switching and reading know of: one read then interrupts the CPU once and not once per event, which was
 * more than half the cost of an interval with -a. With 1,900 threads and 10 events each, attaching takes
 * 120 to 160 ms of CPU instead of 180 to 480, and a sweep 4 ms instead of 10. A user page per thread that
 * tells whether it slept would be faster still, but costs a page and a descriptor each.
 */
#ifndef COUNT_PLAN_H
#define COUNT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/str.h"
#include "host/attr.h"

struct event_set;
struct events;
struct target;

struct slot {			/* one perf_event_open; indices, -1: none */
	int event;
	int cpu;		/* a CPU's number, not an index */
	int thread;		/* index into target->thread */
	int leader;		/* index of the group leader's slot */
	/* of a leader: number of slots in its group, itself included; they are adjacent */
	int members;
	bool bundled;		/* in a group that pstat formed */
};

/*
 * A thread is counted while it is on one CPU: cpu=. The kernel's times then include time on other CPUs or
 * lack some, so nothing tells whether the event had a counter: groups with events of a core are pinned,
 * and count always or not at all.
 */
bool slot_is_partial(const struct slot *slot);

struct plan {
	struct slot *slot;
	size_t n;
	const struct events *events;	/* borrowed, as are the rest */
	const struct event_set *set;
	const struct target *target;
};

int  plan_build(struct plan *plan, const struct events *events, const struct event_set *set,
		const struct target *target, struct error *err);

/* The attr that opens slot i: the event's attr plus what target and group need. */
void  plan_attr(const struct plan *plan, size_t i, union attr *attr);
uint64_t plan_read_format(const struct plan *plan, size_t i);	/* its read_format */
/* some event of its group uses a counter of a core */
bool  plan_is_of_core(const struct plan *plan, size_t i);
/* the same as if it were not bundled */
void  plan_attr_unbundled(const struct plan *plan, size_t i, union attr *attr);
pid_t plan_pid(const struct plan *plan, size_t i);	/* a thread, -1, or a cgroup's descriptor */
unsigned long plan_flags(const struct plan *plan, size_t i);	/* for the open: whether pid is a cgroup */
bool  plan_has_tools(const struct plan *plan);	/* pstat's own measures, which need no counter */
/* For --dry-run and tests: each event once, then the opens that refer to it. */
void  plan_format(const struct plan *plan, struct str *out);
/* one member per line, without those that are 0; -vv prints each open this way, as perf does */
void  plan_format_attr(struct str *out, const union attr *attr);
void  plan_release(struct plan *plan);

#endif
