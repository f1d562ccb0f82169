/* SPDX-License-Identifier: MIT */
/* Tests the smallest change that is detected: little more than the limit if nothing varies, else more. */
#include "test.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "compare/power.h"

enum { RUNS = 40 };

static const struct measured row = { "instructions:u", "", false, false, MEASURED_WORK };

static uint64_t chance = 88172645463325252u;

static double normal(void)
{
	double u[2];

	for (int i = 0; i < 2; i++) {
		chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
		u[i] = ((double)(chance >> 11) + 0.5) * 0x1p-53;
	}
	return sqrt(-2 * log(u[0])) * cos(6.283185307179586 * u[1]);
}

static void smallest(void **state)
{
	static const struct {
		const char *what;
		double noise, limit;
		struct stopping_opts o;
		double from, to;		/* of the change; NaN: none is detected */
		double quiet;			/* at least */
		size_t runs_from, runs_to;
	} cases[] = {
		{ "exact", 1e-7, 0.01, { .paired = true, .limited = 1 }, 0.01, 0.01005, 1, 3, 3 },
		{ "exact, shrinking is bad", 1e-7, -0.01, { .paired = true, .limited = 1 }, -0.01005, -0.01, 1, 3, 3 },
		{ "1 % of noise", 0.01, 0.02, { .paired = true, .limited = 1 }, 0.022, 0.04, 0.99, 8, 20 },
		{ "not in pairs", 0.01, 0.02, { .limited = 1 }, 0.022, 0.04, 0.99, 5, 20 },
		{ "a baseline", 0.01, 0.02, { .limited = 1, .base_runs = 40 }, 0.022, 0.04, 0.99, 5, 20 },
		{ "shrinking is bad", 0.01, -0.02, { .paired = true, .limited = 1 }, -0.04, -0.022, 0.99, 8, 20 },
		{ "8 rows ask for more", 0.01, 0.02, { .paired = true, .limited = 8 }, 0.028, 0.045, 0.97, 11, 30 },
		{ "more noise than limit", 0.05, 0.01, { .paired = true, .limited = 1 }, 0.03, 0.12, 0, 400, 1500 },
		{ "far more", 0.05, 0.0001, { .paired = true, .limited = 1 }, 0.02, 0.12, 0, 0, 0 },
		{ "nothing but noise", 2, 0.01, { .paired = true, .limited = 1 }, NAN, NAN, 0, 0, 0 },
		{ "too few runs for any", 0.01, 0.02, { .paired = true, .limited = 1, .noisy_max = 5 }, NAN, NAN, NAN, 0, 0 },
		{ "no limit", 0.01, NAN, { .paired = true, .limited = 1 }, NAN, NAN, NAN, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double base[RUNS], now[RUNS];
		struct row_comparison c = { .row = &row, .base = base, .now = now, .n_base = RUNS, .n_now = RUNS,
					    .threshold = { cases[i].limit < 0 ? -1 : 1, fabs(cases[i].limit), NAN, NAN } };
		struct power d, again;

		for (size_t k = 0; k < RUNS; k++) {
			base[k] = 1e6 * exp(cases[i].noise * normal());
			now[k] = 1e6 * exp(cases[i].noise * normal());
		}
		power_smallest_change(&d, &c, &cases[i].o, 60);
		power_smallest_change(&again, &c, &cases[i].o, 60);
		if (isnan(cases[i].from) ? !isnan(d.change) : !(d.change >= cases[i].from && d.change <= cases[i].to))
			fail_msg("%s: %g", cases[i].what, d.change);
		if (isnan(cases[i].quiet) ? !isnan(d.quiet) : !(d.quiet >= cases[i].quiet))
			fail_msg("%s: quiet in %g", cases[i].what, d.quiet);
		if (d.runs < cases[i].runs_from || d.runs > cases[i].runs_to)
			fail_msg("%s: %zu runs", cases[i].what, d.runs);
		assert_memory_equal(&d, &again, sizeof(d));
	}
}

/* valgrind counts only in the first runs: the others have no value, and are no runs. */
static void runs_without_values(void **state)
{
	double all[RUNS], some[RUNS];
	struct row_comparison c = { .row = &row, .base = all, .now = all, .n_base = 5, .n_now = 5,
				    .threshold = { 1, 0.01, NAN, NAN } };
	struct stopping_opts o = { .paired = true, .limited = 1 };

	(void)state;
	for (size_t k = 0; k < RUNS; k++) {
		all[k] = 1e6;
		some[k] = k < 5 ? 1e6 : (double)NAN;
	}
	for (int paired = 0; paired < 2; paired++) {
		struct power expected, d;

		o.paired = paired;
		c.base = c.now = all;
		c.n_base = c.n_now = 5;
		power_smallest_change(&expected, &c, &o, 60);
		c.base = c.now = some;
		c.n_base = c.n_now = RUNS;
		power_smallest_change(&d, &c, &o, 60);
		assert_true(d.change >= 0.01 && d.change <= 0.01005);
		assert_memory_equal(&d, &expected, sizeof(d));
		for (size_t k = 0; k < 5; k++)
			some[k] = (double)NAN;
		power_smallest_change(&d, &c, &o, 60);
		assert_true(isnan(d.change));
		for (size_t k = 0; k < 5; k++)
			some[k] = 1e6;
	}
}

/* How many runs might decide. */
static void runs_for_rows(void **state)
{
	static const struct {
		const char *what;
		double change, low, high, limit;
		size_t n_base, n_now;
		bool grows;
		size_t expected;
	} cases[] = {
		{ "little noise", 0.04, 0.02, 0.06, 0.05, 40, 40, true, 200 },
		{ "wherever the change is", 0.05001, 0.03001, 0.07001, 0.05, 40, 40, true, 200 },
		{ "shrinking is bad", -0.04, -0.06, -0.02, -0.05, 40, 40, true, 200 },
		{ "noise", 0.03, -0.05, 0.11, 0.05, 40, 40, true, 500 },
		{ "much noise", 0.03, -0.17, 0.23, 0.05, 40, 40, true, 0 },
		{ "few so far", 0.04, 0.02, 0.06, 0.05, 10, 10, true, 50 },
		{ "a cap alone", 0.04, 0.02, 0.06, NAN, 40, 40, true, 200 },
		{ "very many, but more are made", 0.04, 0.02, 0.06, 0.05, 300, 300, true, 1000 },
		{ "a cap and very many", 0.04, 0.02, 0.06, NAN, 300, 300, true, 1000 },
		{ "very many, and too much noise", 0.03, -0.05, 0.11, 0.05, 300, 300, true, 0 },
		{ "as many as anybody makes", 0.04, 0.02, 0.06, 0.05, 1000, 1000, true, 0 },
		{ "a baseline of many runs", 0.03, 0.0095, 0.0505, 0.05, 1000, 40, false, 200 },
		{ "a baseline of few", 0.03, 0.0095, 0.0505, 0.05, 10, 40, false, 0 },
		{ "which grows, too", 0.03, 0.0095, 0.0505, 0.05, 10, 40, true, 100 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct row_comparison c = {
			.row = &row, .n_base = cases[i].n_base, .n_now = cases[i].n_now, .n = 40, .level = 0.99,
			.threshold = { cases[i].limit < 0 ? -1 : 1, fabs(cases[i].limit), NAN, NAN },
			.relative = { cases[i].change, { cases[i].low, cases[i].high } },
			.absolute = { NAN, { NAN, NAN } },
		};
		size_t runs = power_runs(&c, cases[i].grows);

		if (runs != cases[i].expected)
			fail_msg("%s: %zu", cases[i].what, runs);
	}
}

/* Draws runs that are 4 % worse under a limit of 5 %; those of a cap are above it in one of three. */
static struct row_comparison draw(double *base, double *now, size_t n, bool cap)
{
	struct row_comparison c = { .row = &row, .base = base, .now = now, .n_base = n, .n_now = n,
				    .threshold = { 1, cap ? NAN : 0.05, NAN, cap ? 1.012 : NAN } };
	const struct compare_opts o = { .paired = true, .level = 0.99 };

	for (size_t k = 0; k < n; k++) {
		base[k] = exp(0.02 * normal());
		now[k] = (cap ? 1 : 1.04) * exp(0.02 * normal());
	}
	compare_all(&c, 1, &o);
	return c;
}

/* So many decide in most cases, and equal programs get the same number, or the next one. */
static void runs_decide(void **state)
{
	enum { TRIES = 60, MOST = 1000 };
	double base[MOST], now[MOST];

	(void)state;
	for (int cap = 0; cap < 2; cap++) {
		size_t unsure = 0, told = 0, least = MOST, most = 0;

		for (int i = 0; i < TRIES; i++) {
			struct row_comparison c = draw(base, now, RUNS, cap);
			size_t runs = c.verdict == VERDICT_UNSURE ? power_runs(&c, true) : 0;

			if (!runs)
				continue;
			unsure++;
			least = runs < least ? runs : least;
			most = runs > most ? runs : most;
			c = draw(base, now, runs, cap);
			told += c.verdict != VERDICT_UNSURE;
		}
		if (unsure < TRIES / 6 || told * 10 < unsure * 9 || 5 * least < 2 * most)
			fail_msg("%s: %zu of %zu, with %zu to %zu runs", cap ? "cap" : "change", told, unsure,
				 least, most);
	}
}

static void injected(void **state)
{
	double v[] = { 100, NAN, 0, -50 };

	(void)state;
	power_inject(v, COUNT_OF(v), 0.02);
	assert_true(fabs(v[0] - 102) < 1e-9 && isnan(v[1]) && fabs(v[2]) <= 0 && fabs(v[3] + 51) < 1e-9);
	power_inject(v, 0, 5);
	assert_true(fabs(v[0] - 102) < 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(smallest), cmocka_unit_test(runs_without_values),
		cmocka_unit_test(runs_for_rows),
		cmocka_unit_test(runs_decide),
		cmocka_unit_test(injected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
