/* SPDX-License-Identifier: MIT */
/* fallback.h - lists what an event gives up, and in which order, when the kernel refuses it. */
#ifndef COUNT_FALLBACK_H
#define COUNT_FALLBACK_H

#include <stdbool.h>

#include "host/attr.h"

struct event;

struct fallback {
	const char *name;	/* for the note: what is given up; NULL: nothing that matters */
	int  errnum;		/* the errno that this step handles */
	/* Changes the event, given the refused attr; false: nothing left to give up. */
	bool (*apply)(struct event *event, const union attr *refused);
};

/* Applies and returns the next step that changes the event for this errno; NULL: none. */
const struct fallback *fallback_next(struct event *event, const union attr *refused, int errnum);

#endif
