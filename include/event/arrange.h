/* SPDX-License-Identifier: MIT */
/*
 * arrange.h - which events are counted together, and which make one row.
 *
 * The kernel takes a group only within one hardware PMU, beside any software events.  So
 * what the user wrote as one group becomes one for each PMU, the core's first, and the
 * events are put in that order.
 */
#ifndef EVENT_ARRANGE_H
#define EVENT_ARRANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/note.h"

struct event_opts;
struct events;
struct pmus;
struct specs;

struct origin {			/* where an event comes from; parallel to events->event, and moved with it */
	int spec;		/* index into specs */
	uint64_t unknown[4];	/* bits of the config words that the PMU does not describe */
};

/* hybrid: there are several core PMUs; pmus tells which of them counts top-down events (top_down.h) */
void arrange_events(struct events *e, struct origin *from, const struct specs *specs,
		    const struct pmus *pmus, bool hybrid, const struct event_opts *o, struct notes *notes);
void origin_note_bits(const struct origin *from, int event, struct notes *notes);	/* the unknown ones */

#endif
