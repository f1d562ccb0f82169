/* SPDX-License-Identifier: MIT */
/* sample.h - all counters at one moment; all that calc needs to know, live or from a file. */
#ifndef COUNT_SAMPLE_H
#define COUNT_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "count/reading.h"
#include "event/names.h"

enum counter_state {
	COUNTER_CLOSED,
	COUNTER_OPEN,
	COUNTER_NOT_SUPPORTED,	/* the event could not be opened anywhere */
	COUNTER_GONE,		/* this thread, CPU or cgroup of it is not there */
	COUNTER_NOT_READ,	/* only in a sample: open, and could not be read at that moment */
	/* the same, from now on: open, and what was read of it once cannot be, as reading.h has it */
	COUNTER_BACKWARDS,
	COUNTER_TOO_FAST,
};

struct sample {
	uint64_t time_ns;
	struct reading *reading;	/* parallel to plan->slot */
	uint8_t *state;			/* parallel too: enum counter_state */
	size_t n;
	uint64_t tool[TOOL_COUNT];	/* by enum tool_kind */
};

void sample_resize(struct sample *s, size_t n);		/* all 0 afterwards */
void sample_copy(struct sample *to, const struct sample *from);
void sample_release(struct sample *s);

#endif
