/* SPDX-License-Identifier: MIT */
/*
 * plan.h - every open that will be made, in words; pure.
 *
 * Order: unit by unit (CPU or thread), leaders before their members.  Tool events have
 * no slot.  On CPUs, and on many threads, the software events of each are bundled into groups,
 * which only opening, switching and reading know of.
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
	/* of a leader: how many slots its group has, itself counted, all behind it in a row */
	int members;
	bool bundled;		/* in a group that nobody asked for */
};

struct plan {
	struct slot *slot;
	size_t n;
	const struct events *events;	/* borrowed, as are the rest */
	const struct event_set *set;
	const struct target *target;
};

int  plan_build(struct plan *plan, const struct events *events, const struct event_set *set,
		const struct target *target, struct error *err);

/* What slot i is opened with: the event's attr and what the target and the group add to it. */
void  plan_attr(const struct plan *plan, size_t i, union attr *attr);
uint64_t plan_read_format(const struct plan *plan, size_t i);	/* a part of it */
void  plan_attr_unbundled(const struct plan *plan, size_t i, union attr *attr);	/* as the user asked for it */
pid_t plan_pid(const struct plan *plan, size_t i);	/* a thread, -1, or a cgroup's descriptor */
unsigned long plan_flags(const struct plan *plan, size_t i);	/* of the open: whether it is a cgroup's */
bool  plan_has_tools(const struct plan *plan);	/* events of pstat itself, which need no counter */
void  plan_format(const struct plan *plan, struct str *out);	/* --dry-run, and the attr golden tests */
/* a field a line, those that are 0 left out */
void  plan_format_attr(struct str *out, const union attr *attr);
void  plan_release(struct plan *plan);

#endif
