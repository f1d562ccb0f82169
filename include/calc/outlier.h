/* SPDX-License-Identifier: MIT */
/* outlier.h - which runs did other work than the rest, by one number of each; pure. */
#ifndef CALC_OUTLIER_H
#define CALC_OUTLIER_H

#include <stdbool.h>
#include <stddef.h>

/* NaN is no value, and no outlier. */
double outlier_median(const double *value, size_t n);		/* NaN: there are no values */
/*
 * How far from the median a value may be, in either direction.  Infinite where nothing can be
 * said: there are fewer than three, or the median is 0.
 */
double outlier_limit(const double *value, size_t n);
/*
 * out is parallel to value; returns how many there are.  None where they would be more than a
 * fifth: then it is how all of them are.
 */
size_t outliers_find(bool *out, const double *value, size_t n);

#endif
