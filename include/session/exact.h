/* SPDX-License-Identifier: MIT */
/*
 * exact.h - counting without multiplexing: a round runs every set of events once.
 *
 *	exact_prepare(&x, &measure, err);			after measure_prepare
 *	for each round
 *		n = exact_begin_round(&x);
 *		for (step = 0; step < n; step++)
 *			exact_run(&result, &x, step, tick, ctx, err);
 *	exact_find_outliers(thrown, &x, run, n_runs, notes);		those that count, of all rounds
 *	exact_end(&x, notes);
 *
 * count/packing.h divides the events into sets, and session/outlier.h finds runs that did other work than the
 * rest.  Only counting tells what fits, so --dry-run refuses --exact.
 *
 * One set is the usual case: then a round is a run of everything.  Between two runs the
 * opts->series of the measure should be set, as for any series.
 */
#ifndef SESSION_EXACT_H
#define SESSION_EXACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/note.h"
#include "base/str.h"
#include "count/event_sets.h"
#include "session/measure.h"

struct run_result;

struct exact {			/* {0} is empty */
	struct measure *measure;	/* borrowed */
	struct event_sets sets;		/* those of the round that goes on */
	struct event_sets first;	/* those of the first one */
	bool   *is_short;		/* by set: some of its events took turns in this round */
	size_t round;			/* from 1; 0: none has begun */
};

/*
 * Tries which events count at the same time.  What it has to say goes to the notes of the
 * measure; an event that all sets share may be added behind its events, EVENT_BACKGROUND.
 * An error when nothing at all can be counted.
 */
int    exact_prepare(struct exact *x, struct measure *m, struct error *err);
/* How many runs the next round has: one for each set, and there are more when one did not fit. */
size_t exact_begin_round(struct exact *x);
/*
 * The run of a step, from 0: as measure_run, and r says its round and set.  Odd rounds go
 * through the sets forward, even ones backward.  What was multiplexed is CELL_NOT_COUNTED, but
 * its raw count and its times are kept, with a note in r; its set is divided for the next round.
 */
int    exact_run(struct run_result *r, struct exact *x, size_t step, measure_tick *tick, void *ctx,
		 struct error *err);
/*
 * Which of the runs did other work than the rest, by the event that is in all sets: they are to be
 * thrown away, each has a note.  thrown is parallel to run.  None where there is one set.
 */
size_t exact_find_outliers(bool *thrown, const struct exact *x, const struct run_result *run, size_t n,
			   struct notes *notes);
/* After the last run: tries again what was found out before the first, and says what was lost meanwhile. */
void   exact_end(const struct exact *x, struct notes *notes);
void   exact_format(struct str *out, const struct exact *x);	/* a line for each set */
void   exact_release(struct exact *x);

#endif
