/* SPDX-License-Identifier: MIT */
/* Sorts a series, and computes its statistics from the positions of the values. */
#include "base/quantiles.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sort(struct quantiles *o)
{
	if (o->n)
		qsort(o->v, o->n, sizeof(*o->v), ascending);
}

void quantiles_build(struct quantiles *o, const double *v, size_t n)
{
	*o = (struct quantiles){ .v = n ? mem_resize(NULL, n, sizeof(*v)) : NULL };
	for (size_t i = 0; i < n; i++)
		if (isfinite(v[i]))
			o->v[o->n++] = v[i];
	sort(o);
}

double quantiles_quartile(const struct quantiles *o, double part)
{
	double position = part * (double)(o->n - 1), below = floor(position);
	size_t i = (size_t)below;

	if (!o->n)
		return NAN;
	return i + 1 < o->n ? o->v[i] + (position - below) * (o->v[i + 1] - o->v[i]) : o->v[o->n - 1];
}

double quantiles_median(const struct quantiles *o)
{
	size_t half = o->n / 2;

	if (!o->n)
		return NAN;
	return o->n % 2 ? o->v[half] : o->v[half - 1] / 2 + o->v[half] / 2;
}

double quantiles_mad(const struct quantiles *o)
{
	LOCAL(quantiles) distance = { .v = o->n ? mem_resize(NULL, o->n, sizeof(*o->v)) : NULL,
					 .n = o->n };
	double median = quantiles_median(o), mad;

	for (size_t i = 0; i < o->n; i++)
		distance.v[i] = fabs(o->v[i] - median);
	sort(&distance);
	mad = quantiles_median(&distance);
	return mad;
}

/* If most values are equal, the quartiles are too, and ordinary values would be outliers without this. */
#define FLOOR 0.01
enum { MOST_SHARE = 5 };

size_t quantiles_outliers(const struct quantiles *o)
{
	/* a value exactly on the border is inside on every machine */
	static const double rounding = 1 + 1e-9;
	double q1 = quantiles_quartile(o, 0.25), q3 = quantiles_quartile(o, 0.75);
	double margin = fmax(1.5 * (q3 - q1), FLOOR * fabs(quantiles_median(o))) * rounding;
	size_t n = 0;

	for (size_t i = 0; i < o->n; i++)
		n += o->v[i] < q1 - margin || o->v[i] > q3 + margin;
	return n <= (o->n + MOST_SHARE - 1) / MOST_SHARE ? n : 0;
}

size_t quantiles_strays(const struct quantiles *o, double distance)
{
	double median = quantiles_median(o);
	size_t n = 0;

	for (size_t i = 0; i < o->n; i++)
		n += fabs(o->v[i] - median) > distance;
	return n;
}

/* With more throws a term is too small for a double. */
enum { MOST_THROWS = 1000 };

double coin_tail(size_t n, size_t k)
{
	double term, sum = 0;

	if (k >= n)
		return 1;
	if (n > MOST_THROWS)
		return erfc(((double)n / 2 - (double)k - 0.5) / sqrt((double)n / 2)) / 2;
	term = pow(0.5, (double)n);
	for (size_t i = 0; i <= k; i++) {
		sum += term;
		term *= (double)(n - i) / (double)(i + 1);
	}
	return sum;
}

struct interval quantiles_median_interval(const struct quantiles *o, double alpha)
{
	struct interval none = { NAN, NAN };
	size_t k = 0;

	if (!o->n || coin_tail(o->n, 0) > alpha)
		return none;
	while (2 * (k + 1) < o->n && coin_tail(o->n, k + 1) <= alpha)
		k++;
	return (struct interval){ o->v[k], o->v[o->n - 1 - k] };
}

struct summary quantiles_summary(const struct quantiles *o, double alpha)
{
	return (struct summary){
		.n = o->n, .median = quantiles_median(o), .mad = quantiles_mad(o),
		.min = o->n ? o->v[0] : NAN, .max = o->n ? o->v[o->n - 1] : NAN,
		.q1 = quantiles_quartile(o, 0.25), .q3 = quantiles_quartile(o, 0.75),
		.outliers = quantiles_outliers(o), .interval = quantiles_median_interval(o, alpha),
	};
}

void quantiles_release(struct quantiles *o)
{
	free(o->v);
	*o = (struct quantiles){0};
}

bool interval_exists(struct interval i)
{
	return !isnan(i.low) && !isnan(i.high);
}
