/* SPDX-License-Identifier: MIT */
/*
 * histogram.h - counts values in bins of equal width.
 *
 * Values outside the axis belong to its first or last bin.  If its ends are equal, all are in the middle.
 */
#ifndef BASE_HISTOGRAM_H
#define BASE_HISTOGRAM_H

#include <stddef.h>

double histogram_share(double value, double low, double high);	/* of the axis: from 0 to 1 */
size_t histogram_bin(double value, double low, double high, size_t bins);
/* Fills count[bins], without NaN and infinities; returns the largest of them. */
size_t histogram_count(size_t *count, size_t bins, const double *value, size_t n, double low, double high);

#endif
