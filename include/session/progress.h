/* SPDX-License-Identifier: MIT */
/*
 * progress.h - makes the line that tells how far a series is, and how long the rest takes.
 *
 * It says nothing of a series that is over within a second: nobody reads that.  How long the first run takes
 * is not known, so it has a line only if its command does not write to the same terminal.
 */
#ifndef SESSION_PROGRESS_H
#define SESSION_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct progress {
	size_t done;			/* runs, with warm-ups; the line is about the next one */
	size_t planned, most;		/* runs in all; there may be up to `most` */
	uint64_t spent_ns;		/* on those that are done */
	uint64_t budget_ns;		/* that is left; UINT64_MAX: there is none */
	bool detached;			/* the commands do not use the terminal */
};

/* Appends "run 3 of 22 to 82, 5 to 19 s left"; nothing if there is nothing to tell. */
void progress_add(struct str *out, const struct progress *p);

#endif
