/* SPDX-License-Identifier: MIT */
/*
 * target_watch.h - notices when the counted processes or threads end.
 *
 * A pidfd for each reports that at once; if the kernel has none, target_watch_poll must be called every
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

struct target_watch {
	const struct kernel *kernel;	/* borrowed */
	pid_t *id;			/* -1: it has ended */
	int   *fd;			/* parallel; -1: has no pidfd, or has ended */
	size_t n, left;			/* left: number that have not ended */
	bool   threads;			/* ids are threads, not processes */
	bool   polling;			/* some have no pidfd */
};

void target_watch_open(struct target_watch *w, const struct kernel *k, const struct target *t);
/* fills n entries, all WAIT_TARGET */
void target_watch_fds(const struct target_watch *w, struct wait_fd *fds);
/* after a wait: marks those that ended */
void target_watch_mark_ended(struct target_watch *w, const struct wait_fd *fds);
void target_watch_poll(struct target_watch *w);				/* checks those without a pidfd */
void target_watch_close(struct target_watch *w);

#endif
