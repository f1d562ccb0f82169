/* SPDX-License-Identifier: MIT */
/* Tests mean and deviation against known results. */
#include "test.h"

#include <math.h>
#include <stdbool.h>

#include "base/stats.h"

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(b) > 1 ? fabs(b) : 1);
}

static void known_series(void **state)
{
	static const struct {
		double x[8]; size_t n;
		double mean, stddev, min, max;
	} cases[] = {
		{ { 0 }, 0, 0, 0, 0, 0 },
		{ { 7 }, 1, 7, 0, 7, 7 },
		{ { 5, 5, 5 }, 3, 5, 0, 5, 5 },
		{ { 1, 2, 3, 4, 5 }, 5, 3, 1.5811388300841898, 1, 5 },
		{ { 2, 4, 4, 4, 5, 5, 7, 9 }, 8, 5, 2.138089935299395, 2, 9 },
		{ { -3, 3 }, 2, 0, 4.242640687119285, -3, 3 },
		{ { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 }, 4, 1e9 + 10, 5.477225575051661, 1e9 + 4,
		  1e9 + 16 },
		{ { 1e18, 1e18, 1e18 }, 3, 1e18, 0, 1e18, 1e18 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stats s = {0};
		double root_n = cases[i].n ? sqrt((double)cases[i].n) : 1;

		for (size_t k = 0; k < cases[i].n; k++)
			stats_add(&s, cases[i].x[k]);
		if (!near(s.mean, cases[i].mean) || !near(stats_stddev(&s), cases[i].stddev))
			fail_msg("case %zu: mean %.17g, deviation %.17g", i, s.mean, stats_stddev(&s));
		assert_int_equal(s.n, cases[i].n);
		assert_true(near(s.min, cases[i].min) && near(s.max, cases[i].max));
		assert_true(near(stats_error(&s), cases[i].stddev / root_n));
	}
}

static void part_of_the_mean(void **state)
{
	static const struct { double a, b, pct; } cases[] = {
		{ 90, 110, 10 }, { -90, -110, 10 }, { 4, 4, 0 },
		{ -1, 1, 0 },		/* no part of a mean of 0 */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stats s = {0};

		stats_add(&s, cases[i].a);
		assert_true(stats_error_pct(&s) <= 0);
		stats_add(&s, cases[i].b);
		if (!near(stats_error_pct(&s), cases[i].pct))
			fail_msg("%g, %g: %g%%", cases[i].a, cases[i].b, stats_error_pct(&s));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_series),
		cmocka_unit_test(part_of_the_mean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
