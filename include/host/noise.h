/* SPDX-License-Identifier: MIT */
/* noise.h - what others do on this machine while something is measured. */
#ifndef HOST_NOISE_H
#define HOST_NOISE_H

#include <stdint.h>

struct rootfs;

struct noise {
	/* how many wanted a CPU in the last minute, as a mean; below 0: not known */
	double load;
	uint64_t steal, all;	/* clock ticks of all CPUs since the start; all is 0: not known */
};

void noise_read(struct noise *n, const struct rootfs *root);
/* Share of the time between the two that a hypervisor gave to others, 0 to 1; below 0: not known. */
double noise_stolen(const struct noise *from, const struct noise *to);

#endif
