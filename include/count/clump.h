/* SPDX-License-Identifier: MIT */
/*
 * clump.h - events that are counted at the same time or not at all: those of a group, and those of
 * a row.  A clump is named by the first of its events, which is also its index in arrays.
 */
#ifndef COUNT_CLUMP_H
#define COUNT_CLUMP_H

#include <stdbool.h>
#include <stddef.h>

struct event;
struct events;

bool  clump_needs_counter(const struct event *e);	/* of a PMU, that is; this event by itself */

/* By event, owned by the caller: its clump; and whether something in its clump needs a counter. */
int  *clumps_find(const struct events *es);
bool *clumps_needs(const struct events *es, const int *clump);
/* The clumps of these events alone, ascending: their leaders and rows are among them. */
void  clumps_join(int *clump, const struct events *es, const int *event, size_t n);
int  *clumps_all(const struct events *es);		/* 0, 1, 2, ...: owned by the caller */

#endif
