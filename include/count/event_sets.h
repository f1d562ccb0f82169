/* SPDX-License-Identifier: MIT */
/* event_sets.h - keeps sets of events; each has its own run, as not all can be counted at once. */
#ifndef COUNT_EVENT_SETS_H
#define COUNT_EVENT_SETS_H

#include <stdbool.h>
#include <stddef.h>

#include "event/event.h"

struct event_sets {
	struct event_set *set; size_t n;	/* the sets own their lists */
	/* the number of sets that fit; one more set has the events that never got a counter, even alone */
	size_t n_fit;
	int common;				/* a row that is in every set with room for it; -1: none */
};

/* Adds to a set that only this function fills; sort it afterwards, as event_set_has requires. */
void event_set_add(struct event_set *set, int event);
void event_set_sort(struct event_set *set);

struct event_set *event_sets_append(struct event_sets *sets);	/* an empty set */
void event_sets_single(struct event_sets *sets);			/* a single set with all events */
/*
 * Set i did not fit after all: splits it in two halves. If it has a single event besides the common one,
 * the common one is removed, and gets a set of its own if no other set has it. false: it cannot be split.
 */
bool event_sets_split(struct event_sets *sets, size_t i, const struct events *events);
void event_sets_release(struct event_sets *sets);

#endif
