/* SPDX-License-Identifier: MIT */
/*
 * fit.h - which events count at the same time, found out by counting pstat itself.
 *
 * What a PMU says of its counters is not believed: a set is opened as a run would have it, has
 * to be on the counters all the time, and no counter may be dead.  Groups stay whole, and so
 * do rows.  Software events, tracepoints and pstat's own times need no counter: they are in
 * every set.  PMUs do not share counters: each fills the sets by itself.
 */
#ifndef COUNT_FIT_H
#define COUNT_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/note.h"
#include "event/event.h"

struct event_sets;
struct kernel;

struct fit {			/* what is asked; all of it borrowed */
	const struct kernel *kernel;
	/*
	 * Settled: opened before, so that they are as the kernel takes them.  A group that fits
	 * nowhere is taken apart here.
	 */
	struct events *events;
	bool on_cpus;		/* they are counted on CPUs, not on a thread */
};

bool fit_is_needed(const struct events *events);	/* some of them need a counter */
/* Whether they count at the same time; nothing is tried of what needs no counter. */
bool fit_together(const struct fit *f, const struct event_set *set);
/* In the order of the events; common: a row, or -1.  At least one set. */
void fit_sets(struct event_sets *sets, const struct fit *f, int common, struct notes *notes);

#endif
