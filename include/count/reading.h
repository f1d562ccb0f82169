/* SPDX-License-Identifier: MIT */
/* reading.h - decodes one counter value that came from the kernel, scales it and checks it. */
#ifndef COUNT_READING_H
#define COUNT_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct reading {
	uint64_t value;		/* raw, unscaled */
	uint64_t enabled;	/* ns the event was enabled */
	uint64_t running;	/* ns it was on a counter */
};

/* The kernel returns no data for a pinned event without a counter: then enabled is this and running 0. */
enum { READING_STARVED = 1 };

/* read_format must have both times. */
size_t reading_size(uint64_t read_format, size_t members);

/*
 * The number of readings, at most `most`: a group may have fewer members than were opened. id: their ids,
 * 0 if the format has none; NULL: not wanted.
 */
int    reading_decode(struct reading *out, uint64_t *id, size_t most, uint64_t read_format,
		      const void *buf, size_t len, struct error *err);

/* All 0 if `to` is earlier than `from`, which a counter gives that could no longer be read. */
struct reading reading_delta(const struct reading *from, const struct reading *to);

enum doubt {			/* why a value is impossible */
	DOUBT_NONE,
	DOUBT_BACKWARDS,	/* the count or its time decreased */
	DOUBT_TOO_FAST,		/* more than any processor counts: 64 per cycle at 10 GHz */
};

/*
 * from: the previous reading, 0 the first time. After one impossible value a counter stays in doubt for
 * the rest of the run, in intervals and in the total: what follows a jump is as wrong as the jump. Only
 * counters of a core can be too fast: others count in units of their own. A level (not a count) may
 * decrease.
 */
enum doubt reading_doubt(const struct reading *from, const struct reading *to, bool of_core, bool level);
const char *reading_doubt_words(enum doubt doubt);	/* "it ran backwards" */

/* false: it never ran, so there is no value, not even 0 */
bool   reading_scaled(const struct reading *r, uint64_t *value);

#endif
