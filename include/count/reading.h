/* SPDX-License-Identifier: MIT */
/* reading.h - one counter value as the kernel gave it, and its arithmetic; pure. */
#ifndef COUNT_READING_H
#define COUNT_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct reading {
	uint64_t value;		/* raw, unscaled */
	uint64_t enabled;	/* ns the event was enabled */
	uint64_t running;	/* ns it was really on a counter */
};

/* The kernel gives nothing of a pinned event that waits for a counter: enabled so long, and never on one. */
enum { READING_STARVED = 1 };

size_t reading_size(uint64_t read_format, size_t members);

/*
 * How many readings there are, at most `most`: a group may have fewer members than were opened.
 * id: of each of them, 0 where the format has none; NULL: not wanted.
 */
int    reading_decode(struct reading *out, uint64_t *id, size_t most, uint64_t read_format,
		      const void *buf, size_t len, struct error *err);

/* Nothing where `to` is not behind `from`: a counter that could not be read any more. */
struct reading reading_delta(const struct reading *from, const struct reading *to);

enum doubt {			/* why what was read cannot be */
	DOUBT_NONE,
	DOUBT_BACKWARDS,	/* the count, or the time that it took, is less than before */
	DOUBT_TOO_FAST,		/* more than any processor counts: 64 in each cycle of 10 GHz */
};

/*
 * from: what was read before, all 0 the first time.  Only a core's counters are too fast: others
 * may count in any unit.  A level, which is no count, may fall.
 */
enum doubt reading_doubt(const struct reading *from, const struct reading *to, bool of_core, bool level);
const char *reading_doubt_words(enum doubt doubt);	/* "it ran backwards" */

/* false: it never ran, so there is no value, not even 0. */
bool   reading_scaled(const struct reading *r, uint64_t *value);

#endif
