/* SPDX-License-Identifier: MIT */
/*
 * rank.h - how far one series lies above another, and how sure that is: Hodges-Lehmann shifts
 * with intervals and one-sided p values, by the Mann-Whitney and signed-rank distributions.
 *
 * Both are exact up to RANK_EXACT values, beyond that they are the normal approximation with
 * its correction for curvature; the unit test holds one against the other.
 *
 * Ties are never broken in favour of a finding: a pair counts for "more than x" only if it is
 * strictly more.  Had the values been measured finely enough to have no ties, the test could only
 * have found as much or more; so with ties the error is at most what is stated, and a p value is
 * below alpha exactly if the interval of that alpha excludes x.
 */
#ifndef CALC_RANK_H
#define CALC_RANK_H

#include <stdbool.h>
#include <stddef.h>

#include "calc/order.h"

enum { RANK_EXACT = 100 };	/* values of a series, in either test */

struct shift {
	double estimate;		/* NaN: of nothing */
	struct interval interval;
};

/*
 * b - a over all pairs of one of each.  alpha: what may lie outside on each side.  A series
 * may not be empty, or everything is NaN.
 */
struct shift rank_shift(const struct order *a, const struct order *b, double alpha);
/* Chance of seeing as much if b were above a by x or less; below: by x or more. */
double rank_shift_above(const struct order *a, const struct order *b, double x);
double rank_shift_below(const struct order *a, const struct order *b, double x);

/* The middle of differences of pairs, by their Walsh averages: if they spread alike to both sides. */
struct shift rank_middle(const struct order *d, double alpha);
double rank_middle_above(const struct order *d, double x);
double rank_middle_below(const struct order *d, double x);

/* The null distributions: chance of at most that. */
double rank_sum_tail(size_t na, size_t nb, double u);	/* Mann-Whitney's U, of na * nb pairs */
double rank_signed_tail(size_t n, double t);		/* Wilcoxon's T, of n (n + 1) / 2 averages */

/* The smallest p value there can be. */
double rank_sum_least(size_t na, size_t nb);
double rank_signed_least(size_t n);

#endif
