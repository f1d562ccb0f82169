/* SPDX-License-Identifier: MIT */
/* tracepoint.h - finds tracepoints and their ids in tracefs. */
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
	struct tracepoint *tracepoint;	/* sorted by name */
	size_t n;
	const char *closed;		/* of tracepoints_list: this mount may not be read; NULL: it may */
};

/*
 * Appends the matching tracepoints; subsystem and name may be globs. An error if none matches, or if one
 * of them cannot be read: a glob counts all of its events or none, as an unreadable one has no row that
 * could say so.
 */
int  tracepoints_find(struct tracepoints *ts, const struct rootfs *root, const char *subsystem,
		      const char *name, struct error *err);
/* The mount point of tracefs: 0 if it can be read, -ENOENT if not mounted. *mount is static text or NULL. */
int  tracepoints_where(const struct rootfs *root, const char **mount);
/*
 * All tracepoints by name, without those that the user may not read; none without tracefs. ids: also read
 * each one's id from its file, 0 where there is none; otherwise all ids are 0. Any other unreadable file
 * is an error.
 */
int  tracepoints_list(struct tracepoints *ts, const struct rootfs *root, bool ids, struct error *err);
/* Adds how to make a mount readable. */
void tracepoints_hint(struct error *err);
void tracepoints_release(struct tracepoints *ts);

#endif
