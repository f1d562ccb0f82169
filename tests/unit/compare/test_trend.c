/* SPDX-License-Identifier: MIT */
/* Tests which results gate --trend compares with, and the distribution that it uses. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/stats/student.h"
#include "compare/trend.h"

enum { MOST = 32 };

#define RAMP_8(from, step) (from), (from) + (step), (from) + 2 * (step), (from) + 3 * (step), (from) + 4 * (step), \
	(from) + 5 * (step), (from) + 6 * (step), (from) + 7 * (step)
#define RAMP(step) { RAMP_8(100, step), RAMP_8(100 + 8 * (step), step), RAMP_8(100 + 16 * (step), step), \
	RAMP_8(100 + 24 * (step), step) }

/* Of exact counts, each change of more than 0.1 % is one. */
static const struct anchor {
	const char *what;
	double value[MOST];
	size_t accepted;	/* 1 + index; 0: none */
	double limit;		/* 0: none */
	size_t first, n;	/* of the anchor */
	bool varies;		/* not exact */
	size_t red;		/* the newest ones, which the gate has not passed */
} anchors[] = {
	{ "no change", { 100, 100, 100, 100 }, 0, 0.05, 0, 4 },
	{ "within the limit: the anchor stays", { 100, 100, 103, 103, 103, 103 }, 0, 0.05, 0, 2 },
	{ "without a limit: the last segment", { 100, 100, 103, 103, 103 }, 0, 0, 2, 3 },
	{ "small changes that add up", { 100, 102, 104, 106, 106 }, 0, 0.05, 0, 1 },
	{ "beyond the limit for three results", { 100, 102, 104, 106, 106, 106 }, 0, 0.05, 3, 3 },
	{ "beyond the limit, not yet for three", { 100, 100, 120, 120 }, 0, 0.05, 0, 2 },
	{ "three that differ", { 100, 100, 120, 121, 122 }, 0, 0.05, 4, 1 },
	{ "a short peak", { 100, 100, 120, 100, 100, 100 }, 0, 0.05, 0, 2 },
	{ "better for three results", { 100, 100, 90, 90, 90 }, 0, 0.05, 2, 3 },
	{ "better, not yet for three", { 100, 100, 90, 90 }, 0, 0.05, 0, 2 },
	{ "better, then worse within the limit", { 100, 90, 90, 90, 93 }, 0, 0.05, 1, 3 },
	{ "accepted", { 100, 100, 120, 120, 120 }, 4, 0.05, 3, 2 },
	{ "accepted, within a segment", { 100, 100, 100, 100 }, 3, 0.05, 2, 2 },
	{ "accepted, and changed since", { 100, 120, 120, 121, 121 }, 2, 0.05, 1, 2 },
	{ "one lies apart", { 100, 101, 99, 100, 101, 120 }, 0, 0.05, 0, 5, true },
	{ "two lie apart", { 100, 101, 99, 100, 101, 120, 121 }, 0, 0.05, 0, 5, true },
	{ "two lie apart on both sides", { 100, 101, 99, 100, 101, 120, 80 }, 0, 0.05, 0, 7, true },
	{ "three lie apart, after too few for a change", { 100, 101, 99, 100, 101, 120, 121, 122 }, 0, 0.05, 0, 8, true },
	{ "three that regressed", { 100, 101, 99, 100, 101, 120, 121, 122 }, 0, 0.05, 0, 5, true, 3 },
	{ "six that regressed", { 100, 101, 99, 100, 101, 120, 121, 122, 120, 121, 119 }, 0, 0.05, 0, 5, true, 6 },
	{ "regressed in another row", { 100, 101, 99, 100, 101, 100, 101, 99 }, 0, 0.05, 0, 8, true, 3 },
	{ "one lies apart from too few", { 100, 101, 99, 100, 120 }, 0, 0.05, 0, 5, true },
	{ "accepted, and lies apart", { 100, 101, 99, 100, 101, 120 }, 6, 0.05, 5, 1, true },
	{ "a drift: its begin", RAMP(2), 0, 0.05, 0, 3, true },
	{ "a drift to better values: its end", RAMP(-2), 0, 0.05, 29, 3, true },
	{ "a drift without a limit: its end", RAMP(2), 0, 0, 29, 3, true },
	{ "accepted, within a drift", RAMP(2), 11, 0.05, 10, 3, true },
	{ "lies apart from those since the accepted one", { 100, 101, 99, 100, 101, 120 }, 3, 0.05, 2, 3, true },
};

static void test_anchor(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(anchors); i++) {
		const struct anchor *a = &anchors[i];
		const struct threshold limit = { 1, a->limit > 0 ? a->limit : (double)NAN, NAN, NAN };
		struct history_row row[MOST];
		struct history_result result[MOST];
		struct history h = { .result = result };
		struct error err = ERROR_INIT;
		struct trend_segment g;
		struct trend t;
		size_t n = 0;

		while (n < MOST && a->value[n] > 0)
			n++;
		for (; h.n < n; h.n++) {
			row[h.n] = (struct history_row){ .name = (char *)(uintptr_t)"work", .class = (char *)(uintptr_t)"count",
							 .exact = !a->varies, .n = 3, .median = a->value[h.n] };
			result[h.n] = (struct history_result){ .name = (char *)(uintptr_t)"p", .row = &row[h.n], .n_rows = 1,
							       .date = (char *)(uintptr_t)"2026-01-01T00:00:00Z",
							       .outcome = (char *)(uintptr_t)(h.n + a->red < n ? "fine" : "regressed"),
							       .accepted = h.n + 1 == a->accepted };
		}
		assert_int_equal(trend_build(&t, &h, &(struct trend_opts){0}, &err), 0);
		g = trend_anchor(&t.series[0], &limit);
		if (g.first != a->first || g.n != a->n)
			fail_msg("%s: %zu results from %zu", a->what, g.n, g.first);
		trend_release(&t);
	}
}

/* Published points of the distribution. */
static void test_student(void **state)
{
	static const struct {
		double tail, freedom, point;
	} points[] = {
		{ 0.005, 1, 63.657 }, { 0.005, 4, 4.604 }, { 0.025, 10, 2.228 }, { 0.005, 30, 2.750 }, { 0.0005, 10, 4.587 },
		{ 0.05, 2, 2.920 }, { 0.025, 1000, 1.962 }, { 0.5, 5, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(points); i++) {
		if (fabs(student_point(points[i].tail, points[i].freedom) - points[i].point) > 0.001)
			fail_msg("point %g of %g", points[i].tail, points[i].freedom);
		assert_true(fabs(student_tail(points[i].point, points[i].freedom) - points[i].tail) < 1e-4);
		assert_true(fabs(student_tail(-points[i].point, points[i].freedom) + points[i].tail - 1) < 1e-4);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_anchor), cmocka_unit_test(test_student) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
