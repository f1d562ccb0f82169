/* SPDX-License-Identifier: MIT */
/*
 * kernel_groups.h - arranges resolved events into groups that the kernel accepts, and into the rows of the
 * output; spec.h parses the braces of {a,b}.
 *
 * The kernel accepts a group only within one hardware PMU, plus any software events. So a group that the
 * user wrote becomes one group per PMU, the core's first, and the events are put in that order.
 */
#ifndef EVENT_KERNEL_GROUPS_H
#define EVENT_KERNEL_GROUPS_H

#include <stdbool.h>

#include "note/note.h"

struct event_opts;
struct events;
struct event_origin;
struct pmus;
struct specs;

/* hybrid: there are several core PMUs. pmus tells which of them counts top-down events (top_down.h). */
void kernel_groups_arrange(struct events *e, struct event_origin *from, const struct specs *specs,
		      const struct pmus *pmus, bool hybrid, const struct event_opts *o, struct notes *notes);
#endif
