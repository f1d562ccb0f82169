/* SPDX-License-Identifier: MIT */
/*
 * packing.h - divides events for --exact into sets that the PMU can count without multiplexing.
 *
 * It tries each set for a moment, on pstat itself or on CPUs (packing_trial.h).
 *
 * What a PMU says about its counters is not trusted: a set is opened as in a run, must be on the counters
 * all the time, and no counter may be dead. Events are opened one by one and not as one group: a kernel
 * refuses some groups that it would count as single events, and users' groups cannot be nested.
 *
 * Groups and rows stay whole. Software events, tracepoints and pstat's own times need no counter and are
 * in every set, so each run has its task-clock. PMUs do not share counters, so each fills the sets
 * separately. Sets are filled in the order of the events and not reconsidered, so there are at most two
 * trials of 2 ms per event, and a few more if events read 0.
 */
#ifndef COUNT_PACKING_H
#define COUNT_PACKING_H

#include <stdbool.h>
#include <stddef.h>

#include "event/event.h"
#include "note/note.h"

struct event_sets;
struct trial_setup;

bool packing_is_needed(const struct events *events);	/* some event needs a counter */
/* Do they count at the same time? Events that need no counter are not tried. */
bool packing_fits_together(const struct trial_setup *setup, const struct event_set *set);
/*
 * Makes at least one set, in the order of the events, and splits groups that fit nowhere. common: a row for
 * all sets, or -1.
 */
void packing_make_sets(struct event_sets *sets, const struct trial_setup *setup, int common,
		       struct notes *notes);

#endif
