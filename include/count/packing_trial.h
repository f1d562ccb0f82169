/* SPDX-License-Identifier: MIT */
/*
 * packing_trial.h - tests whether some events can be counted at the same time: pstat counts itself with
 * them.
 *
 * A dead counter reads 0 and claims to have counted. So events that read 0 are replaced by instructions,
 * which cannot be 0; a counter that then still reads 0 is dead.
 */
#ifndef COUNT_PACKING_TRIAL_H
#define COUNT_PACKING_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

struct events;
struct kernel;

struct trial_setup {		/* all of it is borrowed */
	const struct kernel *kernel;
	struct events *events;	/* opened before, so they are as the kernel accepts them */
	bool on_cpus;		/* they are counted on CPUs, not on a thread */
};

/*
 * events: indices, leaders with their groups; events without a counter are ignored. Also true for what
 * pstat may not try: the cores of another kind, if whole CPUs may not be counted.
 */
bool packing_trial_fits(const struct trial_setup *setup, const int *event, size_t n);

#endif
