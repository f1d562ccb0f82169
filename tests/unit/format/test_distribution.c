/* SPDX-License-Identifier: MIT */
/* Tests the lines of --hist: common axes, missing values, widths. */
#include "test.h"

#include <math.h>

#include "format/quantity.h"
#include "format/style.h"
#include "format/terminal/distribution.h"

#define NONE ((double)NAN)

enum { MOST = 8 };

struct row {
	const char *name, *unit;
	size_t n[2];			/* of the sides; the second 0: there is one */
	double value[2][MOST];
};

static void printed(const struct row *row, size_t n, size_t columns, const char *want)
{
	const struct style style = { .columns = columns };
	struct distribution d = {0};
	struct str out = {0};

	str_add(&out, "");
	for (size_t i = 0; i < n; i++) {
		const struct distribution_side side[] = { { row[i].value[0], row[i].n[0] },
							  { row[i].value[1], row[i].n[1] } };
		const struct quantity q = quantity_choose(quantity_class(row[i].unit), row[i].unit, row[i].value[0],
							  row[i].n[0]);

		distribution_add(&d, row[i].name, &q, side, row[i].n[1] ? 2 : 1, &style);
	}
	distribution_print(&out, &d, &style);
	assert_string_equal(out.text, want);
	str_release(&out);
	distribution_release(&d);
}

static void one_side(void **state)
{
	static const struct row rows[] = {
		{ "cycles", "", { 5 }, { { 1, 2, 2, 3, 9 } } },
		{ "wall", "s", { 6 }, { { 0.010, 0.011, NONE, 0.010, 0.012, 0.010 } } },
		{ "equal", "", { 5 }, { { 4, 4, 4, 4, 4 } } },
	};

	(void)state;
	printed(rows, COUNT_OF(rows), 80,
		" distribution    mean     min  median     max      min to max\n"
		" cycles           3.4       1       2       9     |+  #   +                   +|\n"
		" wall          10.600  10.000  10.000  12.000 ms  |#            -             -|\n"
		" equal              4       4       4       4     all 5 equal\n\n");
}

static void two_sides_have_one_axis(void **state)
{
	static const struct row rows[] = {
		{ "cycles", "", { 5, 5 }, { { 0, 0, 0, 0, 1 }, { 9, 9, 10, 10, 10 } } },
		{ "one", "", { 5, 1 }, { { 1, 1, 1, 1, 1 }, { NONE } } },
		{ "none", "", { 1, 1 }, { { NONE }, { NONE } } },
	};

	(void)state;
	printed(rows, COUNT_OF(rows), 60,
		" distribution    mean  min  median  max   min to max\n"
		" cycles       A   0.2    0       0    1  |#-               |\n"
		"              B   9.6    9      10   10  |               o#|\n"
		" one          A     1    1       1    1  all 5 equal\n\n");
}

/* The mean, then the median is left out; names stay. */
static void what_is_left_out(void **state)
{
	static const struct row rows[] = { { "a-name-of-30-characters-or-more", "", { 5 }, { { 1, 2, 2, 3, 100 } } } };

	(void)state;
	printed(rows, 1, 68,
		" distribution                     mean  min  median  max   min to max\n"
		" a-name-of-30-characters-or-more  21.6    1       2  100  |#      -|\n\n");
	printed(rows, 1, 67,
		" distribution                     min  median  max   min to max\n"
		" a-name-of-30-characters-or-more    1       2  100  |#           -|\n\n");
	printed(rows, 1, 60,
		" distribution                     min  max   min to max\n"
		" a-name-of-30-characters-or-more    1  100  |#            -|\n\n");
}

static void few_values(void **state)
{
	static const struct row rows[] = {
		{ "a", "", { 5 }, { { 1, 2, 3, 4, 5 } } }, { "b", "", { 5 }, { { 1, 2, 3, NONE, NONE } } },
	};

	(void)state;
	printed(rows, 2, 40,
		" distribution  min  max   min to max\n"
		" a               1    5  |#  #  #  #  #|\n"
		" b               1    3  |#     #     #|\n\n"
		" note: 3 values of a row say little about how it is spread: --hist needs 5 or more runs\n");
	printed(rows, 0, 80, "");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_side),
		cmocka_unit_test(two_sides_have_one_axis),
		cmocka_unit_test(what_is_left_out),
		cmocka_unit_test(few_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
