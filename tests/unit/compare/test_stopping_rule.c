/* SPDX-License-Identifier: MIT */
/* Tests the stopping rule: the looks that it plans, and the answer of each. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "compare/stopping_rule.h"

enum { MOST = 200, ROWS = 3 };

static const struct measured row = { "instructions:u", "", false, false, MEASURED_WORK };

/* The looks at a row that stays unsure; the look at exact rows is the first, if there is one. */
static void planned_looks(void **state)
{
	static const struct { struct stopping_opts o; size_t looks[12]; } cases[] = {
		{ { .paired = true, .limited = 1 }, { 3, 12, 17, 22, 27, 32, 37, 40 } },
		/* two samples need fewer runs than pairs */
		{ { .limited = 1 }, { 3, 10, 15, 20, 25, 30, 35, 40 } },
		{ { .paired = true, .limited = 8 }, { 3, 14, 19, 24, 29, 34, 40 } },
		{ { .paired = true, .limited = 1, .noisy_min = 20, .noisy_max = 30, .step = 4 }, { 3, 20, 24, 30 } },
		{ { .paired = true, .limited = 1, .noisy_max = 8 }, { 3, 8 } },
		{ { .paired = true, .limited = 1, .noisy_min = 10, .noisy_max = 10, .exact_min = 10 }, { 10 } },
		{ { .paired = true, .limited = 1, .noisy_min = 10, .noisy_max = 10, .exact_min = 99 }, { 10 } },
		{ { .paired = true, .limited = 1, .level = 0.9, .noisy_min = 5, .noisy_max = 12 }, { 3, 7, 12 } },
		{ { .limited = 1, .base_runs = 20 }, { 3, 10, 15, 20, 25, 30, 35, 40 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double base[MOST], now[MOST];
		struct row_comparison c = { .row = &row, .base = base, .now = now, .threshold = { 1, 0.02, NAN, NAN } };
		struct stopping_rule r;
		struct error err = ERROR_INIT;
		enum stopping_answer answer;
		size_t at = 0;

		for (size_t k = 0; k < MOST; k++) {	/* above and below the limit equally often */
			base[k] = 1000;
			now[k] = 1020 + (k % 4 == 0 ? 9 : k % 4 == 1 ? -9 : k % 4 == 2 ? -8 : 8);
		}
		assert_int_equal(stopping_build(&r, &cases[i].o, &err), 0);
		do {
			if (r.runs != cases[i].looks[at])
				fail_msg("case %zu, look %zu: at %zu", i, at, r.runs);
			c.n_now = r.runs;
			c.n_base = cases[i].o.base_runs ? cases[i].o.base_runs : r.runs;
			at++;
			answer = stopping_look(&r, &c, 1);
		} while (answer == STOPPING_GO_ON);
		if (answer != STOPPING_STOP || at == COUNT_OF(cases[i].looks) || cases[i].looks[at])
			fail_msg("case %zu: %d after %zu looks", i, answer, at);
		stopping_release(&r);
		stopping_release(&r);
	}
}

/* No look spends more than alpha, and a single look spends all of it. */
static void levels(void **state)
{
	struct stopping_rule r;
	struct error err = ERROR_INIT;
	double sum = 0;

	(void)state;
	assert_int_equal(stopping_build(&r, &(struct stopping_opts){ .paired = true, .limited = 2 }, &err), 0);
	for (size_t i = 0; i < r.looks.n; i++) {
		assert_true(alpha_spending_alpha(&r.looks, i, 2) < alpha_spending_alpha(&r.looks, i, 1));
		sum += alpha_spending_alpha(&r.looks, i, 1);
	}
	assert_true(sum > 0.005 && sum < 0.015);		/* they overlap */
	assert_true(pow(0.5, (double)r.looks.runs[0]) <= alpha_spending_alpha(&r.looks, 0, 2));
	stopping_release(&r);
	assert_int_equal(stopping_build(&r, &(struct stopping_opts){ .paired = true, .limited = 1, .noisy_max = 9 }, &err), 0);
	assert_true(r.looks.n == 1 && fabs(alpha_spending_alpha(&r.looks, 0, 1) - 0.005) < 1e-9);
	stopping_release(&r);
	/* a step of one would mean a look after each of a thousand runs */
	assert_int_equal(stopping_build(&r, &(struct stopping_opts){ .limited = 1, .noisy_max = 1000, .step = 1 }, &err), 0);
	assert_true(r.looks.n <= 64 && r.looks.n > 50 && r.looks.runs[r.looks.n - 1] == 1000);
	stopping_release(&r);
}

static void too_few_runs(void **state)
{
	static const struct { struct stopping_opts o; size_t least; const char *message, *hint; } cases[] = {
		{ { .paired = true, .limited = 1, .noisy_max = 7 }, 8, "7 runs are too few to be 99% sure of 1 limit", "8 runs are enough" },
		{ { .paired = true, .limited = 8, .noisy_max = 10 }, 11, "10 runs are too few to be 99% sure of 8 limits",
		  "11 runs are enough" },
		{ { .paired = true, .limited = 1, .noisy_max = 10, .level = 0.999 }, 11,
		  "10 runs are too few to be 99.9% sure of 1 limit", "11 runs are enough" },
		{ { .limited = 1, .noisy_max = 4 }, 5, "4 runs are too few to be 99% sure of 1 limit", "5 runs are enough" },
		{ { .limited = 1, .noisy_max = 4, .base_runs = 4 }, 6, "4 runs are too few to be 99% sure of 1 limit",
		  "6 runs are enough" },
		{ { .limited = 1, .noisy_max = 7, .caps = STOPPING_CAPS_ONLY }, 8, "7 runs are too few to be 99% sure of 1 limit",
		  "8 runs are enough" },
		{ { .limited = 2, .noisy_max = 8, .caps = STOPPING_SOME_CAPS }, 9, "8 runs are too few to be 99% sure of 2 limits",
		  "9 runs are enough" },
		{ { .limited = 50000, .base_runs = 1 }, 0, "40 runs are too few to be 99% sure of 50000 limits",
		  "the 1 runs of the baseline are too few for any number of new runs" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stopping_rule r;
		struct error err = ERROR_INIT;
		struct stopping_opts enough = cases[i].o;

		assert_int_equal(stopping_build(&r, &cases[i].o, &err), -1);
		assert_int_equal(err.kind, ERROR_USAGE);
		assert_string_equal(err.message, cases[i].message);
		assert_string_equal(err.hint, cases[i].hint);
		assert_int_equal(stopping_least(&cases[i].o), cases[i].least);
		stopping_release(&r);
		enough.noisy_max = cases[i].least;
		if (cases[i].least)
			assert_int_equal(stopping_build(&r, &enough, &err), 0);
		stopping_release(&r);
	}
}

struct made {	/* a row: value of run k is base + k % 7 * noise, the new side's times 1 + part, and more by plus */
	double base, noise, part;
	double limit;		/* NaN: not judged */
	double plus;
	size_t zeros;		/* so many first values of the base are 0 */
	bool time;		/* never exact, even if all values are equal */
};

static void make(double *v, const struct made *m, bool now)
{
	for (size_t k = 0; k < MOST; k++)
		v[k] = (m->base + (double)((now ? k * 3 : k * 5) % 7) * m->noise) * (now ? 1 + m->part : 1) +
		       (now ? m->plus : 0);
	for (size_t k = 0; k < m->zeros && !now; k++)
		v[k] = 0;
}

/* The number of looks, and how they end. */
static void ends(void **state)
{
	static const struct {
		const char *what;
		struct made row[ROWS]; size_t n;
		size_t runs;
		enum stopping_answer answer;
		enum verdict verdict;		/* of the first row */
	} cases[] = {
		{ "exact, no change", { { 1e6, 0, 0, 0.01 } }, 1, 3, STOPPING_ENOUGH, VERDICT_SAME },
		{ "exact, worse: once more", { { 1e6, 0, 0.03, 0.01 } }, 1, 5, STOPPING_ENOUGH, VERDICT_WORSE },
		{ "exact, better", { { 1e6, 0, -0.03, 0.01 } }, 1, 3, STOPPING_ENOUGH, VERDICT_BETTER },
		{ "noisy, no change", { { 1e6, 1e3, 0, 0.02 } }, 1, 12, STOPPING_ENOUGH, VERDICT_SAME },
		{ "noisy, worse", { { 1e6, 1e3, 0.05, 0.02 } }, 1, 12, STOPPING_ENOUGH, VERDICT_WORSE },
		{ "noisy, at the limit", { { 1e6, 1e3, 0.02, 0.02 } }, 1, 40, STOPPING_STOP, VERDICT_UNSURE },
		{ "one of two varies", { { 1e6, 0, 0, 0.01 }, { 1e6, 1e3, 0, 0.02 } }, 2, 13, STOPPING_ENOUGH, VERDICT_SAME },
		{ "what is not judged may vary", { { 1e6, 0, 0, 0.01 }, { 1e6, 1e5, 0.3, NAN } }, 2, 3,
		  STOPPING_ENOUGH, VERDICT_SAME },
		{ "nothing is judged, nothing varies", { { 1e6, 0, 0, NAN } }, 1, 3, STOPPING_ENOUGH, VERDICT_SKIPPED },
		{ "nothing is judged", { { 1e6, 1e3, 0, NAN } }, 1, 12, STOPPING_ENOUGH, VERDICT_SKIPPED },
		{ "a base of 0", { { 0, 0, 0, 0.01 } }, 1, 3, STOPPING_ENOUGH, VERDICT_SAME },
		{ "a base of 0, and a count that is not", { { 0, 0, 0, 0.01, 7, 0 } }, 1, 5, STOPPING_ENOUGH,
		  VERDICT_INCOMPARABLE },
		{ "a base that is 0 in its first runs", { { 100, 0, 0, 0.01, 0, 3 } }, 1, 32, STOPPING_ENOUGH, VERDICT_SAME },
		{ "a time of 0", { { 0, 0, 0, 0.01, 0, 0, true } }, 1, 12, STOPPING_ENOUGH, VERDICT_SAME },
		{ "a time of 0 that is not any more", { { 0, 0, 0, 0.01, 7, 0, true } }, 1, 40, STOPPING_STOP,
		  VERDICT_INCOMPARABLE },
		{ "a base that is not always 0", { { 0, 1, 0, 0.01 } }, 1, 40, STOPPING_STOP, VERDICT_UNSURE },
	};
	static const struct measured time = { .kind = MEASURED_VARIES };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static double base[ROWS][MOST], now[ROWS][MOST];
		struct row_comparison c[ROWS];
		struct stopping_opts o = { .paired = true };
		struct stopping_rule r;
		struct error err = ERROR_INIT;
		enum stopping_answer answer;

		memset(c, 0, sizeof(c));
		for (size_t k = 0; k < cases[i].n; k++) {
			make(base[k], &cases[i].row[k], false);
			make(now[k], &cases[i].row[k], true);
			c[k] = (struct row_comparison){ .row = cases[i].row[k].time ? &time : &row,
							.base = base[k], .now = now[k],
							.threshold = { 1, cases[i].row[k].limit, NAN, NAN } };
			o.limited += isnan(cases[i].row[k].limit) ? 0 : 1;
		}
		assert_int_equal(stopping_build(&r, &o, &err), 0);
		do {
			for (size_t k = 0; k < cases[i].n; k++)
				c[k].n_base = c[k].n_now = r.runs;
			answer = stopping_look(&r, c, cases[i].n);
		} while (answer == STOPPING_GO_ON);
		if (answer != cases[i].answer || r.runs != cases[i].runs || c[0].verdict != cases[i].verdict)
			fail_msg("%s: %d at %zu runs, %s", cases[i].what, answer, r.runs, compare_verdicts[c[0].verdict].code);
		stopping_release(&r);
	}
}

/* A count that was seen to vary is not exact at a later look, even if the caller fills in the rows anew. */
static void what_varies_stays_noisy(void **state)
{
	static double base[MOST], now[MOST];
	struct stopping_rule r;
	struct error err = ERROR_INIT;

	(void)state;
	for (size_t k = 0; k < MOST; k++) {
		base[k] = k < 4 ? 1000 + 100 * (double)k : 1000;
		now[k] = base[k];
	}
	assert_int_equal(stopping_build(&r, &(struct stopping_opts){ .limited = 1 }, &err), 0);
	for (;;) {
		struct row_comparison c = { .row = &row, .base = base, .now = now, .n_base = r.runs, .n_now = r.runs,
					    .threshold = { 1, 0.0001, NAN, NAN } };
		size_t runs = r.runs;
		enum stopping_answer answer = stopping_look(&r, &c, 1);

		if (runs > 3)
			assert_int_equal(c.path, COMPARE_TWO_SAMPLE);	/* from 15 on it would be exact */
		if (answer != STOPPING_GO_ON)
			break;
	}
	stopping_release(&r);
}

/* The time for runs is limited: what fits at each look, and how many runs there are at the end. */
static void limited_time(void **state)
{
	static const struct {
		const char *what;
		struct stopping_opts o;
		size_t fits[6];		/* at each look; then there is time for end runs */
		size_t end;		/* 0: the rule itself ends it */
		size_t looks[8];
		bool   last;		/* stopping_end() looks */
		enum compare_reason reason;
		double alpha;		/* of the last look, as a share; 0: of no look */
	} cases[] = {
		{ "more than the most", { .paired = true, .noisy_max = 13 }, { 99, 99, 99, 99, 99 }, 0, { 3, 10,
		  11, 12, 13 }, false, REASON_AT_LIMIT, 0.5 },
		{ "12 runs", { .paired = true }, { 12, 12, 12, 12 }, 0, { 3, 10, 11, 12 }, false, REASON_AT_LIMIT, 0.5 },
		{ "as few as can decide", { .paired = true }, { 8, 8 }, 0, { 3, 8 }, false, REASON_AT_LIMIT, 1 },
		{ "fewer", { .paired = true }, { 6 }, 6, { 3, 8 }, true, REASON_BUDGET, 0 },
		{ "not even three", { .paired = true }, { 0 }, 2, { 3 }, true, REASON_BUDGET, 0 },
		{ "fewer, but it goes faster", { .paired = true }, { 6, 9, 9 }, 0, { 3, 8, 9 }, false, REASON_AT_LIMIT, 1 },
		{ "fewer before the first look", { .paired = true }, { 12 }, 9, { 3, 10 }, true, REASON_AT_LIMIT, 1 },
		{ "fewer after it", { .paired = true }, { 12, 12 }, 10, { 3, 10, 11 }, false, REASON_AT_LIMIT, 0.5 },
		{ "the plan stays after a look", { .paired = true }, { 12, 12, 40, 40 }, 0, { 3, 10, 11, 12 },
		  false, REASON_AT_LIMIT, 0.5 },
		{ "a baseline", { .base_runs = 10 }, { 6, 6 }, 0, { 3, 6 }, false, REASON_AT_LIMIT, 1 },
		{ "fewer than -r", { .paired = true, .noisy_min = 20, .exact_min = 20 }, { 0 }, 9, { 20 }, true,
		  REASON_AT_LIMIT, 1 },
		{ "many: not each has a look", { .paired = true, .noisy_max = 500 }, { 300, 300, 300 }, 25, { 3,
		  17, 22, 27 }, false, REASON_AT_LIMIT, 0.0001 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stopping_opts o = cases[i].o;
		double base[MOST], now[MOST], spent;
		struct row_comparison c = { .row = &row, .base = base, .now = now, .threshold = { 1, 0.02, NAN, NAN } };
		struct stopping_rule r;
		struct error err = ERROR_INIT;
		enum stopping_answer answer = STOPPING_GO_ON;
		size_t at = 0;

		o.limited = o.step = 1;
		for (size_t k = 0; k < MOST; k++) {
			base[k] = 1000 + (o.base_runs ? (double)(k * 7 % 10) : 0);
			now[k] = 1020 + (k % 4 == 0 ? 9 : k % 4 == 1 ? -9 : k % 4 == 2 ? -8 : 8);
		}
		assert_int_equal(stopping_build(&r, &o, &err), 0);
		while (answer == STOPPING_GO_ON) {
			if (r.runs != cases[i].looks[at])
				fail_msg("%s: look %zu at %zu", cases[i].what, at, r.runs);
			at++;
			if (cases[i].end && r.runs > cases[i].end)
				break;
			c.n_now = r.runs;
			c.n_base = o.base_runs ? o.base_runs : r.runs;
			stopping_fit(&r, cases[i].fits[at - 1]);
			answer = stopping_look(&r, &c, 1);
		}
		if (answer == STOPPING_GO_ON) {
			c.n_now = c.n_base = r.looked ? c.n_now : cases[i].end;
			if (stopping_end(&r, &c, 1, cases[i].end) != cases[i].last)
				fail_msg("%s: the last look", cases[i].what);
		}
		spent = r.looked ? alpha_spending_alpha(&r.looks, r.look, 1) / 0.005 : 0;
		if (cases[i].looks[at] || c.verdict != VERDICT_UNSURE || c.reason != cases[i].reason ||
		    spent < cases[i].alpha - 1e-6 || spent > 1 + 1e-6 || (cases[i].alpha < 1 && spent > 0.99))
			fail_msg("%s: %zu looks, reason %d, alpha %g", cases[i].what, at, c.reason, spent);
		stopping_release(&r);
	}
}

/* What is exact, where the time ends after these runs: a change for the worse needs five. */
static void limited_exact(void **state)
{
	static const struct { double change; size_t runs; enum verdict verdict; enum compare_reason reason; } cases[] = {
		{ 0, 2, VERDICT_UNSURE, REASON_BUDGET },
		{ 0, 4, VERDICT_SAME, REASON_NONE },
		{ 0.03, 3, VERDICT_UNSURE, REASON_BUDGET },
		{ 0.03, 4, VERDICT_UNSURE, REASON_BUDGET },
		{ 0.03, 5, VERDICT_WORSE, REASON_NONE },
		{ -0.03, 3, VERDICT_BETTER, REASON_NONE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct stopping_opts o = { .paired = true, .limited = 1, .exact_min = 10, .noisy_min = 10 };
		double base[MOST], now[MOST];
		struct row_comparison c = { .row = &row, .base = base, .now = now, .threshold = { 1, 0.02, NAN, NAN },
					    .n_base = cases[i].runs, .n_now = cases[i].runs };
		struct stopping_rule r;
		struct error err = ERROR_INIT;

		for (size_t k = 0; k < MOST; k++) {
			base[k] = 1e6;
			now[k] = 1e6 * (1 + cases[i].change);
		}
		assert_int_equal(stopping_build(&r, &o, &err), 0);
		assert_true(stopping_end(&r, &c, 1, cases[i].runs));
		if (c.verdict != cases[i].verdict || c.reason != cases[i].reason)
			fail_msg("case %zu: verdict %d, reason %d", i, c.verdict, c.reason);
		stopping_release(&r);
	}
}

/* The first look is at rows that vary, but none does; it spends nothing. */
static void a_look_that_is_not_needed(void **state)
{
	static const struct { struct made row; bool over; enum verdict verdict; } cases[] = {
		{ { 1e6, 0, 0, 0.01 }, true, VERDICT_SAME },
		{ { 1e6, 0, 0.03, 0.01 }, true, VERDICT_WORSE },
		{ { 1e6, 1e3, 0, 0.01 }, false, VERDICT_UNSURE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct stopping_opts o = { .paired = true, .limited = 1, .exact_min = 20 };
		double base[MOST], now[MOST];
		struct row_comparison c = { .row = &row, .base = base, .now = now,
					    .threshold = { 1, cases[i].row.limit, NAN, NAN } };
		struct stopping_rule r;
		struct error err = ERROR_INIT;

		make(base, &cases[i].row, false);
		make(now, &cases[i].row, true);
		assert_int_equal(stopping_build(&r, &o, &err), 0);
		c.n_base = c.n_now = r.runs;
		assert_true(stopping_is_noisy(&r));
		assert_int_equal(stopping_is_over(&r, &c, 1), cases[i].over);
		assert_int_equal(c.verdict, cases[i].verdict);
		assert_false(r.looked);
		stopping_release(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planned_looks),
		cmocka_unit_test(levels),
		cmocka_unit_test(too_few_runs),
		cmocka_unit_test(ends),
		cmocka_unit_test(limited_time),
		cmocka_unit_test(limited_exact),
		cmocka_unit_test(a_look_that_is_not_needed),
		cmocka_unit_test(what_varies_stays_noisy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
