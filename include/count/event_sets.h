/* SPDX-License-Identifier: MIT */
/* event_sets.h - sets of events that are counted one after the other; see fit.h, which makes them. */
#ifndef COUNT_EVENT_SETS_H
#define COUNT_EVENT_SETS_H

#include <stdbool.h>
#include <stddef.h>

#include "event/event.h"

struct event_sets {
	struct event_set *set; size_t n;	/* their lists are owned */
	/* so many of them fit; one more has what was never on a counter, even alone */
	size_t n_fit;
	int common;				/* row that is in every set that has room for it; -1: none */
};

/* A set that was made by this alone; event_set_has wants it sorted. */
void event_set_add(struct event_set *set, int event);
void event_set_sort(struct event_set *set);

struct event_set *event_sets_append(struct event_sets *sets);	/* one without events */
void event_sets_one(struct event_sets *sets);			/* everything at once */
/*
 * Set i did not fit: in two halves now, or, where all else is one event, without the common one, which
 * has a set of its own when it is in no other.  false: it cannot be divided.
 */
bool event_sets_split(struct event_sets *sets, size_t i, const struct events *events);
void event_sets_release(struct event_sets *sets);

#endif
