/* SPDX-License-Identifier: MIT */
/*
 * outlier.h - finds the runs of --exact that differ from the others in a count that every run has.
 *
 * --exact drops them and does not repeat them: repeating would go on until the command does what it
 * did at first.
 */
#ifndef SESSION_OUTLIER_H
#define SESSION_OUTLIER_H

#include <stdbool.h>
#include <stddef.h>

/* In all of these NaN is no value, and no outlier. */
double outlier_median(const double *value, size_t n);		/* NaN: no values */
/*
 * How far from the median a value may be, in either direction.  Infinite if there are fewer than three
 * values or the median is 0.
 */
double outlier_limit(const double *value, size_t n);
/*
 * Flags the outliers in out, which is parallel to value, and returns their number.  If more than a
 * fifth were outliers, none is: then all runs differ.
 */
size_t outliers_find(bool *out, const double *value, size_t n);

#endif
