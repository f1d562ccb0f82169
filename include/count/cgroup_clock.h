/* SPDX-License-Identifier: MIT */
/*
 * cgroup_clock.h - keeps one more counter open on each counted cgroup, whose value nobody reads: without it
 * the kernel reports wrong enabled and running times for the others.
 *
 * The kernel updates a cgroup's clock on a CPU only while a counter of that cgroup counts there. The first
 * counter that is enabled while the cgroup runs takes over all the time since the last update: 20 s of
 * enabled and running time in a run of 2 ms (Linux 6.18; perf shows the same). Both times are wrong by the
 * same amount, so a multiplexed count is hardly scaled. With an idle counter that is open before, all
 * others are right. One read at the start would not suffice: a pause by --control has the same effect.
 */
#ifndef COUNT_CGROUP_CLOCK_H
#define COUNT_CGROUP_CLOCK_H

#include <stddef.h>

struct kernel;
struct plan;

struct cgroup_clock {
	int   *fd;
	size_t n;
};

/* One for each cgroup and CPU of the plan, whose counters are open; failures are ignored. */
void cgroup_clock_open(struct cgroup_clock *clock, const struct kernel *k, const struct plan *plan);
void cgroup_clock_close(struct cgroup_clock *clock, const struct kernel *k);

#endif
