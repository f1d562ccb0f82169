/* SPDX-License-Identifier: MIT */
/*
 * event_unit.h - finds which events must be counted together: those of one group, or of one row of the
 * output.
 *
 * A unit is named by its first event, which is also its index in arrays.
 */
#ifndef COUNT_EVENT_UNIT_H
#define COUNT_EVENT_UNIT_H

#include <stdbool.h>
#include <stddef.h>

struct event;
struct events;

bool  event_unit_needs_counter(const struct event *e);	/* this event needs a counter of a PMU */

/* Indexed by event, owned by the caller: its unit; and whether its unit needs a counter. */
int  *event_units_find(const struct events *es);
bool *event_units_need_counter(const struct events *es, const int *unit);
/* Forms the units of these events alone, ascending: their leaders and rows must be among them. */
void  event_units_join(int *unit, const struct events *es, const int *event, size_t n);
int  *event_units_all_events(const struct events *es);		/* 0, 1, 2, ...: owned by the caller */

#endif
