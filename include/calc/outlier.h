/* SPDX-License-Identifier: MIT */
/* outlier.h - which runs did other work than the rest, by one number of each; pure. */
#ifndef CALC_OUTLIER_H
#define CALC_OUTLIER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How much of the median a value may be off it; the same for all of them.  Infinite where
 * nothing can be said: of fewer than three values.  NaN is no value.
 */
double outlier_limit(const double *value, size_t n, double *median);
/* out is parallel to value; how many there are. */
size_t outliers_find(bool *out, const double *value, size_t n);

#endif
