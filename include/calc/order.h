/* SPDX-License-Identifier: MIT */
/*
 * order.h - a series of values in ascending order, and what its places tell: the middle, how
 * far the rest lies from it, and where the true middle may be.  No distribution is assumed.
 */
#ifndef CALC_ORDER_H
#define CALC_ORDER_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
	double low, high;	/* NaN, both: there is none */
};

struct order {
	double *v;		/* owned */
	size_t n;
};

struct spread {			/* of a series, for people; NaN throughout when n is 0 */
	size_t n;		/* values that were there */
	double median, min, max;
	double mad;		/* median distance from the median */
	double q1, q3;		/* quartiles */
	size_t outliers;	/* of order_outliers */
	struct interval interval;	/* of the true median */
};

/* v may hold NaN and infinities, for runs that did not count it: they are left out. */
void   order_build(struct order *o, const double *v, size_t n);
double order_median(const struct order *o);			/* NaN: of nothing */
double order_quartile(const struct order *o, double part);	/* 0.25: between two values as far as that */
double order_mad(const struct order *o);
/* Values 1.5 times the quartiles' distance, and 1 % of the median, outside of them; over a fifth: none. */
size_t order_outliers(const struct order *o);
/* How many values lie farther from the median than that. */
size_t order_strays(const struct order *o, double distance);
/*
 * Between two of the values, such that the true median is outside with at most alpha on each
 * side: exact, from the binomial distribution.  Few values have no such interval.
 */
struct interval order_median_interval(const struct order *o, double alpha);
struct spread   order_spread(const struct order *o, double alpha);
void   order_release(struct order *o);

bool   interval_exists(struct interval i);
double order_binomial(size_t n, size_t k);	/* chance of at most k heads in n throws of a coin */

#endif
