/* SPDX-License-Identifier: MIT */
/* Tests load and stolen time. */
#include "test.h"

#include <math.h>
#include <unistd.h>

#include "host/disturbance.h"
#include "made_root.h"

static const struct {
	const char *loadavg, *stat;	/* NULL: there is no such file */
	double load;
	uint64_t steal, all;
} cases[] = {
	{ "1.75 0.50 0.25 2/300 4242\n", "cpu  10 20 30 400 5 6 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1 0 0\n", 1.75, 8, 486 },
	{ "0.00 0.00 0.00 1/1 1", "cpu  1 0 0 0 0 0 0 0\n", 0, 0, 1 },
	{ NULL, NULL, -1, 0, 0 },
	{ "", "", -1, 0, 0 },
	{ "much", "intr 5\n", -1, 0, 0 },
	{ "nan 0 0", NULL, -1, 0, 0 }, { "inf 0 0", NULL, -1, 0, 0 }, { "1e999 0 0", NULL, -1, 0, 0 },
	{ "-1 0 0", "cpu  1 2 3 4 5 6 7\n", -1, 0, 0 },	/* before there was steal */
};

static void what_is_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root r;
		struct disturbance n;

		root_make(&r);
		if (cases[i].loadavg)
			root_put(&r, "proc/loadavg", cases[i].loadavg);
		if (cases[i].stat)
			root_put(&r, "proc/stat", cases[i].stat);
		disturbance_read(&n, &r.fs);
		assert_true(fabs(n.load - cases[i].load) < 1e-9);
		assert_int_equal(n.all, cases[i].all);
		if (n.all)
			assert_int_equal(n.steal, cases[i].steal);
		root_remove(&r);
	}
}

static const struct { struct disturbance from, to; double stolen; } pairs[] = {
	{ { .steal = 10, .all = 1000 }, { .steal = 35, .all = 1100 }, 0.25 },
	{ { .steal = 10, .all = 1000 }, { .steal = 10, .all = 1100 }, 0 },
	{ { .steal = 10, .all = 1000 }, { .steal = 10, .all = 1000 }, -1 },	/* no time has passed */
	{ { .steal = 0, .all = 0 }, { .steal = 10, .all = 1000 }, -1 },
	{ { .steal = 10, .all = 1000 }, { .steal = 0, .all = 0 }, -1 },
	{ { .steal = 10, .all = 1000 }, { .steal = 9, .all = 1100 }, -1 },	/* it went back, as some do */
};

static void what_was_stolen(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		assert_true(fabs(disturbance_stolen(&pairs[i].from, &pairs[i].to) - pairs[i].stolen) < 1e-9);
}

static void what_others_used(void **state)
{
	uint64_t hz = (uint64_t)sysconf(_SC_CLK_TCK);
	const struct disturbance from = { .idle = 5 * hz, .all = 20 * hz };
	const struct { struct disturbance to; uint64_t own_ms; double others; } used[] = {
		{ { .idle = 9 * hz, .all = 30 * hz }, 0, 0.6 },
		{ { .idle = 9 * hz, .all = 30 * hz }, 2500, 0.35 },
		{ { .idle = 9 * hz, .all = 30 * hz }, 6100, 0 },	/* ticks are coarse */
		{ { .idle = 15 * hz, .all = 30 * hz }, 0, 0 },
		{ { .idle = 5 * hz, .all = 21 * hz }, 0, 1 },
		{ { .idle = 5 * hz, .all = 21 * hz - 1 }, 0, -1 },	/* too few ticks */
		{ { .idle = 4 * hz, .all = 30 * hz }, 0, -1 },
		{ { .idle = 0, .all = 0 }, 0, -1 },
	};
	const struct disturbance none = { .all = 0 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(used); i++)
		assert_true(fabs(disturbance_others(&from, &used[i].to, used[i].own_ms * 1000000) -
				 used[i].others) < 1e-9);
	assert_true(disturbance_others(&none, &from, 0) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_read),
		cmocka_unit_test(what_was_stolen),
		cmocka_unit_test(what_others_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
