/* SPDX-License-Identifier: MIT */
/*
 * event_unit.h - events that must be counted together: those of a group, and those of a row.
 *
 * A clump is named by its first event, which is also its index in arrays.
 */
#ifndef COUNT_EVENT_UNIT_H
#define COUNT_EVENT_UNIT_H

#include <stdbool.h>
#include <stddef.h>

struct event;
struct events;

bool  clump_needs_counter(const struct event *e);	/* this event needs a counter of a PMU */

/* Indexed by event, owned by the caller: its clump; and whether its clump needs a counter. */
int  *clumps_find(const struct events *es);
bool *clumps_needs(const struct events *es, const int *clump);
/* Forms the clumps of these events alone, ascending: their leaders and rows must be among them. */
void  clumps_join(int *clump, const struct events *es, const int *event, size_t n);
int  *clumps_all(const struct events *es);		/* 0, 1, 2, ...: owned by the caller */

#endif
