/* SPDX-License-Identifier: MIT */
/*
 * power.h - computes how small a change gate would still find: for --selftest, from runs of one program
 * against itself.
 *
 * A change is detected if the rule calls it worse in at least 95 of 100 repetitions.  Each repetition
 * draws runs from the measured ones, pairs as pairs, and makes the new side worse by the change.  The
 * random numbers have a fixed seed, so the same runs give the same answer.  If several rows have a limit,
 * this row is taken to be the first in Holm's procedure, which needs the most certainty.
 *
 * For a row that gate could not decide: how many runs might.  The change that was measured says little about
 * that: it is as uncertain as the verdict, and the number of runs goes with the square of its distance to the
 * limit.  So the number depends on the noise alone, and is round: equal calls get the same, or its neighbour.
 */
#ifndef COMPARE_POWER_H
#define COMPARE_POWER_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/stopping_rule.h"

enum { POWER_MOST_RUNS = 1000 };	/* that are worth their time */

struct power {
	double change;	/* 0.023: 2.3 %; -0.023 if shrinking is bad; NaN: not even doubling is */
	/* share of repetitions in which no change was called within the limit, 0 to 1; NaN: not computed */
	double quiet;
	/* of each side, to find "no change" and twice the limit with 95 % each; 0: over 10000 */
	size_t runs;
};

/* c: A compared with A, with its threshold, one of o->limited rows.  repetitions: 200 are enough. */
void power_smallest_change(struct power *d, const struct row_comparison *c, const struct stopping_opts *o,
			   size_t repetitions);
/*
 * How many runs might decide a row that is unsure: four times those so far, or POWER_MOST_RUNS, and enough to
 * find "no change" and twice the limit with 95 % each; 1, 2 or 5 times a power of ten.  0: over
 * POWER_MOST_RUNS.  base_grows: both sides are run again; else only the new one.
 */
size_t power_runs(const struct row_comparison *c, bool base_grows);
/* Multiplies v by 1 + change: --inject +2%. */
void power_inject(double *v, size_t n, double change);

#endif
