/* SPDX-License-Identifier: MIT */
/*
 * neighbours.h - computes how much less values tell that resemble the one before them (autocorrelation), and
 * corrects statistics for it.
 */
#ifndef COMPARE_STATS_NEIGHBOURS_H
#define COMPARE_STATS_NEIGHBOURS_H

#include <stddef.h>

/*
 * How much the correlation of neighbours adds to the variance of their sum; 1: nothing.  rest: what a fit
 * leaves of ranks.  The fit is of these values, which makes the estimate too small, the more the fewer there
 * are: by bias / n.
 */
double neighbours_inflation(const double *rest, size_t n, double bias);

#endif
