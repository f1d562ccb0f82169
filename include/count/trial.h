/* SPDX-License-Identifier: MIT */
/* trial.h - whether some events count at the same time: tried, on pstat itself. */
#ifndef COUNT_TRIAL_H
#define COUNT_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

struct fit;

/*
 * events: indices, leaders with their groups; those without a counter are left out.  Also true
 * of what pstat may not try: a core PMU of one kind of cores, where whole CPUs may not be counted.
 */
bool trial_fits(const struct fit *f, const int *event, size_t n);

#endif
