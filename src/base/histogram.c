/* SPDX-License-Identifier: MIT */
/* Finds the bin of a value on an axis. */
#include "base/histogram.h"

#include <math.h>

/* Halves, as the width of the axis may be too large for a double.  NaN is at its start. */
double histogram_share(double value, double low, double high)
{
	double width = high / 2 - low / 2, share = width > 0 ? (value / 2 - low / 2) / width : 0.5;

	return share > 0 ? share < 1 ? share : 1 : 0;
}

size_t histogram_bin(double value, double low, double high, size_t bins)
{
	size_t bin = (size_t)(histogram_share(value, low, high) * (double)bins);

	return bin < bins ? bin : bins - 1;
}

size_t histogram_count(size_t *count, size_t bins, const double *value, size_t n, double low, double high)
{
	size_t most = 0;

	for (size_t b = 0; b < bins; b++)
		count[b] = 0;
	for (size_t i = 0; i < n; i++) {
		size_t b;

		if (!isfinite(value[i]))
			continue;
		b = histogram_bin(value[i], low, high, bins);
		if (++count[b] > most)
			most = count[b];
	}
	return most;
}
