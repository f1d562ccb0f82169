/* SPDX-License-Identifier: MIT */
/* Tests which values are outliers, and when none can be found. */
#include "test.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "session/outlier.h"

#define NONE ((double)NAN)

static const struct {
	const char *what;
	double value[12]; size_t n;
	const char *out;		/* a letter for each value: x is an outlier */
} cases[] = {
	{ "nothing", { 0 }, 0, "" },
	{ "one", { 100 }, 1, "." },
	{ "of two nobody knows which", { 100, 200 }, 2, ".." },
	{ "of three, ten percent", { 100, 100, 110 }, 3, "..." },
	{ "of three, more", { 100, 100, 111 }, 3, "..x" },
	{ "of three, fewer", { 100, 80, 100 }, 3, ".x." },
	{ "of three that differ", { 100, 104, 112 }, 3, "..." },
	{ "of four, ten percent", { 100, 100, 100, 110 }, 4, "...." },
	{ "of four", { 100, 50, 100, 100 }, 4, ".x.." },
	{ "of five, one percent", { 1000, 1000, 1000, 1000, 1010 }, 5, "....." },
	{ "of five, more", { 1000, 1000, 1000, 1000, 1011 }, 5, "....x" },
	{ "of five, fewer", { 989, 1000, 1000, 1000, 1000 }, 5, "x...." },
	{ "an interpreter", { 10000, 10006, 9994, 10029, 9971, 10003 }, 6, "......" },
	{ "an interpreter that did other work", { 10000, 10006, 9994, 10529, 9971, 10003 }, 6, "...x.." },
	{ "runs that differ", { 96, 98, 100, 102, 104, 129 }, 6, "......" },
	{ "and one that differs more", { 98, 99, 100, 101, 102, 150 }, 6, ".....x" },
	{ "two modes", { 100, 150, 100, 150, 100, 150 }, 6, "......" },
	{ "two modes, one of them rare", { 100, 100, 150, 100, 150, 100, 100, 150, 100 }, 9, "........." },
	{ "two of ten", { 100, 100, 150, 100, 100, 100, 50, 100, 100, 100 }, 10, "..x...x..." },
	{ "values that are not there", { NONE, 100, 100, NONE, 150, 100 }, 6, "....x." },
	{ "two values, and some that are not there", { NONE, 100, NONE, 200 }, 4, "...." },
	{ "no values", { NONE, NONE, NONE }, 3, "..." },
	{ "of nothing nothing is a part", { 0, 0, 0, 0, 7 }, 5, "....." },
	{ "large numbers", { 9e18, 9e18, 9e18, 9.2e18, 9e18 }, 5, "...x." },
};

static void who_is_thrown_away(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char got[16] = "";
		bool out[12];
		size_t n = outliers_find(out, cases[i].value, cases[i].n), found = 0;

		for (size_t k = 0; k < cases[i].n; k++) {
			got[k] = out[k] ? 'x' : '.';
			found += out[k];
		}
		if (strcmp(got, cases[i].out) != 0 || n != found)
			fail_msg("%s: %s, %zu", cases[i].what, got, n);
	}
}

static void medians(void **state)
{
	const double odd[] = { 5, 1, 3 }, even[] = { 4, 1, 3, NONE, 2 };

	(void)state;
	assert_true(fabs(outlier_median(odd, 3) - 3) < 1e-9);
	assert_true(fabs(outlier_median(even, 5) - 2.5) < 1e-9);
	assert_true(isnan(outlier_median(odd, 0)));
	assert_true(isinf(outlier_limit(odd, 2)));
	assert_true(fabs(outlier_limit(odd, 3) - 30) < 1e-9);
	assert_true(fabs(odd[0] - 5) < 1e-9);		/* their order is kept */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_thrown_away),
		cmocka_unit_test(medians),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
