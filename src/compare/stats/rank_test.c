/* SPDX-License-Identifier: MIT */
/*
 * Computes rank tests without storing the pairs.  In sorted series one pass counts the pairs up to a
 * value and finds those next to it, so the k-th pair is found by bisection over the doubles between the
 * first and the last, from pair to pair.
 */
#include "compare/stats/rank_test.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define ROOT_2PI 2.5066282746310005

/* --- null distributions ------------------------------------------------------------------- */

/* Turns numbers of ways into chances of at most that many pairs, in place. */
static void accumulate(double *ways, size_t half, double all)
{
	double sum = 0;

	for (size_t k = 0; k <= half; k++) {
		sum += ways[k];
		ways[k] = sum / all;
	}
}

/*
 * The number of ways to get k pairs is a coefficient of the Gaussian binomial, the product of
 * (1 - q^(m + i)) / (1 - q^i).  After each i the coefficients are whole numbers.
 */
void rank_sum_null(struct rank_null *r, size_t na, size_t nb)
{
	double m = (double)na, n = (double)nb, all = 1;
	size_t few = na < nb ? na : nb, many = na < nb ? nb : na, half = na * nb / 2;

	*r = (struct rank_null){
		.n = na * nb, .mean = m * n / 2, .sd = sqrt(m * n * (m + n + 1) / 12),
		.excess = few ? -1.2 * (m * m + n * n + m * n + m + n) / (m * n * (m + n + 1)) : 0,
	};
	if (!few || m * n * (double)few > 1e2 * RANK_EXACT_SIZE * RANK_EXACT_SIZE)
		return;
	r->cdf = mem_zeroed(half + 1, sizeof(*r->cdf));
	r->cdf[0] = 1;
	for (size_t i = 1; i <= few; i++) {
		for (size_t k = half + 1; k-- > many + i;)
			r->cdf[k] -= r->cdf[k - many - i];
		for (size_t k = i; k <= half; k++)
			r->cdf[k] += r->cdf[k - i];
		all *= (double)(many + i) / (double)i;
	}
	accumulate(r->cdf, half, all);
}

void rank_signed_null(struct rank_null *r, size_t size)
{
	double n = (double)size, squares = n * (n + 1) * (2 * n + 1) / 6;
	size_t all = size * (size + 1) / 2, half = all / 2;

	*r = (struct rank_null){
		.n = all, .mean = n * (n + 1) / 4, .sd = sqrt(squares / 4),
		.excess = size ? -0.4 * (3 * n * n + 3 * n - 1) / squares : 0,
	};
	if (!size || size > RANK_EXACT_SIZE)
		return;
	r->cdf = mem_zeroed(half + 1, sizeof(*r->cdf));
	r->cdf[0] = 1;
	for (size_t i = 1; i <= size; i++)
		for (size_t k = half + 1; k-- > i;)
			r->cdf[k] += r->cdf[k - i];
	accumulate(r->cdf, half, pow(2, n));
}

double rank_tail(const struct rank_null *r, double pairs)
{
	double n = (double)r->n, z, normal, density;

	if (pairs < 0)
		return 0;
	pairs = floor(pairs);
	if (pairs >= n)
		return 1;
	if (r->cdf)
		return pairs <= floor(n / 2) ? r->cdf[(size_t)pairs] : 1 - r->cdf[(size_t)(n - pairs - 1)];
	z = (pairs + 0.5 - r->mean) / r->sd;
	normal = erfc(-z / sqrt(2)) / 2;
	density = exp(-z * z / 2) / ROOT_2PI;
	/* far out the expansion may fall below 0 */
	return fmax(normal - density * r->excess / 24 * (z * z * z - 3 * z), 0);
}

void rank_null_release(struct rank_null *r)
{
	free(r->cdf);
	*r = (struct rank_null){0};
}

/* How many numbers of pairs, from 0 up, have a tail of at most alpha; 0: none. */
static size_t count_unlikely(const struct rank_null *r, double alpha)
{
	size_t low = 0, high = r->n / 2 + 1;

	if (!r->n)
		return 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rank_tail(r, (double)middle) <= alpha)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* --- the k-th pair ------------------------------------------------------------------------ */

struct pairs {			/* differences b - a; a NULL: averages of two values of b */
	const struct quantiles *a, *b;
};

struct cut {			/* the pairs up to x, and beyond */
	size_t n;		/* so many are up to x */
	double below, above;	/* the pairs next to it on both sides, infinite if there are none */
};

/* In one pass: i and j only move forward. */
static struct cut cut_at(const struct pairs *p, double x)
{
	const double *b = p->b->v;
	struct cut c = { 0, -INFINITY, INFINITY };
	size_t i = 0, j = p->b->n;

	if (p->a) {
		const double *a = p->a->v;

		for (j = 0; j < p->b->n; j++) {
			while (i < p->a->n && b[j] - a[i] > x)
				i++;
			c.n += p->a->n - i;
			c.above = i > 0 ? fmin(c.above, b[j] - a[i - 1]) : c.above;
			c.below = i < p->a->n ? fmax(c.below, b[j] - a[i]) : c.below;
		}
		return c;
	}
	for (i = 0; i < p->b->n; i++) {
		while (j > i && b[i] / 2 + b[j - 1] / 2 > x)
			j--;
		c.above = j < p->b->n ? fmin(c.above, b[i] / 2 + b[j] / 2) : c.above;
		if (j <= i)
			break;
		c.n += j - i;
		c.below = fmax(c.below, b[i] / 2 + b[j - 1] / 2);
	}
	return c;
}

static size_t count_up_to(const struct pairs *p, double x)
{
	return cut_at(p, x).n;
}

/* Maps doubles to integers in the same order, and back. */
static int64_t to_ordinal(double x)
{
	int64_t i;

	memcpy(&i, &x, sizeof(i));
	return i < 0 ? INT64_MIN - i : i;
}

static double from_ordinal(int64_t i)
{
	double x;

	i = i < 0 ? INT64_MIN - i : i;
	memcpy(&x, &i, sizeof(x));
	return x;
}

static double kth_pair(const struct pairs *p, size_t k)
{
	const struct quantiles *b = p->b, *a = p->a;
	double first = b->v[0], last = b->v[b->n - 1];
	/* halved first: the halves of denormal numbers do not add up to them */
	int64_t low = to_ordinal(a ? first - a->v[a->n - 1] : first / 2 + first / 2);
	int64_t high = to_ordinal(a ? last - a->v[0] : last / 2 + last / 2);

	while (low < high) {
		int64_t middle = low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);

		struct cut c = cut_at(p, from_ordinal(middle));

		if (c.n > k)
			high = to_ordinal(c.below);
		else
			low = to_ordinal(c.above);
	}
	return from_ordinal(low);
}

static struct shift find_shift(const struct pairs *p, const struct rank_null *r, double alpha)
{
	struct shift s = { NAN, { NAN, NAN } };
	size_t out = count_unlikely(r, alpha);

	if (!r->n)
		return s;
	s.estimate = kth_pair(p, r->n / 2);
	if (r->n % 2 == 0)
		s.estimate = s.estimate / 2 + kth_pair(p, r->n / 2 - 1) / 2;
	if (out)
		s.interval = (struct interval){ kth_pair(p, out - 1), kth_pair(p, r->n - out) };
	return s;
}

/* --- the tests ---------------------------------------------------------------------------- */

struct shift rank_shift(const struct quantiles *a, const struct quantiles *b,
			const struct rank_null *r, double alpha)
{
	return find_shift(&(struct pairs){ a, b }, r, alpha);
}

/* Few pairs up to x are evidence that b is above a by more than x. */
double rank_shift_above(const struct quantiles *a, const struct quantiles *b,
			const struct rank_null *r, double x)
{
	return rank_tail(r, (double)count_up_to(&(struct pairs){ a, b }, x));
}

double rank_shift_below(const struct quantiles *a, const struct quantiles *b,
			const struct rank_null *r, double x)
{
	return rank_shift_above(b, a, r, -x);
}

struct shift rank_middle(const struct quantiles *d, const struct rank_null *r, double alpha)
{
	return find_shift(&(struct pairs){ NULL, d }, r, alpha);
}

double rank_middle_above(const struct quantiles *d, const struct rank_null *r, double x)
{
	return rank_tail(r, (double)count_up_to(&(struct pairs){ NULL, d }, x));
}

double rank_middle_below(const struct quantiles *d, const struct rank_null *r, double x)
{
	const struct pairs p = { NULL, d };

	return rank_tail(r, (double)(r->n - count_up_to(&p, from_ordinal(to_ordinal(x) - 1))));
}

double rank_sum_least(size_t na, size_t nb)
{
	size_t few = na < nb ? na : nb, many = na < nb ? nb : na;
	double least = 1;

	for (size_t i = 1; i <= few; i++)
		least *= (double)i / (double)(many + i);
	return least;
}

double rank_signed_least(size_t n)
{
	return pow(0.5, (double)n);
}
