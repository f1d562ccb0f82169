/* SPDX-License-Identifier: MIT */
/*
 * quantiles.h - sorts a series of values and computes its order statistics: median, quartiles, MAD,
 * outliers, and an interval of the true median.
 *
 * No distribution is assumed.  One run that took ten times as long moves none of them.
 */
#ifndef BASE_QUANTILES_H
#define BASE_QUANTILES_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
	double low, high;	/* both NaN: there is no interval */
};

struct quantiles {
	double *v;		/* owned */
	size_t n;
};

struct summary {			/* a summary for people; all NaN if n is 0 */
	size_t n;		/* number of values */
	double median, min, max;
	double mad;		/* median absolute deviation from the median */
	double q1, q3;		/* quartiles */
	size_t outliers;	/* of quantiles_outliers */
	struct interval interval;	/* of the true median */
};

/* Leaves out NaN and infinities, which stand for runs that did not count. */
void   quantiles_build(struct quantiles *o, const double *v, size_t n);
double quantiles_median(const struct quantiles *o);			/* NaN: no values */
double quantiles_quartile(const struct quantiles *o, double part);	/* 0.25: the first; interpolated */
double quantiles_mad(const struct quantiles *o);
/*
 * Values farther from the quartiles than 1.5 times their distance and than 1 % of the median.  If more
 * than a fifth of the values were outliers, none is.
 */
size_t quantiles_outliers(const struct quantiles *o);
/* Number of values that lie farther from the median than this. */
size_t quantiles_strays(const struct quantiles *o, double distance);
/*
 * Two of the values, such that the true median lies below or above them with a chance of at most
 * alpha each.  Exact, from the binomial distribution.  Too few values have no such interval.
 */
struct interval quantiles_median_interval(const struct quantiles *o, double alpha);
struct summary   quantiles_summary(const struct quantiles *o, double alpha);
void   quantiles_release(struct quantiles *o);

bool   interval_exists(struct interval i);
double coin_tail(size_t n, size_t k);	/* chance of at most k heads in n throws of a coin */

#endif
