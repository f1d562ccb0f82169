/* SPDX-License-Identifier: MIT */
/*
 * rank_test.h - computes rank tests: Mann-Whitney for two independent samples, Wilcoxon for pairs.
 *
 * A test gives the shift between two series (Hodges-Lehmann), its confidence interval and one-sided p values.
 * A statistic here is a number of pairs.  Mann-Whitney counts pairs (one value of a, one of b) whose
 * difference is more than x; Wilcoxon counts pairs of values of one series, or a value with itself,
 * whose average is more than x.  The distribution for a true shift of x is exact while that is cheap
 * (100 values against 100; 100 pairs).  Beyond that it is the normal distribution with continuity
 * correction and the next term of its expansion.
 *
 * A tie always counts against a finding: a pair is "more than x" only if it is strictly more.  Finer
 * measurements would find as much or more, so with ties the error is at most the stated one, and no
 * correction for ties is needed.  It also makes p value and interval two views of one test: the p
 * value is at most alpha exactly if the interval of that alpha excludes x.
 */
#ifndef COMPARE_STATS_RANK_TEST_H
#define COMPARE_STATS_RANK_TEST_H

#include <stddef.h>

#include "base/quantiles.h"

enum { RANK_EXACT_SIZE = 100 };		/* up to this size both distributions are exact */

struct rank_null {		/* the distribution of the number of pairs if there is no shift */
	size_t n;		/* number of all pairs */
	double *cdf;		/* owned: chance of at most i pairs, for i up to n / 2; NULL: normal */
	double mean, sd, excess;
};

struct shift {
	double estimate;		/* NaN: no values */
	struct interval interval;
};

void   rank_sum_null(struct rank_null *r, size_t na, size_t nb);	/* Mann-Whitney */
void   rank_signed_null(struct rank_null *r, size_t n);			/* Wilcoxon */
double rank_tail(const struct rank_null *r, double pairs);		/* chance of at most this many */
void   rank_null_release(struct rank_null *r);

/*
 * Two samples: the shift b - a.  alpha: the chance that the true shift lies outside, on each side.
 * r is the distribution for their sizes.  above: the p value of "b is above a by more than x", the
 * chance of data like this if it were by x or less; below: of "by less than x".
 */
struct shift rank_shift(const struct quantiles *a, const struct quantiles *b,
			const struct rank_null *r, double alpha);
double rank_shift_above(const struct quantiles *a, const struct quantiles *b,
			const struct rank_null *r, double x);
double rank_shift_below(const struct quantiles *a, const struct quantiles *b,
			const struct rank_null *r, double x);

/* Pairs: the middle of the differences d, whose distribution is symmetric around it. */
struct shift rank_middle(const struct quantiles *d, const struct rank_null *r, double alpha);
double rank_middle_above(const struct quantiles *d, const struct rank_null *r, double x);
double rank_middle_below(const struct quantiles *d, const struct rank_null *r, double x);

/* The smallest p value that data of this size can have. */
double rank_sum_least(size_t na, size_t nb);
double rank_signed_least(size_t n);

#endif
