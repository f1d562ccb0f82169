/* SPDX-License-Identifier: MIT */
/* disturbance.h - other load on this machine during a measurement. */
#ifndef HOST_DISTURBANCE_H
#define HOST_DISTURBANCE_H

#include <stdint.h>

struct rootfs;

struct disturbance {
	/* load average of the last minute; negative: unknown */
	double load;
	uint64_t steal, all;	/* clock ticks of all CPUs since boot; all is 0: unknown */
};

void disturbance_read(struct disturbance *d, const struct rootfs *root);
/* The share of time between the two that a hypervisor gave to others, 0 to 1; negative: unknown. */
double disturbance_stolen(const struct disturbance *from, const struct disturbance *to);

#endif
