/* SPDX-License-Identifier: MIT */
/*
 * watch.h - when do the processes or threads that are counted end?
 *
 * A pidfd each tells at once; where the kernel has none for it, somebody has to look every
 * WATCH_EVERY_MS.
 */
#ifndef COUNT_WATCH_H
#define COUNT_WATCH_H

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
	int   *fd;			/* parallel: -1: to be looked at, or ended */
	size_t n, left;			/* left: how many have not ended */
	bool   threads;			/* and not processes */
	bool   polling;			/* some have no pidfd */
};

void watch_open(struct watch *w, const struct kernel *k, const struct target *t);
void watch_fds(const struct watch *w, struct wait_fd *fds);	/* n of them, all WAIT_TARGET */
void watch_take(struct watch *w, const struct wait_fd *fds);	/* after a wait: those that ended */
void watch_look(struct watch *w);				/* at those without a pidfd */
void watch_close(struct watch *w);

#endif
