/* SPDX-License-Identifier: MIT */
/*
 * exact.h - implements --exact: events that cannot be counted together are divided into sets, and each round
 * runs the command once for each set.
 *
 *	exact_prepare(&x, &measure, err);			after measure_prepare
 *	for each round
 *		n = exact_begin_round(&x);
 *		for (step = 0; step < n; step++)
 *			exact_run(&result, &x, step, tick, ctx, err);
 *	exact_find_outliers(thrown, &x, run, n_runs, notes);		of all rounds, after the last one
 *	exact_end(&x, notes);
 *
 * count/packing.h divides the events into sets, and session/outlier.h finds runs that did other work than the
 * rest.  Only counting shows which events fit together, so --dry-run refuses --exact.
 *
 * Usually all events fit into one set, and a round is one run.  As for any series, opts->series of the
 * measure should be set.
 */
#ifndef SESSION_EXACT_H
#define SESSION_EXACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"
#include "count/event_sets.h"
#include "note/note.h"
#include "session/measure.h"

struct run_result;

struct exact {			/* {0} is empty */
	struct measure *measure;	/* borrowed */
	struct event_sets sets;		/* of the current round */
	struct event_sets first;	/* of the first round */
	bool   *is_short;		/* by set: some of its events were multiplexed in this round */
	size_t round;			/* from 1; 0: before the first */
};

/*
 * Tries which events can count at the same time.  Adds its notes to those of the measure, and may append
 * an event that all sets share, EVENT_BACKGROUND.  Fails only if nothing at all can be counted.
 */
int    exact_prepare(struct exact *x, struct measure *m, struct error *err);
/* The number of runs of the next round, one for each set; a set that did not fit is divided first. */
size_t exact_begin_round(struct exact *x);
/*
 * Makes one run, as measure_run; step counts from 0, and r gets its round and set.  Odd rounds go through
 * the sets forward, even ones backward.  A multiplexed count becomes CELL_NOT_COUNTED, with a note in r, but
 * its raw count and times are kept; its set is divided for the next round.
 */
int    exact_run(struct run_result *r, struct exact *x, size_t step, measure_tick *tick, void *ctx,
		 struct error *err);
/*
 * Flags in thrown, which is parallel to run, the runs that did other work than the rest, adds a note for
 * each, and returns their number.  It compares the event that all sets share; one set has no outliers.
 */
size_t exact_find_outliers(bool *thrown, const struct exact *x, const struct run_result *run, size_t n,
			   struct notes *notes);
/* After the last run: notes which events no longer fit together, and which could not be checked. */
void   exact_end(const struct exact *x, struct notes *notes);
void   exact_format(struct str *out, const struct exact *x);	/* one line for each set */
void   exact_release(struct exact *x);

#endif
