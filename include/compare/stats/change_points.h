/* SPDX-License-Identifier: MIT */
/*
 * change_points.h - finds where the level of a series changed.
 *
 * The series is read as it grew.  At each value the part since the last change is tested: is there a
 * place where it divides into a lower and a higher part?  A change that is found stays, whatever follows:
 * only its place may move, and it may turn out to be a drift, while later values tell it better.  Methods
 * that divide the whole series again at each value find, lose and move changes, which their users call
 * the worst about them.
 *
 * The test ranks the values, so that one wild value is only the highest one.  The statistic is the largest
 * difference of the ranks of the two parts, in units of its deviation.  A change is a statistic that 1 in
 * 1,000 random orders of the values reaches: no distribution of the values is assumed.  A change needs three
 * values on each side.  Values that resemble the value before them make differences more likely: then the
 * statistic is divided by what their correlation adds to its variance.
 *
 * Ranks cannot tell a change far larger than all noise from a small one, and need six values after eight.  So
 * three values are a change, too, if they all lie apart from eight or more earlier ones by four deviations.
 * So are the first three to seven values, if those that follow, eight or more, lie apart from them: else a
 * history that began with five good results would never tell.  With this, of 15 values a change larger than
 * all noise is found wherever it is; of fewer values it may not be.
 *
 * A drift is neither: each value is a little above the one before.  drift_test.h tests for it, first.  A
 * drift that is not yet sure can look like several small changes.  Later, changes that all rise or all
 * fall are one drift, if a line leaves no more than their levels do.  A drift begins and ends where the
 * line bends.
 *
 * Simulated (tests/stats/check_trend.c): one false change in 6,000 values for normal, heavy-tailed,
 * skewed and two-mode noise and for noise with 5 % wild values; one in 1,000 for noise with a correlation
 * of 0.7, and one in 600 within the first 20 to 50 values of it.  After 50 values a change of 2.5
 * deviations is found within 8 values in half of all cases, and within 11 in 90 %.  Of drifts over
 * 120 values, and six deviations and more in all, 99 % are found and 95 % called so, also with a correlation
 * of 0.5; over 30 values it takes ten deviations.
 */
#ifndef COMPARE_STATS_CHANGE_POINTS_H
#define COMPARE_STATS_CHANGE_POINTS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	CHANGE_POINTS_WINDOW = 200,	/* earlier values of a segment are not tested again */
	CHANGE_POINTS_LEAST = 15,	/* fewer values may hide a large change */
	CHANGE_POINTS_EXACT = 2,	/* the same of values that repeat */
};

enum change_kind {
	CHANGE_STEP,
	CHANGE_DRIFT,			/* a drift begins, until the next point; it may begin at 0 */
	CHANGE_END,			/* of a drift: a level begins */
};

struct change_point {
	size_t at;			/* the first value after it */
	enum change_kind kind;
};

struct change_points {
	struct change_point *at; size_t n;	/* owned, ascending */
};

void change_points_find(struct change_points *c, const double *v, size_t n);
/* For values that repeat: a change is a value that differs by more than `tolerance` (0.001: 0.1 %). */
void change_points_exact(struct change_points *c, const double *v, size_t n, double tolerance);
/* True if the last values all lie above, or below, the others (two or more), by four deviations of those. */
bool change_points_are_apart(const double *v, size_t n, size_t last);
void change_points_release(struct change_points *c);

#endif
