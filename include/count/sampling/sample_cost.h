/* SPDX-License-Identifier: MIT */
/*
 * sample_cost.h - measures how much time a sample of an event takes on this machine.
 *
 * An interrupt takes 2 us or 60, by machine, so a number from another one would mislead.  A loop of fixed
 * work is timed with and without samples, the best of some each: what else runs only makes it longer.
 */
#ifndef COUNT_SAMPLING_SAMPLE_COST_H
#define COUNT_SAMPLING_SAMPLE_COST_H

#include <stdint.h>

struct kernel;
union attr;

/*
 * attr: of the event; how often it is sampled is replaced.  most: samples in a second that the kernel allows.
 * 0: not known.  Takes some 40 ms.
 */
uint64_t sample_cost_ns(const struct kernel *k, const union attr *attr, uint64_t most);

#endif
