/* SPDX-License-Identifier: MIT */
/* Tests alpha spending against published group-sequential boundaries, and by random walks. */
#include "test.h"

#include <math.h>
#include <stdint.h>

#include "compare/stats/alpha_spending.h"

static double beyond(double z)
{
	return erfc(z / sqrt(2)) / 2;
}

/* Alpha 0.025, one-sided, five equal looks, spent by the square of time: published tables of that family. */
static void known_boundaries(void **state)
{
	static const size_t runs[] = { 10, 20, 30, 40, 50 };
	static const double z[] = { 3.090, 2.714, 2.472, 2.279, 2.114 };
	struct alpha_spending l;

	(void)state;
	alpha_spending_build(&l, runs, 5, 0.025, 1, 0);
	for (size_t i = 0; i < 5; i++)
		if (fabs(alpha_spending_alpha(&l, i, 1) - beyond(z[i])) > beyond(z[i]) * 0.005)
			fail_msg("look %zu: %.6f and not %.6f", i, alpha_spending_alpha(&l, i, 1), beyond(z[i]));
	alpha_spending_release(&l);
	alpha_spending_release(&l);
}

static void one_look_has_it_all(void **state)
{
	static const size_t runs[] = { 12 };
	struct alpha_spending l;

	(void)state;
	alpha_spending_build(&l, runs, 1, 0.005, 3, 0);
	for (size_t tests = 1; tests <= 3; tests++)
		assert_true(fabs(alpha_spending_alpha(&l, 0, tests) - 0.005 / (double)tests) < 1e-9);
	assert_true(fabs(alpha_spending_alpha(&l, 0, 0) - 0.005) < 1e-9);	/* at least one test */
	assert_true(fabs(alpha_spending_alpha(&l, 0, 9) - 0.005 / 3) < 1e-9);	/* at most l.tests */
	alpha_spending_release(&l);
}

/* The first look can decide, and no look is shortly before the last. */
static void planned(void **state)
{
	static const struct { struct alpha_spending_plan plan; size_t n, first, second, before_last; } cases[] = {
		{ { 10, 10, 5, 0.005, 1, 0, true }, 1, 10, 0, 0 },
		{ { 10, 40, 5, 0.005, 1, 0, true }, 7, 12, 17, 37 },
		{ { 10, 40, 5, 0.005, 1, 0, false }, 7, 10, 15, 35 },
		{ { 10, 41, 5, 0.005, 1, 0, false }, 7, 10, 15, 35 },	/* no look at 40 */
		{ { 4, 5, 5, 0.005, 1, 0, true }, 1, 5, 0, 0 },
		{ { 10, 1000, 5, 0.005, 1, 0, true }, 62, 20, 36, 980 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct alpha_spending l;

		alpha_spending_plan(&l, &cases[i].plan);
		if (l.n != cases[i].n || l.runs[0] != cases[i].first || l.runs[l.n - 1] != cases[i].plan.last)
			fail_msg("case %zu: %zu looks, from %zu", i, l.n, l.runs[0]);
		if (l.n > 1 && (l.runs[1] != cases[i].second || l.runs[l.n - 2] != cases[i].before_last))
			fail_msg("case %zu: %zu looks, %zu %zu .. %zu", i, l.n, l.runs[0], l.runs[1], l.runs[l.n - 2]);
		alpha_spending_release(&l);
	}
}

static uint64_t chance = 4711;

static double normal(void)
{
	double u[2];

	for (int i = 0; i < 2; i++) {
		chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
		u[i] = ((double)(chance >> 11) + 0.5) * 0x1p-53;
	}
	return sqrt(-2 * log(u[0])) * cos(6.283185307179586 * u[1]);
}

/* A random walk crosses a boundary in a share of alpha of all cases. */
static void walks(void **state)
{
	static const struct { size_t from, step, to, base; } cases[] = {
		{ 10, 5, 40, 0 }, { 10, 1, 40, 0 }, { 3, 37, 40, 0 }, { 10, 5, 40, 10 }, { 200, 2, 300, 0 }, { 995, 5, 1000, 0 },
	};
	const double alpha = 0.05;

	(void)state;
	for (size_t c = 0; c < COUNT_OF(cases); c++) {
		size_t runs[64], n = 0, walked = 40000, out = 0;
		struct alpha_spending l;

		for (size_t at = cases[c].from; at < cases[c].to; at += cases[c].step)
			runs[n++] = at;
		runs[n++] = cases[c].to;
		alpha_spending_build(&l, runs, n, alpha, 1, cases[c].base);
		for (size_t w = 0; w < walked; w++) {
			double place = 0, time = 0;

			for (size_t i = 0; i < n; i++) {
				double now = sqrt(alpha_spending_spent(runs[i], cases[c].to, cases[c].base));

				place += normal() * sqrt(now - time);
				time = now;
				if (beyond(place / sqrt(time)) < alpha_spending_alpha(&l, i, 1)) {
					out++;
					break;
				}
			}
		}
		if (fabs((double)out / (double)walked - alpha) > 0.0035)	/* three standard errors */
			fail_msg("case %zu: %zu of %zu", c, out, walked);
		alpha_spending_release(&l);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_boundaries),
		cmocka_unit_test(one_look_has_it_all),
		cmocka_unit_test(planned),
		cmocka_unit_test(walks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
