/* SPDX-License-Identifier: MIT */
/* tracepoint.h - ids and names of tracepoints, from tracefs, wherever it is mounted. */
#ifndef HOST_TRACEPOINT_H
#define HOST_TRACEPOINT_H

#include <stdbool.h>
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

/* Both parts may be globs; the names that match are appended.  An error: none, or one that cannot be read. */
int  tracepoints_find(struct tracepoints *ts, const struct rootfs *root, const char *subsystem,
		      const char *name,
		      struct error *err);
/* Where tracefs is mounted, 0 when it can be read; -ENOENT: nowhere.  *mount is static text or NULL. */
int  tracepoints_where(const struct rootfs *root, const char **mount);
/*
 * All of them, by name; none where there is no tracefs, and without those that are closed to us.  ids: each
 * from a file of its own, 0 where it has no number; else all are 0.  An error: what cannot be read otherwise.
 */
int  tracepoints_list(struct tracepoints *ts, const struct rootfs *root, bool ids, struct error *err);
void tracepoints_release(struct tracepoints *ts);

#endif
