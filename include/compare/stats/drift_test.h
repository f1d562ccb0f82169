/* SPDX-License-Identifier: MIT */
/*
 * drift_test.h - tests whether the level of a series changes a little from value to value: a drift.
 *
 * The ranks of anything that only rises, or only falls, lie on a line, whatever its form and its noise.
 * The test is what that line explains, in units of the variance that it leaves, divided by what the
 * correlation of neighbours adds.
 *
 * The correlation must not take the drift for noise that wanders.  So it is that of the rest beside two
 * lines, which may be apart: these fit a drift, a drift that begins or ends on the way, and a step.
 *
 * A step has a slope, too.  It is no drift, as two levels fit it as well as two lines do.
 */
#ifndef COMPARE_STATS_DRIFT_TEST_H
#define COMPARE_STATS_DRIFT_TEST_H

#include <stdbool.h>
#include <stddef.h>

/* rank: minus their mean; n: up to DRIFT_TEST_MOST.  Fewer than DRIFT_TEST_LEAST are no drift. */
enum { DRIFT_TEST_LEAST = 14, DRIFT_TEST_MOST = 200 };

bool drift_test(const double *rank, size_t n);
/* The squares that a line leaves of these values, or a level. */
double drift_rest(const double *v, size_t n, bool drift);
/*
 * The first value of a drift that begins on the way: v[at] is the last one of the level before.  0: it
 * begins at once, or the level before has fewer than `least` values, or chance explains it.
 */
size_t drift_begin(const double *v, size_t n, size_t least);
/* The same for its end: the first value of the level behind it, or n. */
size_t drift_end(const double *v, size_t n, size_t least);

#endif
