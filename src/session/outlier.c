/* SPDX-License-Identifier: MIT */
/*
 * Finds runs whose count lies far from the median.  The measure is the median deviation from it,
 * which outliers do not move.
 *
 * User-mode instructions of programs that always do the same work differ by less than 0.3 % (median
 * deviation 0.06 %, for an interpreter with random hashes); runs that did other work differ by tens
 * of per cent.  So nothing below 1 % is an outlier.  If all runs differ, the factor of 15 deviations
 * keeps long tails: of series of 30 runs with a normal distribution none in a thousand loses a run,
 * with an exponential one 1 in 25.  Three or four runs hardly show how much they differ, so for them
 * the limit is at least 10 %.
 */
#include "session/outlier.h"

#include <math.h>

#include "base/local.h"
#include "base/quantiles.h"

enum { LEAST = 3, ENOUGH = 5, DEVIATIONS = 15, FLOOR_PCT = 1, FLOOR_OF_FEW_PCT = 10, MOST_SHARE = 5 };

double outlier_median(const double *value, size_t n)
{
	LOCAL(quantiles) o = {0};

	quantiles_build(&o, value, n);
	return quantiles_median(&o);
}

double outlier_limit(const double *value, size_t n)
{
	LOCAL(quantiles) o = {0};
	double median, limit, least;
	size_t valid;

	quantiles_build(&o, value, n);
	valid = o.n;
	median = quantiles_median(&o);
	limit = DEVIATIONS * quantiles_mad(&o);
	if (valid < LEAST || !(fabs(median) > 0))
		return (double)INFINITY;
	least = fabs(median) * (valid < ENOUGH ? FLOOR_OF_FEW_PCT : FLOOR_PCT) / 100;
	return limit > least ? limit : least;
}

size_t outliers_find(bool *out, const double *value, size_t n)
{
	double median = outlier_median(value, n), limit = outlier_limit(value, n);
	size_t found = 0, valid = 0;

	for (size_t i = 0; i < n; i++) {
		out[i] = !isnan(value[i]) && fabs(value[i] - median) > limit;
		valid += isnan(value[i]) ? 0 : 1;
		found += out[i];
	}
	if (found <= (valid + MOST_SHARE - 1) / MOST_SHARE)
		return found;
	for (size_t i = 0; i < n; i++)
		out[i] = false;
	return 0;
}
