/* SPDX-License-Identifier: MIT */
/*
 * Tests rank tests.  Distributions are compared with published tables and with counting all cases,
 * the approximation with both; shifts and p values are compared with a list of all pairs.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/stats/rank_test.h"

static bool near(double a, double b, double tolerance)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	return fabs(a - b) <= tolerance * (fabs(b) > 1 ? fabs(b) : 1);
}

/* --- null distributions ------------------------------------------------------------------- */

/* The largest significant U or T, two-sided, from textbooks. */
static void critical_values(void **state)
{
	static const struct { size_t na, nb; int at_5_pct, at_1_pct; } sums[] = {
		{ 2, 2, -1, -1 }, { 3, 3, -1, -1 }, { 2, 8, 0, -1 }, { 3, 5, 0, -1 }, { 3, 8, 2, -1 }, { 4, 4, 0, -1 },
		{ 4, 5, 1, -1 }, { 4, 6, 2, 0 }, { 4, 7, 3, 0 }, { 4, 8, 4, 1 }, { 5, 5, 2, 0 }, { 5, 6, 3, 1 },
		{ 5, 7, 5, 1 }, { 5, 8, 6, 2 },
		{ 6, 6, 5, 2 }, { 6, 7, 6, 3 }, { 6, 8, 8, 4 }, { 7, 7, 8, 4 }, { 7, 8, 10, 6 }, { 8, 8, 13, 7 },
		{ 10, 10, 23, 16 }, { 15, 15, 64, 51 }, { 20, 20, 127, 105 },
	};
	static const struct { size_t n; int at_5_pct, at_1_pct; } signs[] = {
		{ 5, -1, -1 }, { 6, 0, -1 }, { 7, 2, -1 }, { 8, 3, 0 }, { 9, 5, 1 }, { 10, 8, 3 }, { 15, 25, 15 },
		{ 20, 52, 37 }, { 25, 89, 68 },
	};
	struct rank_null r;

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(sums); i++) {
		const int five = sums[i / 2].at_5_pct, one = sums[i / 2].at_1_pct;
		size_t a = sums[i / 2].na, b = sums[i / 2].nb;

		rank_sum_null(&r, i % 2 ? a : b, i % 2 ? b : a);
		if (rank_tail(&r, five) > 0.025 || rank_tail(&r, five + 1) <= 0.025 ||
		    rank_tail(&r, one) > 0.005 || rank_tail(&r, one + 1) <= 0.005)
			fail_msg("%zu against %zu: %g, %g", a, b, rank_tail(&r, five), rank_tail(&r, one));
		rank_null_release(&r);
	}
	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		rank_signed_null(&r, signs[i].n);
		if (rank_tail(&r, signs[i].at_5_pct) > 0.025 || rank_tail(&r, signs[i].at_5_pct + 1) <= 0.025 ||
		    rank_tail(&r, signs[i].at_1_pct) > 0.005 || rank_tail(&r, signs[i].at_1_pct + 1) <= 0.005)
			fail_msg("%zu pairs: %g", signs[i].n, rank_tail(&r, signs[i].at_5_pct));
		rank_null_release(&r);
	}
}

static void compare_cdf(const struct rank_null *r, const double *ways, size_t n, double all, size_t na, size_t nb)
{
	double sum = 0;

	assert_int_equal(r->n, n);
	assert_true(rank_tail(r, -1) <= 0 && rank_tail(r, (double)n + 7) >= 1);
	for (size_t k = 0; k <= n; k++) {
		sum += ways[k];
		if (!near(rank_tail(r, (double)k), sum / all, 1e-12))
			fail_msg("%zu, %zu: up to %zu: %.17g and not %.17g", na, nb, k, rank_tail(r, (double)k), sum / all);
	}
}

/* Counts every way to choose na of na + nb positions, and every way to set n signs. */
static void all_cases(void **state)
{
	struct rank_null r;

	(void)state;
	for (size_t na = 1; na <= 7; na++) {
		for (size_t nb = 1; nb <= 7; nb++) {
			double ways[50] = {0}, all = 0;

			for (unsigned set = 0; set < 1u << (na + nb); set++) {
				size_t pairs = 0, behind = 0;

				for (size_t i = 0; i < na + nb; i++) {
					behind += set >> i & 1;
					pairs += set >> i & 1 ? 0 : behind;
				}
				if (behind == na)
					ways[pairs]++, all++;
			}
			rank_sum_null(&r, na, nb);
			compare_cdf(&r, ways, na * nb, all, na, nb);
			assert_true(near(rank_sum_least(na, nb), 1 / all, 1e-12));
			rank_null_release(&r);
		}
	}
	for (size_t n = 1; n <= 14; n++) {
		double ways[120] = {0};

		for (unsigned set = 0; set < 1u << n; set++) {
			size_t sum = 0;

			for (size_t i = 0; i < n; i++)
				sum += set >> i & 1 ? i + 1 : 0;
			ways[sum]++;
		}
		rank_signed_null(&r, n);
		compare_cdf(&r, ways, n * (n + 1) / 2, pow(2, (double)n), n, 0);
		assert_true(near(rank_signed_least(n), pow(2, -(double)n), 1e-12));
		rank_null_release(&r);
	}
}

/* The chance of each U by recursion over the values, unlike rank_test.c. */
static double *chances_of_sum(size_t na, size_t nb)
{
	size_t most = na * nb;
	double *row = calloc((nb + 1) * (most + 1), sizeof(*row));

	for (size_t b = 0; b <= nb; b++)
		row[b * (most + 1)] = 1;		/* with a 0 */
	for (size_t a = 1; a <= na; a++) {
		for (size_t b = 1; b <= nb; b++) {
			double *to = row + b * (most + 1), *less = to - (most + 1);
			double last_a = (double)a / (double)(a + b);

			for (size_t u = a * b + 1; u-- > 0;)	/* last one of a: above all b */
				to[u] = last_a * (u >= b ? to[u - b] : 0) + (1 - last_a) * less[u];
		}
	}
	memmove(row, row + nb * (most + 1), (most + 1) * sizeof(*row));
	return row;
}

static double *chances_of_signs(size_t n)
{
	size_t most = n * (n + 1) / 2;
	double *p = calloc(most + 1, sizeof(*p));

	p[0] = 1;
	for (size_t i = 1; i <= n; i++)
		for (size_t t = most + 1; t-- > 0;)
			p[t] = p[t] / 2 + (t >= i ? p[t - i] / 2 : 0);
	return p;
}

/* Large sizes: exact up to RANK_EXACT_SIZE, close beyond it, in the tails, too. */
static void large_sizes(void **state)
{
	static const struct { size_t na, nb; bool exact; } cases[] = {
		{ 40, 40, true }, { 60, 11, true }, { 100, 100, true }, { 3, 400, true }, { 101, 100, false }, { 60, 300, false },
		{ 50, 0, true }, { 100, 0, true }, { 101, 0, false }, { 300, 0, false },	/* signs */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t na = cases[i].na, nb = cases[i].nb;
		double *p = nb ? chances_of_sum(na, nb) : chances_of_signs(na), sum = 0;
		struct rank_null r;

		if (nb)
			rank_sum_null(&r, na, nb);
		else
			rank_signed_null(&r, na);
		assert_int_equal(r.cdf != NULL, cases[i].exact);
		for (size_t k = 0; k <= r.n; k++) {
			double got = rank_tail(&r, (double)k);

			sum += p[k];
			if (cases[i].exact ? !near(got, sum, 1e-11) : fabs(got - sum) > 2e-5)
				fail_msg("%zu, %zu: up to %zu: %g and not %g", na, nb, k, got, sum);
			if (sum > 1e-5 && fabs(got / sum - 1) > (sum > 1e-4 ? 0.01 : 0.06))
				fail_msg("%zu, %zu: in the tail, up to %zu: %g and not %g", na, nb, k, got, sum);
		}
		rank_null_release(&r);
		rank_null_release(&r);
		free(p);
	}
}

/* --- shifts ------------------------------------------------------------------------------- */

/* Results of R for the examples of its manual, from Hollander and Wolfe. */
static void known_data(void **state)
{
	static const double before[] = { 1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 };
	static const double after[] = { 0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29 };
	static const double term[] = { 0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 };
	static const double weeks[] = { 1.15, 0.88, 0.90, 0.74, 1.21 };
	double away[9];
	struct quantiles d, a, b;
	struct rank_null r;

	(void)state;
	for (size_t i = 0; i < 9; i++)
		away[i] = before[i] - after[i];
	quantiles_build(&d, away, 9);
	rank_signed_null(&r, 9);
	assert_true(near(rank_middle_above(&d, &r, 0), 0.01953125, 1e-9));	/* V = 40 */
	assert_true(near(rank_middle(&d, &r, 0.025).estimate, 0.46, 1e-9));
	rank_null_release(&r);
	quantiles_build(&a, weeks, 5);
	quantiles_build(&b, term, 10);
	rank_sum_null(&r, 5, 10);
	assert_true(near(rank_shift_above(&a, &b, &r, 0), 0.12720612720612722, 1e-9));	/* W = 35 */
	assert_true(near(rank_shift(&a, &b, &r, 0.025).estimate, 0.305, 1e-9));
	rank_null_release(&r);
	quantiles_release(&a);
	quantiles_release(&b);
	quantiles_release(&d);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static uint64_t chance = 88172645463325252u;

static uint64_t draw(uint64_t below)
{
	chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
	return chance % below;
}

struct drawn {			/* two series, or one if a.n is 0, and all their pairs, sorted */
	struct quantiles a, b;
	double pair[400];
	size_t n;
	struct rank_null r;
};

static void draw_series(struct quantiles *o, size_t n, uint64_t values, double size)
{
	double v[20];

	for (size_t i = 0; i < n; i++)
		v[i] = size * ((double)draw(values) - (double)(values / 2));
	quantiles_build(o, v, n);
}

static void build(struct drawn *d, bool one)
{
	static const struct { uint64_t values; double size; } kinds[] = {
		{ 3, 1 }, { 10, 0.1 }, { 1000000, 1e-3 }, { 1000000, 1e12 }, { 2, 1e-310 }, { 5, 4e307 },
	};
	size_t kind = (size_t)draw(COUNT_OF(kinds)), n = 0;

	memset(d, 0, sizeof(*d));
	draw_series(&d->b, 1 + (size_t)draw(14), kinds[kind].values, kinds[kind].size);
	if (!one)
		draw_series(&d->a, 1 + (size_t)draw(14), kinds[kind].values, kinds[kind].size / 2);
	for (size_t i = 0; i < d->b.n; i++) {
		for (size_t k = 0; k < d->a.n; k++)
			d->pair[n++] = d->b.v[i] - d->a.v[k];
		for (size_t k = 0; one && k <= i; k++)
			d->pair[n++] = d->b.v[i] / 2 + d->b.v[k] / 2;
	}
	d->n = n;
	qsort(d->pair, n, sizeof(*d->pair), ascending);
	if (one)
		rank_signed_null(&d->r, d->b.n);
	else
		rank_sum_null(&d->r, d->a.n, d->b.n);
}

static void check(const struct drawn *d, double alpha, double x)
{
	bool one = !d->a.n;
	struct shift s = one ? rank_middle(&d->b, &d->r, alpha) : rank_shift(&d->a, &d->b, &d->r, alpha);
	double above = one ? rank_middle_above(&d->b, &d->r, x) : rank_shift_above(&d->a, &d->b, &d->r, x);
	double below = one ? rank_middle_below(&d->b, &d->r, x) : rank_shift_below(&d->a, &d->b, &d->r, x);
	double middle = d->pair[d->n / 2] / 2 + d->pair[(d->n - 1) / 2] / 2;
	size_t up_to = 0, from = 0, out = 0;

	for (size_t i = 0; i < d->n; i++) {
		up_to += d->pair[i] <= x;
		from += d->pair[i] >= x;
	}
	while (out <= d->n / 2 && rank_tail(&d->r, (double)out) <= alpha)
		out++;
	assert_true(near(s.estimate, middle, 1e-12));
	assert_true(near(above, rank_tail(&d->r, (double)up_to), 1e-12));
	assert_true(near(below, rank_tail(&d->r, (double)from), 1e-12));
	assert_int_equal(interval_exists(s.interval), out > 0);
	if (out) {
		assert_memory_equal(&s.interval.low, &d->pair[out - 1], sizeof(double));
		assert_memory_equal(&s.interval.high, &d->pair[d->n - out], sizeof(double));
	}
	/* the interval and the p values are two views of one test */
	assert_int_equal(above <= alpha, out && s.interval.low > x);
	assert_int_equal(below <= alpha, out && s.interval.high < x);
}

static void all_pairs(void **state)
{
	static const double alphas[] = { 0.2, 0.025, 0.005, 0.0003, 1e-9 };

	(void)state;
	for (int i = 0; i < 4000; i++) {
		struct drawn d;

		build(&d, i % 2);
		for (size_t k = 0; k < d.n; k++)
			d.pair[k] += 0.0;	/* -0 and 0 are equal */
		for (size_t a = 0; a < COUNT_OF(alphas); a++) {
			check(&d, alphas[a], 0);
			check(&d, alphas[a], d.pair[draw(d.n)]);
			check(&d, alphas[a], d.pair[0] * 1.5);
		}
		quantiles_release(&d.a);
		quantiles_release(&d.b);
		rank_null_release(&d.r);
	}
}

static void empty_series(void **state)
{
	static const double v[] = { 1, 2, 3 };
	struct quantiles none, some;
	struct rank_null r;

	(void)state;
	quantiles_build(&none, v, 0);
	quantiles_build(&some, v, 3);
	rank_sum_null(&r, 0, 3);
	assert_true(isnan(rank_shift(&none, &some, &r, 0.5).estimate));
	assert_false(interval_exists(rank_shift(&some, &none, &r, 0.5).interval));
	assert_true(rank_shift_above(&none, &some, &r, 0) >= 1 && rank_shift_below(&none, &some, &r, 0) >= 1);
	rank_null_release(&r);
	rank_signed_null(&r, 0);
	assert_true(isnan(rank_middle(&none, &r, 0.5).estimate));
	assert_true(rank_middle_above(&none, &r, 0) >= 1 && rank_middle_below(&none, &r, 0) >= 1);
	rank_null_release(&r);
	quantiles_release(&some);
	quantiles_release(&none);
}

/* A thousand runs of each side: half a million averages, a million differences. */
static void many_runs(void **state)
{
	enum { N = 1000 };
	double v[N], w[N];
	struct quantiles a, b;
	struct rank_null r;
	struct shift s;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		v[i] = 1e9 + (double)(i * 7919 % N);
		w[i] = 1e9 + 50 + (double)(i * 104729 % N);
	}
	quantiles_build(&a, v, N);
	quantiles_build(&b, w, N);
	rank_sum_null(&r, N, N);
	s = rank_shift(&a, &b, &r, 0.005);
	assert_true(near(s.estimate, 50, 1e-12) && s.interval.low > 10 && s.interval.low < 20 && s.interval.high > 80 &&
		    s.interval.high < 90);
	rank_null_release(&r);
	rank_signed_null(&r, N);
	s = rank_middle(&a, &r, 0.005);
	assert_true(near(s.estimate, 1e9 + 499.5, 1e-12) && s.interval.low > 1e9 + 470 && s.interval.high < 1e9 + 530);
	rank_null_release(&r);
	quantiles_release(&a);
	quantiles_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(critical_values),
		cmocka_unit_test(all_cases),
		cmocka_unit_test(large_sizes),
		cmocka_unit_test(known_data),
		cmocka_unit_test(all_pairs),
		cmocka_unit_test(empty_series),
		cmocka_unit_test(many_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
