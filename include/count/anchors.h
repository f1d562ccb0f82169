/* SPDX-License-Identifier: MIT */
/*
 * anchors.h - idle counters that keep the kernel's clock of each cgroup going.
 *
 * The kernel brings a cgroup's clock on a CPU up to date only while a counter of that cgroup counts
 * there.  The first one that is enabled while the cgroup runs takes over a time from whenever that was
 * last so: it says that it was enabled and ran for minutes more than it did, and values that are scaled
 * by these times hardly are.  With one counter that counts nothing from before, all others are right.
 */
#ifndef COUNT_ANCHORS_H
#define COUNT_ANCHORS_H

#include <stddef.h>

struct kernel;
struct plan;

struct anchors {
	int   *fd;
	size_t n;
};

/* One for each cgroup and CPU of the plan, whose counters are open; what cannot be opened is done without. */
void anchors_open(struct anchors *a, const struct kernel *k, const struct plan *plan);
void anchors_close(struct anchors *a, const struct kernel *k);

#endif
