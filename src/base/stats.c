/* SPDX-License-Identifier: MIT */
/* Computes mean and deviation by Welford's method, which keeps its digits if values are large and close. */
#include "base/stats.h"

#include <math.h>

void stats_add(struct stats *s, double x)
{
	double d = x - s->mean;

	s->min = s->n == 0 || x < s->min ? x : s->min;
	s->max = s->n == 0 || x > s->max ? x : s->max;
	s->n++;
	s->mean += d / (double)s->n;
	s->m2 += d * (x - s->mean);
}

double stats_stddev(const struct stats *s)
{
	return s->n > 1 ? sqrt(s->m2 / (double)(s->n - 1)) : 0;
}

double stats_error(const struct stats *s)
{
	return s->n > 1 ? stats_stddev(s) / sqrt((double)s->n) : 0;
}

double stats_error_pct(const struct stats *s)
{
	return fabs(s->mean) > 0 ? 100 * stats_error(s) / fabs(s->mean) : 0;
}
