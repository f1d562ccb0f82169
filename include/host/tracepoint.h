/* SPDX-License-Identifier: MIT */
/* tracepoint.h - ids and names of tracepoints, from tracefs, wherever it is mounted. */
#ifndef HOST_TRACEPOINT_H
#define HOST_TRACEPOINT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct rootfs;

struct tracepoint {
	char *name;		/* "sched:sched_switch" */
	uint64_t id;
};

struct tracepoints {
	struct tracepoint *tracepoint;	/* in the order of their names */
	size_t n;
};

/* Both parts may be globs; the names that match are appended.  None is an error. */
int  tracepoints_find(struct tracepoints *ts, const struct rootfs *root, const char *subsystem,
		      const char *name,
		      struct error *err);
void tracepoints_release(struct tracepoints *ts);

#endif
