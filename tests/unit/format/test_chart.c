/* SPDX-License-Identifier: MIT */
/* Pictures of any numbers: what is drawn is inside of them, and what cannot be drawn is left out. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "format/html/chart.h"
#include "format/html/chart_trend.h"
#include "format/quantity.h"

#define NONE ((double)NAN)

static const struct quantity plain = { 1, "", "", 1 }, rate = { 1, "", "", 0 };

/* What follows BEGIN in each element that begins so, up to its end: "50% 34; 2% 30"; values only. */
static void add_values(struct str *out, const char *svg, const char *begin)
{
	for (const char *p = strstr(svg, begin); p; p = strstr(p, begin)) {
		bool value = false;

		str_add(out, out->len ? "; " : "");
		for (p += strlen(begin); *p && *p != '>' && *p != '/'; p++) {
			if (*p == '"')
				value = !value;
			else if (value)
				str_addf(out, "%c", *p);
			else if (*p == ' ' && out->len && out->text[out->len - 1] != ' ')
				str_add(out, " ");
		}
	}
}

static void assert_values(const struct str *svg, const char *begin, const char *want)
{
	struct str got = {0};

	add_values(&got, svg->text, begin);
	assert_string_equal(str_text(&got), want);
	str_release(&got);
}

static size_t count(const struct str *svg, const char *part)
{
	size_t n = 0;

	for (const char *p = strstr(svg->text, part); p; p = strstr(p + 1, part))
		n++;
	return n;
}

static void runs(void **state)
{
	static const struct { double value[4]; size_t n; const char *dots, *middle; } cases[] = {
		{ { 0 }, 0, "", "" },
		{ { NONE, INFINITY }, 2, "", "" },
		/* one value, and equal ones above it, are in the middle */
		{ { 7 }, 1, "50% 34", "50% 13 50% 38" },
		{ { 7, 7, 7 }, 3, "50% 34; 50% 30; 50% 26", "50% 13 50% 38" },
		{ { 0, NONE, 10 }, 3, "2% 34; 98% 34", "2% 13 2% 38" },
		/* their difference is more than the largest double */
		{ { -DBL_MAX, DBL_MAX, 0 }, 3, "2% 34; 98% 34; 50% 34", "2% 13 2% 38" },
		{ { 0, DBL_TRUE_MIN }, 2, "50% 34; 50% 30", "50% 13 50% 38" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const double *v = cases[i].value;
		const struct chart_lane lane = { "", v, cases[i].n, cases[i].n ? v[0] : NONE };
		struct str out = {0};

		chart_runs(&out, &lane, 1, &plain, "a<b");
		assert_non_null(strstr(out.text, "aria-label=\"a&lt;b\""));
		assert_values(&out, "<circle", cases[i].dots);
		assert_values(&out, "<line class=\"middle\"", cases[i].middle);
		str_release(&out);
	}
}

/* Lanes are below each other on one axis; the word for the line stands once. */
static void lanes(void **state)
{
	static const double a[] = { 1, 2 }, b[] = { 3, NONE, 5 };
	const struct chart_lane lane[] = { { "A", a, 2, 1.5 }, { "B", b, 3, 4 } };
	struct str out = {0};

	(void)state;
	chart_runs(&out, lane, 2, &plain, "");
	assert_values(&out, "<circle", "2% 34; 26% 34; 50% 60; 98% 60");
	assert_non_null(strstr(out.text, ">A</text>"));
	assert_non_null(strstr(out.text, ">B</text>"));
	assert_int_equal(count(&out, ">median</text>"), 1);
	/* the number of the run, not of the dot */
	assert_non_null(strstr(out.text, "<title>run 3: 5.0</title>"));
	assert_int_equal(count(&out, "class=\"cut\""), 1);
	str_release(&out);
}

/* Many equal values stay on the canvas; more become a histogram, whose highest bar has the most values. */
static void many_runs(void **state)
{
	double value[CHART_DOTS_MOST + 1];
	struct chart_lane lane = { "", value, CHART_DOTS_MOST, 1 };
	struct str out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(value); i++)
		value[i] = i < 100 ? 1 : 2;
	chart_runs(&out, &lane, 1, &plain, "");
	assert_int_equal(count(&out, "<circle"), CHART_DOTS_MOST);
	assert_non_null(strstr(out.text, "cx=\"2%\" cy=\"18\""));	/* the highest */
	str_reset(&out);
	lane.n++;
	chart_runs(&out, &lane, 1, &plain, "");
	assert_values(&out, "<rect", "2% 16 2% 22; 96% 26.78 2% 11.22");
	assert_non_null(strstr(out.text, "<title>1.0 to 1.0: 100 runs</title>"));
	str_release(&out);
}

static void time_lines(void **state)
{
	static const struct { struct chart_step step[3]; size_t n; const char *line; size_t titles; } cases[] = {
		{ { { 0, 0, 0 } }, 0, "", 0 },
		{ { { 0, 1, NONE } }, 1, "", 0 },
		/* only zeros are in the middle, as their axis has only one number */
		{ { { 0, 1, 0 }, { 1, 2, 0 } }, 2, "M2 36H50V36H98", 2 },
		/* 0 is at the bottom, so equal values are at the top */
		{ { { 0, 1, 5 }, { 1, 2, 5 } }, 2, "M2 6H50V6H98", 2 },
		{ { { 0, 1, 5 }, { 1, 2, NONE }, { 2, 4, 10 } }, 3, "M2 36H26M50 6H98", 2 },
		/* the second run begins at 0 again */
		{ { { 0, 1, 10 }, { 0, 1, 5 } }, 2, "M2 6H98M2 36H98", 2 },
		{ { { 0, 1, -5 }, { 1, 2, 5 } }, 2, "M2 66H50V6H98", 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		chart_time_line(&out, cases[i].step, cases[i].n, &rate, "/s", "");
		assert_values(&out, "<path class=\"line\"", cases[i].line);
		assert_int_equal(count(&out, "<rect"), cases[i].titles);
		assert_non_null(strstr(out.text, "/s</text>"));
		str_release(&out);
	}
}

/* A bar of no length is a dot, as its ends are round. */
static void bars(void **state)
{
	static const struct { struct axis_range bar, all; const char *want; } cases[] = {
		{ { 0, 4 }, { 0, 4 }, "2% 9 98% 9" }, { { 1, 3 }, { 0, 4 }, "26% 9 74% 9" },
		{ { 1, 1 }, { 0, 4 }, "26% 9 26% 9" }, { { 3, 9 }, { 0, 4 }, "74% 9 98% 9" },
		{ { 0, 0 }, { 0, 0 }, "50% 9 50% 9" }, { { NONE, NONE }, { 0, 4 }, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (int labels = 0; labels < 2; labels++) {
			struct axis axis = { .unit = &plain, .per = "" };
			struct str out = {0};

			axis_choose(&axis, cases[i].all, 200);
			chart_bar(&out, cases[i].bar, &axis, labels, "");
			assert_values(&out, "<line class=\"bar\"", cases[i].want);
			assert_int_equal(strstr(out.text, "<text") != NULL, labels);
			str_release(&out);
		}
}

static void changes(void **state)
{
	static const struct { struct chart_difference d; const char *bar, *dot, *limit, *arrow; } cases[] = {
		{ { NONE, NONE, NONE, NONE, 0, "", "" }, "", "", "", "" },
		{ { 0, 0, 0, NONE, 0, "", "" }, "50% 15 50% 15", "50% 15", "", "" },
		{ { 0.5, 0.25, 0.75, 0.5, 1, "", "" }, "62% 15 86% 15", "74% 15", "74% 4 74% 26", "" },
		/* an interval without an end, and one that is wider than the axis */
		{ { -0.5, -INFINITY, 0.5, NONE, -1, "", "" }, "2% 15 74% 15", "26% 15", "", "2% 15" },
		{ { 0, -INFINITY, INFINITY, NONE, 0, "", "" }, "2% 15 98% 15", "50% 15", "", "2% 15; 98% 15" },
		{ { -0.5, -0.7, 3, NONE, -1, "", "" }, "16.4% 15 98% 15", "26% 15", "", "98% 15; +300.0 %" },
		{ { 1.527, 1.2, 1.8, NONE, 1, "", "" }, "98% 15 98% 15", "", "", "98% 15; +152.7 %" },
		{ { -8, NONE, NONE, 2, 0, "", "" }, "", "", "", "2% 15; -800.0 %" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *number = strpbrk(cases[i].arrow, "+-");
		struct str out = {0}, arrow = {0};

		chart_changes(&out, &cases[i].d, 1, 1, "");
		assert_values(&out, cases[i].d.tone > 0 ? "<line class=\"bar worse\"" : cases[i].d.tone < 0 ? "<line class=\"bar better\"" :
			      "<line class=\"bar\"", cases[i].bar);
		assert_values(&out, "<circle", cases[i].dot);
		assert_values(&out, "<line class=\"limit\"", cases[i].limit);
		str_add_n(&arrow, cases[i].arrow, number ? (size_t)(number - cases[i].arrow) - 2 : strlen(cases[i].arrow));
		assert_values(&out, "<svg x", arrow.len ? arrow.text : "");
		if (number)
			assert_non_null(strstr(out.text, number));
		assert_non_null(strstr(out.text, ">-100 %</text>"));
		assert_non_null(strstr(out.text, ">0</text>"));
		str_release(&out);
		str_release(&arrow);
	}
}

static void add_nothing(struct str *out, const void *of, size_t i)
{
	(void)of;
	str_addf(out, "day %zu", i + 1);
}

static void trends(void **state)
{
	static const struct {
		double value[4]; size_t n;
		struct chart_level level[2]; size_t n_levels;
		const char *dots, *levels, *changes;
	} cases[] = {
		{ { 0 }, 0, { { 0, 0, 0, 0, 0, "" } }, 0, "", "", "" },
		{ { 5 }, 1, { { 0, 1, 5, 5, 0, "" } }, 1, "50% 106", "50% 106 50% 106", "" },
		/* a difference of 1 % is a quarter of the height, without the room around all */
		{ { 99.5, 100.5 }, 2, { { 0, 2, 100, 100, 0, "" } }, 1, "2% 121.9; 98% 90.09", "2% 106 98% 106", "" },
		{ { 1, 1, 2, NONE }, 4, { { 0, 2, 1, 1, 0, "" }, { 2, 2, 2, 2, 1, "+100 %" } }, 2,
		  "2% 169.6; 34% 169.6; 66% 42.36", "2% 169.6 50% 169.6", "50% 15 50% 176" },
		/* a drift is a line that rises */
		{ { 1, 2, 3 }, 3, { { 0, 3, 1, 3, 0, "" } }, 1, "2% 169.6; 50% 106; 98% 42.36", "2% 169.6 98% 42.36", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct chart_trend t = { cases[i].value, cases[i].n, cases[i].level, cases[i].n_levels, &plain,
					       add_nothing, add_nothing, NULL };
		struct str out = {0};

		chart_trend(&out, &t, "");
		assert_values(&out, "<circle", cases[i].dots);
		assert_values(&out, "<line class=\"bar\"", cases[i].levels);
		assert_values(&out, "<line class=\"limit\"", cases[i].changes);
		assert_int_equal(count(&out, ">day 1</text>"), cases[i].n > 0);
		str_release(&out);
	}
}

/* Words that have room on a wide page only are marked, and those that have none are left out; the newest stay. */
static void crowded(void **state)
{
	enum { N = 40 };
	double value[N];
	struct chart_level level[N];
	struct str out = {0};
	size_t all, wide;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		value[i] = (double)(i % 2);
		level[i] = (struct chart_level){ i, 1, value[i], value[i], i % 2 ? 1 : -1, i ? "+1.0 % 0123456789ab" : "" };
	}
	chart_trend(&out, &(struct chart_trend){ value, N, level, N, &plain, add_nothing, add_nothing, NULL }, "");
	all = count(&out, ">+1.0 % 0123456789ab</text>");
	wide = count(&out, " r\"");
	assert_in_range(all, 2, 6);
	assert_in_range(wide, 2, 30);
	assert_non_null(strstr(out.text, "<text class=\"worse e\" x=\"96.77%\" y=\"11\">"));
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs),	   cmocka_unit_test(lanes),   cmocka_unit_test(many_runs),
		cmocka_unit_test(time_lines), cmocka_unit_test(bars), cmocka_unit_test(changes),
		cmocka_unit_test(trends),  cmocka_unit_test(crowded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
