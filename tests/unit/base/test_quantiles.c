/* SPDX-License-Identifier: MIT */
/* Tests order statistics against results computed by hand, and against binomial tables. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/quantiles.h"

static bool near(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	return fabs(a - b) <= 1e-9 * (fabs(b) > 1 ? fabs(b) : 1);
}

static void known_series(void **state)
{
	static const struct {
		double x[12]; size_t n, left;
		double median, mad, q1, q3, min, max;
		size_t outliers;
	} cases[] = {
		{ { 0 }, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, 0 },
		{ { 7 }, 1, 1, 7, 0, 7, 7, 7, 7, 0 },
		{ { 4, 2 }, 2, 2, 3, 1, 2.5, 3.5, 2, 4, 0 },
		{ { 3, 1, 2 }, 3, 3, 2, 1, 1.5, 2.5, 1, 3, 0 },
		{ { 5, 5, 5, 5 }, 4, 4, 5, 0, 5, 5, 5, 5, 0 },
		{ { 1, 2, 3, 4, 5, 6, 7, 8, 9, 100 }, 10, 10, 5.5, 2.5, 3.25, 7.75, 1, 100, 1 },
		{ { 5, 5, 5, 5, 5, 6 }, 6, 6, 5, 0, 5, 5, 5, 6, 1 },		/* quartiles are equal: all others are outliers */
		{ { 49, 49, 49, 49, 49, 49, 48, 50 }, 8, 8, 49, 0, 49, 49, 48, 50, 2 },
		/* too many: none is an outlier */
		{ { 49, 49, 49, 49, 49, 49, 49, 48, 50, 51 }, 10, 10, 49, 0, 49, 49, 48, 51, 0 },
		{ { 1000, 1000, 1000, 1000, 1000, 1009 }, 6, 6, 1000, 0, 1000, 1000, 1000, 1009, 0 },	/* below 1 % */
		{ { 1000, 1000, 1000, 1000, 1000, 1011 }, 6, 6, 1000, 0, 1000, 1000, 1000, 1011, 1 },
		{ { NAN, 3, INFINITY, 1, -INFINITY, 2 }, 6, 3, 2, 1, 1.5, 2.5, 1, 3, 0 },
		{ { NAN, NAN }, 2, 0, NAN, NAN, NAN, NAN, NAN, NAN, 0 },
		{ { -3, 0, 3 }, 3, 3, 0, 3, -1.5, 1.5, -3, 3, 0 },
		{ { 1.5e300, 1.7e308, 1.6e308 }, 3, 3, 1.6e308, 1e307, 8.000000075e307, 1.65e308, 1.5e300, 1.7e308, 0 },
		{ { 0x1p60, 0x1p60 + 4096, 0x1p60 + 8192 }, 3, 3, 0x1p60 + 4096, 4096, 0x1p60 + 2048, 0x1p60 + 6144, 0x1p60,
		  0x1p60 + 8192, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct quantiles o;
		struct summary s;

		quantiles_build(&o, cases[i].x, cases[i].n);
		s = quantiles_summary(&o, 0.005);
		assert_int_equal(s.n, cases[i].left);
		if (!near(s.median, cases[i].median) || !near(s.mad, cases[i].mad) || !near(s.q1, cases[i].q1) ||
		    !near(s.q3, cases[i].q3) || !near(s.min, cases[i].min) || !near(s.max, cases[i].max) ||
		    s.outliers != cases[i].outliers)
			fail_msg("case %zu: median %.17g, MAD %.17g, quartiles %.17g and %.17g, %.17g to %.17g, %zu outliers",
				 i, s.median, s.mad, s.q1, s.q3, s.min, s.max, s.outliers);
		quantiles_release(&o);
		quantiles_release(&o);
	}
}

static void strays(void **state)
{
	static const double x[] = { 100, 100, 101, 100, 90, 103 };
	static const struct { double distance; size_t want; } cases[] = {
		{ 0, 3 }, { 0.5, 3 }, { 1, 2 }, { 3, 1 }, { 9.5, 1 }, { 10, 0 },
	};
	struct quantiles o;

	(void)state;
	quantiles_build(&o, x, COUNT_OF(x));
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(quantiles_strays(&o, cases[i].distance), cases[i].want);
	quantiles_release(&o);
}

/* Computed by hand, and by Pascal's triangle. */
static void coins(void **state)
{
	static const struct { size_t n, k; double want; } cases[] = {
		{ 0, 0, 1 }, { 1, 0, 0.5 }, { 3, 0, 0.125 }, { 3, 1, 0.5 }, { 3, 3, 1 }, { 3, 9, 1 },
		{ 10, 2, 56.0 / 1024 }, { 20, 5, 21700.0 / 1048576 },
	};
	double ways[201] = { 1 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_true(near(coin_tail(cases[i].n, cases[i].k), cases[i].want));
	for (size_t n = 1; n <= 200; n++) {
		double sum = 0;

		for (size_t k = n; k > 0; k--)
			ways[k] = ways[k] / 2 + ways[k - 1] / 2;
		ways[0] /= 2;
		for (size_t k = 0; k <= n; k++) {
			sum += ways[k];
			assert_true(fabs(coin_tail(n, k) - sum) < 1e-12);
		}
	}
	/* one throw more, which uses the normal distribution */
	for (size_t k = 400; k <= 600; k += 5)
		assert_true(fabs(coin_tail(1001, k) -
				 (coin_tail(1000, k) + coin_tail(1000, k - 1)) / 2) < 2e-4);
}

/*
 * Which places hold the median: the published table of the sign test, 95 and 99 %, two-sided.
 * place: from 1; 0: no such interval.
 */
static void median_intervals(void **state)
{
	static const struct { size_t n, place95, place99; } cases[] = {
		{ 1, 0, 0 }, { 5, 0, 0 }, { 6, 1, 0 }, { 7, 1, 0 }, { 8, 1, 1 }, { 9, 2, 1 }, { 10, 2, 1 }, { 11, 2, 1 },
		{ 12, 3, 2 }, { 15, 4, 3 }, { 20, 6, 4 }, { 25, 8, 6 }, { 30, 10, 8 }, { 40, 14, 12 }, { 50, 18, 16 },
	};
	double x[50];

	(void)state;
	for (size_t i = 0; i < 50; i++)
		x[i] = (double)i + 1;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const size_t place[] = { cases[i].place95, cases[i].place99 };
		const double alpha[] = { 0.025, 0.005 };
		struct quantiles o;

		quantiles_build(&o, x, cases[i].n);
		for (size_t k = 0; k < 2; k++) {
			struct interval in = quantiles_median_interval(&o, alpha[k]);

			assert_int_equal(interval_exists(in), place[k] != 0);
			if (place[k] && (!near(in.low, (double)place[k]) || !near(in.high, (double)(cases[i].n + 1 - place[k]))))
				fail_msg("%zu values: %g to %g", cases[i].n, in.low, in.high);
		}
		quantiles_release(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_series),
		cmocka_unit_test(strays),
		cmocka_unit_test(coins),
		cmocka_unit_test(median_intervals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
