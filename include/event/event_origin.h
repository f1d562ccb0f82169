/* SPDX-License-Identifier: MIT */
/*
 * event_origin.h - remembers for each event which item of -e named it, and which bits of its config the PMU
 * does not describe.
 */
#ifndef EVENT_EVENT_ORIGIN_H
#define EVENT_EVENT_ORIGIN_H

#include <stdint.h>

#include "note/note.h"

struct event_origin {			/* origin of an event; parallel to events->event, and moved with it */
	int spec;		/* index into specs */
	uint64_t unknown[4];	/* config bits that the PMU does not describe */
};

/* adds a note about the unknown bits */
void event_origin_note_bits(const struct event_origin *from, int event, struct notes *notes);

#endif
