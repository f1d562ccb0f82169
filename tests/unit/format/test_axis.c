/* SPDX-License-Identifier: MIT */
/* Ticks of any range: round, inside, with room for their labels. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "format/html/axis.h"
#include "format/quantity.h"

#define NONE ((double)NAN)

static const struct quantity times = { 1e-3, "ms", "", 2 }, counts = { 1, "", "", 0 }, plain = { 1, "", "", 4 };

/* "10 | 15 | 20 ms": a tick without a label is empty. */
static void add_labels(struct str *out, const struct axis *a)
{
	for (size_t i = 0; i < a->n; i++) {
		str_add(out, i ? " | " : "");
		if (axis_has_label(a, i))
			axis_add_label(out, a, i);
	}
}

static void labels(void **state)
{
	static const struct {
		const struct quantity *unit; double low, high, room; bool upright; const char *want;
	} cases[] = {
		{ &times, 0, 0.010, 300, false, "0 | 2 | 4 | 6 | 8 | 10 ms" },
		{ &times, 0, 0.010, 140, false, "0 | 5 | 10 ms" },
		{ &times, 0, 0.010, 60, false, "0 | 10 ms" },
		{ &times, 0, 0.010, 60, true, "0 | 5 | 10 ms" },
		{ &times, 0.0098, 0.01102, 140, false, "10 | 11 ms" },
		/* too narrow for each: only one would be left of the next coarser step */
		{ &counts, 107730, 195109, 140, false, "120\u202f000 |  | 160\u202f000 | " },
		{ &times, -0.003, 0.003, 200, false, "-2 | 0 | 2 ms" },
		/* half a fault does not exist */
		{ &counts, 51, 53, 300, false, "51 | 52 | 53" },
		{ &counts, 0, 1, 300, false, "0 | 1" },
		{ &counts, 0, 1e6, 300, false, "0 | 500\u202f000 | 1\u202f000\u202f000" },
		/* one value */
		{ &times, 0.0015, 0.0015, 140, false, "1.50 ms" },
		{ &plain, 0, 0, 140, false, "0.0000" },
		/* a difference that a double can hardly hold, and one that it cannot */
		{ &plain, 1e15, 1e15 + 1, 140, false, "1\u202f000\u202f000\u202f000\u202f000\u202f000.5000" },
		{ &plain, -DBL_MAX, DBL_MAX, 140, false, "0.0000" },
		{ &plain, 0, DBL_TRUE_MIN, 140, false, "0.0000" },
		{ &plain, NONE, NONE, 140, false, "nan" },
		/* long numbers have room for one label */
		{ &plain, 1.00001, 1.00003, 140, false, " | 1.00002 | " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct axis a = { .unit = cases[i].unit, .per = "" };
		struct axis_range range = { cases[i].low, cases[i].high };
		struct str out = {0};

		if (cases[i].upright)
			axis_choose_upright(&a, range, cases[i].room);
		else
			axis_choose(&a, range, cases[i].room);
		add_labels(&out, &a);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

/* Of ranges of all sizes: ticks are inside, at least one has a label, and labels do not touch. */
static void all_sizes(void **state)
{
	static const double rooms[] = { 60, 140, 260, 760 };
	size_t n = 0;

	(void)state;
	for (double width = 1e-6; width < 1e6; width *= 1.37)
		for (double low = -3e5; low < 3e5; low += 7.7e4 / 3)
			for (size_t r = 0; r < COUNT_OF(rooms); r++, n++) {
				struct axis a = { .unit = &plain, .per = "/s" };
				double end = -INFINITY;
				size_t seen = 0;

				axis_choose(&a, (struct axis_range){ low, low + width }, rooms[r]);
				assert_in_range(a.n, 1, 6);
				for (size_t i = 0; i < a.n; i++) {
					double x = rooms[r] * axis_share(&a, axis_tick(&a, i));
					struct str text = {0};

					assert_true(axis_tick(&a, i) >= low - 1e-9 * fabs(low));
					assert_true(axis_tick(&a, i) <= low + width + 1e-9 * fabs(low));
					if (!axis_has_label(&a, i))
						continue;
					axis_add_label(&text, &a, i);
					assert_true(x - axis_width(text.text) / 2 > end);
					end = x + axis_width(text.text) / 2;
					seen++;
					str_release(&text);
				}
				assert_true(seen > 0);
			}
	assert_true(n > 5000);
}

static void ranges(void **state)
{
	static const double some[] = { NONE, 3, -1, INFINITY };
	struct axis_range none = axis_range_of(NULL, 0), range = axis_range_of(some, COUNT_OF(some)), both;

	(void)state;
	assert_true(isnan(none.low) && isnan(none.high));
	assert_true(range.low == -1 && range.high == 3);
	both = axis_range_join(none, range);
	assert_true(both.low == -1 && both.high == 3);
	both = axis_range_join(range, (struct axis_range){ -2, 1 });
	assert_true(both.low == -2 && both.high == 3);
}

static void cut(void **state)
{
	static const struct { double low, high; bool want; } cases[] = {
		{ 0, 1, false }, { -1, 0, false }, { -1, 1, false }, { 1, 2, true }, { -2, -1, true }, { NONE, NONE, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(axis_is_cut(&(struct axis){ .range = { cases[i].low, cases[i].high } }), cases[i].want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels), cmocka_unit_test(all_sizes), cmocka_unit_test(ranges), cmocka_unit_test(cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
