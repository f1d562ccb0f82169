/* SPDX-License-Identifier: MIT */
/*
 * sampling.h - chooses how often --per-function samples, and keeps for all runs what a sample costs and
 * which files were sampled.
 *
 * Without -F it is SAMPLING_USUAL times a second, or less where that takes more than 2 % of the time on this
 * machine.  That is no divisor of a usual timer's frequency, so that samples do not hit the same place of a
 * loop that a timer drives.
 */
#ifndef COUNT_SAMPLING_SAMPLING_H
#define COUNT_SAMPLING_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "count/sampling/sampled_files.h"
#include "note/note.h"

struct env;
struct events;
struct machine;
struct target;

enum { SAMPLING_USUAL = 997 };

struct sampling {
	uint64_t cost_ns;		/* of a sample; 0: not known */
	struct sampled_files files;
};

/* frequency: what the user wants; 0: nothing.  Fills target->sampling. */
int  sampling_prepare(struct sampling *s, struct target *target, uint64_t frequency,
		      const struct events *events, struct machine *machine, const struct env *env,
		      struct notes *notes, struct error *err);
/* How often, and what that costs. */
void sampling_note(const struct sampling *s, const struct target *target, struct notes *notes);
void sampling_release(struct sampling *s);

#endif
