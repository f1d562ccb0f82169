/* SPDX-License-Identifier: MIT */
/* fallback.h - what to give up, in order, when the kernel refuses an event. */
#ifndef COUNT_FALLBACK_H
#define COUNT_FALLBACK_H

#include <stdbool.h>

#include "host/attr.h"

struct event;

struct fallback {
	const char *name;	/* what is given up, for the note; NULL: nothing that anybody would miss */
	int  errnum;		/* the errno this rung answers */
	/* Changes the event, given the attr that was refused; false: nothing left to give up here. */
	bool (*apply)(struct event *event, const union attr *refused);
};

/* The next rung that changes the event for this errno, already applied; NULL: give up. */
const struct fallback *fallback_next(struct event *event, const union attr *refused, int errnum);

#endif
