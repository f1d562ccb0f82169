/* SPDX-License-Identifier: MIT */
/* Estimates the correlation of values with the ones before them. */
#include "compare/stats/neighbours.h"

#include <math.h>

#define MOST_CORRELATION 0.9
#define ROUNDING 1e-6		/* squares of ranks that are not 0 are larger */

double neighbours_inflation(const double *rest, size_t n, double bias)
{
	double squares = 0, products = 0, before = 0, correlation;

	for (size_t i = 0; i < n; i++) {
		squares += rest[i] * rest[i];
		products += rest[i] * before;
		before = rest[i];
	}
	correlation = (squares > ROUNDING ? products / squares : 0) + bias / (double)n;
	correlation = fmin(correlation, MOST_CORRELATION);
	return correlation > 0 ? (1 + correlation) / (1 - correlation) : 1;
}
