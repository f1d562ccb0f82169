/* SPDX-License-Identifier: MIT */
/*
 * rank.h - how far one series lies above another, and how sure that is: Hodges-Lehmann shifts
 * with intervals and one-sided p values, by Mann-Whitney's and Wilcoxon's distributions.
 *
 * A statistic here is a number of pairs: of Mann-Whitney those (one of a, one of b) whose
 * difference is more than x, of the signed ranks those two of a series (or one twice) whose
 * average is.  Its distribution, if x were the true shift, is counted out while that is cheap
 * (100 values against 100; 100 pairs); beyond that it is the normal one, continuous, with the
 * next term of its expansion.
 *
 * Ties are never broken in favour of a finding: a pair counts for "more than x" only if it is
 * strictly more.  Values measured finely enough to have no ties could only have found as much
 * or more, so with ties the error is at most what is stated; and a p value is at most alpha
 * exactly if the interval of that alpha excludes x.
 */
#ifndef CALC_RANK_H
#define CALC_RANK_H

#include <stddef.h>

#include "calc/order.h"

enum { RANK_EXACT_SIZE = 100 };		/* up to there either distribution is exact */

struct rank_null {		/* the distribution of a number of pairs when there is no shift */
	size_t n;		/* all pairs */
	double *cdf;		/* owned: chance of at most that many, up to n / 2; NULL: normal */
	double mean, sd, excess;
};

struct shift {
	double estimate;		/* NaN: of nothing */
	struct interval interval;
};

void   rank_sum_null(struct rank_null *r, size_t na, size_t nb);	/* Mann-Whitney */
void   rank_signed_null(struct rank_null *r, size_t n);			/* Wilcoxon */
double rank_tail(const struct rank_null *r, double pairs);		/* chance of at most that many */
void   rank_null_release(struct rank_null *r);

/*
 * b - a, of one of each.  alpha: what may lie outside on each side.  The null is that of their
 * sizes.  above: the chance of seeing as much if b were above a by no more than x; below: by
 * no less.
 */
struct shift rank_shift(const struct order *a, const struct order *b, const struct rank_null *r,
			double alpha);
double rank_shift_above(const struct order *a, const struct order *b, const struct rank_null *r, double x);
double rank_shift_below(const struct order *a, const struct order *b, const struct rank_null *r, double x);

/* The middle of differences of pairs, which spread alike to both sides of it. */
struct shift rank_middle(const struct order *d, const struct rank_null *r, double alpha);
double rank_middle_above(const struct order *d, const struct rank_null *r, double x);
double rank_middle_below(const struct order *d, const struct rank_null *r, double x);

/* The smallest p value there can be. */
double rank_sum_least(size_t na, size_t nb);
double rank_signed_least(size_t n);

#endif
