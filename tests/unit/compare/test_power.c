/* SPDX-License-Identifier: MIT */
/* Tests the smallest change that is detected: little more than the limit if nothing varies, else more. */
#include "test.h"

#include <math.h>
#include <stdint.h>

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
		cmocka_unit_test(smallest),
		cmocka_unit_test(injected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
