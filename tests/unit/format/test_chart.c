/* SPDX-License-Identifier: MIT */
/* Pictures of any numbers: every coordinate is on the canvas, and what cannot be drawn is left out. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "format/html/chart.h"

#define NONE ((double)NAN)

/* The shapes of a picture: without its head, up to </svg>. */
static const char *shapes_of(struct str *out)
{
	char *end = strstr(out->text, "</svg>");

	assert_non_null(end);
	*end = '\0';
	return strchr(out->text, '>') + 1;
}

static void values(void **state)
{
	static const struct { double value[4]; size_t n; const char *want; } cases[] = {
		{ { 0 }, 0, "" },
		{ { NONE, INFINITY }, 2, "" },
		/* one value, and equal ones above it, are in the middle */
		{ { 7 }, 1, "<path class=\"dots\" d=\"M50.00 21.00h0\"/><path class=\"middle\" d=\"M50.00 0.00V24.00\"/>" },
		{ { 7, 7, 7 }, 3, "<path class=\"dots\" d=\"M50.00 21.00h0M50.00 17.00h0M50.00 13.00h0\"/>"
		  "<path class=\"middle\" d=\"M50.00 0.00V24.00\"/>" },
		{ { 0, NONE, 10 }, 3, "<path class=\"dots\" d=\"M2.00 21.00h0M98.00 21.00h0\"/>"
		  "<path class=\"middle\" d=\"M2.00 0.00V24.00\"/>" },
		/* their difference is more than the largest double */
		{ { -DBL_MAX, DBL_MAX, 0 }, 3, "<path class=\"dots\" d=\"M2.00 21.00h0M98.00 21.00h0M50.00 21.00h0\"/>"
		  "<path class=\"middle\" d=\"M2.00 0.00V24.00\"/>" },
		{ { 0, DBL_TRUE_MIN }, 2, "<path class=\"dots\" d=\"M50.00 21.00h0M50.00 17.00h0\"/>"
		  "<path class=\"middle\" d=\"M50.00 0.00V24.00\"/>" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const double *v = cases[i].value;
		struct str out = {0}, want = {0};

		chart_values(&out, v, cases[i].n, cases[i].n ? v[0] : NONE, chart_range_of(v, cases[i].n), "a<b");
		assert_non_null(strstr(out.text, "aria-label=\"a&lt;b\""));
		str_addf(&want, "<path class=\"axis\" d=\"M2.00 23.00H98.00\"/>%s", cases[i].want);
		assert_string_equal(shapes_of(&out), want.text);
		str_release(&out);
		str_release(&want);
	}
}

/* Many equal values stay on the canvas; more become a histogram, whose highest bar has the most values. */
static void many_values(void **state)
{
	double value[CHART_DOTS_MOST + 1];
	struct str out = {0};
	const char *shapes;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(value); i++)
		value[i] = i < 100 ? 1 : 2;
	chart_values(&out, value, CHART_DOTS_MOST, 1, chart_range_of(value, CHART_DOTS_MOST), "");
	shapes = shapes_of(&out);
	assert_non_null(strstr(shapes, "class=\"dots\""));
	assert_non_null(strstr(shapes, "M2.00 3.00h0"));
	assert_null(strstr(shapes, " -"));
	str_reset(&out);
	chart_values(&out, value, COUNT_OF(value), 1, chart_range_of(value, COUNT_OF(value)), "");
	assert_non_null(strstr(shapes_of(&out), "<path class=\"area\" d=\"M2.00 21.00H4.00V3.00H2.00z"
			       "M96.00 21.00H98.00V11.82H96.00z\"/>"));
	str_release(&out);
}

static void time_lines(void **state)
{
	static const struct { struct chart_step step[3]; size_t n; const char *want; } cases[] = {
		{ { { 0, 0, 0 } }, 0, "<path class=\"axis\" d=\"M2.00 21.00H98.00\"/>" },
		{ { { 0, 1, NONE } }, 1, "<path class=\"axis\" d=\"M2.00 21.00H98.00\"/>" },
		/* only zeros: on the axis */
		{ { { 0, 1, 0 }, { 1, 2, 0 } }, 2, "<path class=\"axis\" d=\"M2.00 21.00H98.00\"/>"
		  "<path class=\"line\" d=\"M2.00 21.00H50.00V21.00H98.00\"/>" },
		/* 0 is at the bottom, so equal values are at the top */
		{ { { 0, 1, 5 }, { 1, 2, 5 } }, 2, "<path class=\"axis\" d=\"M2.00 21.00H98.00\"/>"
		  "<path class=\"line\" d=\"M2.00 3.00H50.00V3.00H98.00\"/>" },
		{ { { 0, 1, 5 }, { 1, 2, NONE }, { 2, 4, 10 } }, 3, "<path class=\"axis\" d=\"M2.00 21.00H98.00\"/>"
		  "<path class=\"line\" d=\"M2.00 12.00H26.00M50.00 3.00H98.00\"/>" },
		/* the second run begins at 0 again */
		{ { { 0, 1, 10 }, { 0, 1, 5 } }, 2, "<path class=\"axis\" d=\"M2.00 21.00H98.00\"/>"
		  "<path class=\"line\" d=\"M2.00 3.00H98.00M2.00 12.00H98.00\"/>" },
		{ { { 0, 1, -5 }, { 1, 2, 5 } }, 2, "<path class=\"axis\" d=\"M2.00 12.00H98.00\"/>"
		  "<path class=\"line\" d=\"M2.00 21.00H50.00V3.00H98.00\"/>" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		chart_time_line(&out, cases[i].step, cases[i].n, "");
		assert_string_equal(shapes_of(&out), cases[i].want);
		str_release(&out);
	}
}

/* A bar of no length is a dot, as its ends are round. */
static void spans(void **state)
{
	static const struct { struct chart_range span, all; const char *bar; } cases[] = {
		{ { 0, 4 }, { 0, 4 }, "M2.00 12.00H98.00" }, { { 1, 3 }, { 0, 4 }, "M26.00 12.00H74.00" },
		{ { 1, 1 }, { 0, 4 }, "M26.00 12.00H26.00" }, { { 3, 9 }, { 0, 4 }, "M74.00 12.00H98.00" },
		{ { 0, 0 }, { 0, 0 }, "M50.00 12.00H50.00" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0}, want = {0};

		chart_span(&out, cases[i].span, cases[i].all, "");
		str_addf(&want, "<path class=\"axis\" d=\"M2.00 12.00H98.00\"/><path class=\"bar\" d=\"%s\"/>", cases[i].bar);
		assert_string_equal(shapes_of(&out), want.text);
		str_release(&out);
		str_release(&want);
	}
}

static void changes(void **state)
{
	static const char zero[] = "<path class=\"axis\" d=\"M2.00 12.00H98.00M50.00 3.00V21.00\"/>";
	static const struct { struct chart_difference d; const char *want; } cases[] = {
		{ { NONE, NONE, NONE, NONE, 1, 0 }, "" },
		{ { 0, 0, 0, NONE, 1, 0 }, "<path class=\"bar\" d=\"M50.00 12.00H50.00\"/>"
		  "<path class=\"estimate\" d=\"M50.00 12.00h0\"/>" },
		{ { 0.5, 0.25, 0.75, 0.5, 1, 1 }, "<path class=\"bar worse\" d=\"M62.00 12.00H86.00\"/>"
		  "<path class=\"limit\" d=\"M74.00 1.00V23.00\"/><path class=\"estimate\" d=\"M74.00 12.00h0\"/>" },
		/* an interval without an end, and one that is wider than the axis */
		{ { -0.5, -INFINITY, 3, NONE, 1, -1 }, "<path class=\"bar better\" d=\"M2.00 12.00H98.00\"/>"
		  "<path class=\"estimate\" d=\"M26.00 12.00h0\"/>" },
		{ { 8, NONE, NONE, NONE, 1, 0 }, "<path class=\"estimate\" d=\"M98.00 12.00h0\"/>" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0}, want = {0};

		chart_change(&out, &cases[i].d, "");
		str_addf(&want, "%s%s", zero, cases[i].want);
		assert_string_equal(shapes_of(&out), want.text);
		str_release(&out);
		str_release(&want);
	}
}

static void trends(void **state)
{
	static const struct {
		double value[4]; size_t n;
		struct chart_level level[2]; size_t n_levels;
		const char *want;
	} cases[] = {
		{ { 0 }, 0, { { 0, 0, 0, 0, 0 } }, 0, "" },
		{ { 5 }, 1, { { 0, 1, 5, 5, 0 } }, 1, "<path class=\"bar\" d=\"M50.00 12.00H50.00\"/>"
		  "<path class=\"dots\" d=\"M50.00 12.00h0\"/>" },
		/* a difference of 1 % is a quarter of the height */
		{ { 99.5, 100.5 }, 2, { { 0, 2, 100, 100, 0 } }, 1, "<path class=\"bar\" d=\"M2.00 12.00H98.00\"/>"
		  "<path class=\"dots\" d=\"M2.00 14.25h0M98.00 9.75h0\"/>" },
		{ { 1, 1, 2, NONE }, 4, { { 0, 2, 1, 1, 0 }, { 2, 2, 2, 2, 1 } }, 2,
		  "<path class=\"bar\" d=\"M2.00 21.00H50.00\"/><path class=\"bar worse\" d=\"M50.00 3.00H98.00\"/>"
		  "<path class=\"dots\" d=\"M2.00 21.00h0M34.00 21.00h0M66.00 3.00h0\"/>" },
		/* a drift is a line that rises */
		{ { 1, 2, 3 }, 3, { { 0, 3, 1, 3, 1 } }, 1, "<path class=\"bar worse\" d=\"M2.00 21.00L98.00 3.00\"/>"
		  "<path class=\"dots\" d=\"M2.00 21.00h0M50.00 12.00h0M98.00 3.00h0\"/>" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		chart_trend(&out, cases[i].value, cases[i].n, cases[i].level, cases[i].n_levels, "");
		assert_string_equal(shapes_of(&out), cases[i].want);
		str_release(&out);
	}
}

static void ranges(void **state)
{
	static const double some[] = { NONE, 3, -1, INFINITY };
	struct chart_range none = chart_range_of(NULL, 0), range = chart_range_of(some, COUNT_OF(some)), both;

	(void)state;
	assert_true(isnan(none.low) && isnan(none.high));
	assert_true(range.low == -1 && range.high == 3);
	both = chart_range_join(none, range);
	assert_true(both.low == -1 && both.high == 3);
	both = chart_range_join(range, (struct chart_range){ -2, 1 });
	assert_true(both.low == -2 && both.high == 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values), cmocka_unit_test(many_values), cmocka_unit_test(time_lines), cmocka_unit_test(spans),
		cmocka_unit_test(changes), cmocka_unit_test(trends), cmocka_unit_test(ranges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
