/* SPDX-License-Identifier: MIT */
/* sample.h - keeps the values of all counters at one moment, read from the kernel or from a file. */
#ifndef COUNT_SAMPLE_H
#define COUNT_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "count/reading.h"
#include "event/event_names.h"

enum counter_state {
	COUNTER_CLOSED,
	COUNTER_OPEN,
	COUNTER_NOT_SUPPORTED,	/* the event could not be opened anywhere */
	COUNTER_GONE,		/* its thread, CPU or cgroup does not exist */
	COUNTER_NOT_READ,	/* only in a sample: open, but this read failed */
	/* only in a sample: open, but in doubt from now on; see reading.h */
	COUNTER_BACKWARDS,
	COUNTER_TOO_FAST,
};

struct events;
struct rootfs;

struct sample {
	uint64_t time_ns;
	struct reading *reading;	/* parallel to plan->slot */
	uint8_t *state;			/* parallel, too: enum counter_state */
	size_t n;
	uint64_t tool[TOOL_COUNT];	/* indexed by enum tool_kind */
	bool emulated;			/* tool has the counts of valgrind */
	bool rss_hidden;		/* TOOL_MAX_RSS is only an upper bound: pstat's own */
};

/* Reads the sensors among the events, and takes over the facts of the machine. */
void sample_read_values(struct sample *s, const struct events *events, const struct rootfs *root);
void sample_resize(struct sample *s, size_t n);		/* all 0 afterwards */
void sample_copy(struct sample *to, const struct sample *from);
void sample_release(struct sample *s);

#endif
