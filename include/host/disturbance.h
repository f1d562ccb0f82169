/* SPDX-License-Identifier: MIT */
/* disturbance.h - finds how much of the machine other programs used during a measurement. */
#ifndef HOST_DISTURBANCE_H
#define HOST_DISTURBANCE_H

#include <stdint.h>

struct rootfs;

struct disturbance {
	/* load average of the last minute; negative: unknown */
	double load;
	uint64_t steal, idle, all;	/* clock ticks of all CPUs since boot; all is 0: unknown */
};

void disturbance_read(struct disturbance *d, const struct rootfs *root);
/* The share of time between the two that a hypervisor gave to others, 0 to 1; negative: unknown. */
double disturbance_stolen(const struct disturbance *from, const struct disturbance *to);

/*
 * The share of the time of all CPUs that programs used, besides own_ns of CPU time, 0 to 1; negative:
 * unknown, as less than a second of CPU time has too few ticks.
 */
double disturbance_others(const struct disturbance *from, const struct disturbance *to, uint64_t own_ns);

#endif
