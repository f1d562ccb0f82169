/* SPDX-License-Identifier: MIT */
/*
 * target_watch.h - notices when the counted processes or threads end.
 *
 * A pidfd for each reports that at once; if the kernel has none, watch_look must be called every
 * WATCH_EVERY_MS.
 */
#ifndef COUNT_TARGET_WATCH_H
#define COUNT_TARGET_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct kernel;
struct target;
struct wait_fd;

enum { WATCH_EVERY_MS = 100 };

struct watch {
	const struct kernel *kernel;	/* borrowed */
	pid_t *id;			/* -1: it has ended */
	int   *fd;			/* parallel; -1: has no pidfd, or has ended */
	size_t n, left;			/* left: number that have not ended */
	bool   threads;			/* ids are threads, not processes */
	bool   polling;			/* some have no pidfd */
};

void watch_open(struct watch *w, const struct kernel *k, const struct target *t);
void watch_fds(const struct watch *w, struct wait_fd *fds);	/* fills n entries, all WAIT_TARGET */
void watch_take(struct watch *w, const struct wait_fd *fds);	/* after a wait: marks those that ended */
void watch_look(struct watch *w);				/* checks those without a pidfd */
void watch_close(struct watch *w);

#endif
