/* SPDX-License-Identifier: MIT */
/*
 * probe_cost.h - measures how much time the probes add to each call of a function on this machine.
 *
 * A trap takes 0.5 us or 10, by machine and by the first instruction of the function, so a number from
 * another machine would mislead.  The fastest of some batches is taken: what else runs only makes it longer.
 */
#ifndef COUNT_FUNCTION_PROBE_COST_H
#define COUNT_FUNCTION_PROBE_COST_H

#include <stdint.h>

union attr;
struct kernel;

/* at_entry, at_return: the attrs of the probes; their file and place are replaced.  0: not known. */
uint64_t probe_cost_ns(const struct kernel *k, const union attr *at_entry, const union attr *at_return);

#endif
