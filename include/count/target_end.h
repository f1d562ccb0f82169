/* SPDX-License-Identifier: MIT */
/*
 * target_end.h - notices when the counted processes or threads end.
 *
 * A pidfd for each reports that at once; if the kernel has none, target_end_poll must be called every
 * TARGET_END_EVERY_MS.
 */
#ifndef COUNT_TARGET_END_H
#define COUNT_TARGET_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct kernel;
struct target;
struct wait_fd;

enum { TARGET_END_EVERY_MS = 100 };

struct target_end {
	const struct kernel *kernel;	/* borrowed */
	pid_t *id;			/* -1: it has ended */
	int   *fd;			/* parallel; -1: has no pidfd, or has ended */
	size_t n, left;			/* left: number that have not ended */
	bool   threads;			/* ids are threads, not processes */
	bool   polling;			/* some have no pidfd */
};

void target_end_open(struct target_end *w, const struct kernel *k, const struct target *t);
/* fills n entries, all WAIT_TARGET */
void target_end_fds(const struct target_end *w, struct wait_fd *fds);
/* after a wait: marks those that ended */
void target_end_mark_ended(struct target_end *w, const struct wait_fd *fds);
void target_end_poll(struct target_end *w);				/* checks those without a pidfd */
void target_end_close(struct target_end *w);

#endif
