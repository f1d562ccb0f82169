/* SPDX-License-Identifier: MIT */
/* stats.h - computes mean, standard deviation and range of a series of numbers, without keeping them. */
#ifndef BASE_STATS_H
#define BASE_STATS_H

#include <stddef.h>

struct stats {			/* Welford; {0} is empty */
	size_t n;
	double mean, m2, min, max;
};

void   stats_add(struct stats *s, double x);
double stats_stddev(const struct stats *s);
double stats_error(const struct stats *s);	/* standard error of the mean */
double stats_error_pct(const struct stats *s);	/* the same in per cent of the mean: perf's +- */

#endif
