/* SPDX-License-Identifier: MIT */
/*
 * Which runs did other work than the rest?  Those whose count is far from the median, measured
 * by the median deviation from it, which outliers do not move.
 *
 * User-mode instructions of programs that always do the same differ by less than 0.3 % (median
 * deviation 0.06 %, an interpreter that hashes at random), and runs that did something else by
 * tens of percent.  So below 1 % nothing is an outlier.  Where runs do differ, 15 deviations
 * hold back what is only a long tail: of 30 runs with a normal spread none in a thousand series
 * is thrown away, with an exponential one in twenty-five.  Three or four runs hardly show how
 * much they differ: there it takes 10 %.
 */
#include "calc/outlier.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

enum { LEAST = 3, ENOUGH = 5, DEVIATIONS = 15, FLOOR_PCT = 1, FLOOR_OF_FEW_PCT = 10, MOST_SHARE = 5 };

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts them. */
static double middle(double *value, size_t n)
{
	if (!n)
		return (double)NAN;
	qsort(value, n, sizeof(*value), by_size);
	return n % 2 ? value[n / 2] : (value[n / 2 - 1] + value[n / 2]) / 2;
}

/* Those that are there; the caller frees them. */
static double *values_of(const double *value, size_t n, size_t *valid)
{
	double *copy = mem_resize(NULL, n, sizeof(*copy));

	*valid = 0;
	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			copy[(*valid)++] = value[i];
	return copy;
}

double outlier_median(const double *value, size_t n)
{
	size_t valid;
	double *copy = values_of(value, n, &valid), median = middle(copy, valid);

	free(copy);
	return median;
}

double outlier_limit(const double *value, size_t n)
{
	size_t valid;
	double *off = values_of(value, n, &valid), median = outlier_median(value, n), limit, least;

	for (size_t i = 0; i < valid; i++)
		off[i] = fabs(off[i] - median);
	limit = DEVIATIONS * middle(off, valid);
	free(off);
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
