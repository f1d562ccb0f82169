/* SPDX-License-Identifier: MIT */
/* What verdicts, reasons and options mean for the build: one table. */
#include "test.h"

#include <math.h>

#include "compare/effect.h"

static const double none = (double)NAN;

/* A gate with one limited row. */
struct one {
	enum verdict verdict;
	enum compare_reason reason;
	enum effect plain, unsure_fails, accepted;	/* by option */
	bool unjudged;
};

static enum effect effect_with(const struct one *w, bool unsure_fails, bool accepted, bool *unjudged)
{
	struct row_comparison c = {
		.verdict = w->verdict, .reason = w->reason, .threshold = { 1, 0.01, none, none },
	};
	struct comparison cmp = {
		.opts = { .mode = COMPARISON_GATE, .unsure_fails = unsure_fails, .accepted = accepted },
		.comparison = &c, .n_comparisons = 1,
	};

	*unjudged = effect_is_unjudged(&cmp, &c);
	assert_int_equal(effect_of_comparison(&cmp), effect_of_row(&cmp, &c));
	assert_ptr_equal(effect_first_unjudged(&cmp), *unjudged ? &c : NULL);
	return effect_of_row(&cmp, &c);
}

static void one_row(void **state)
{
	static const struct one cases[] = {
		{ VERDICT_SAME, REASON_NONE, EFFECT_PASSES, EFFECT_PASSES, EFFECT_PASSES, false },
		{ VERDICT_BETTER, REASON_NONE, EFFECT_PASSES, EFFECT_PASSES, EFFECT_PASSES, false },
		{ VERDICT_WORSE, REASON_NONE, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, false },
		{ VERDICT_UNSURE, REASON_AT_LIMIT, EFFECT_WARNS, EFFECT_FAILS, EFFECT_WARNS, false },
		{ VERDICT_UNSURE, REASON_FEW_RESULTS, EFFECT_WARNS, EFFECT_FAILS, EFFECT_WARNS, false },
		{ VERDICT_UNSURE, REASON_MACHINE, EFFECT_WARNS, EFFECT_FAILS, EFFECT_WARNS, false },
		/* more runs of this gate would not help */
		{ VERDICT_UNSURE, REASON_TOO_FEW, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_UNSURE, REASON_MACHINE_UNKNOWN, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_UNSURE, REASON_MACHINE_SHORT, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		/* no other limit was judged */
		{ VERDICT_UNSURE, REASON_BUDGET, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_BASE_ZERO, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_NOT_COUNTED, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_NOT_SUPPORTED, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_MULTIPLEXED, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_OTHER_EVENT, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_OTHER_UNIT, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_OTHER_HOST, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_FAILED, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_NOT_BUILT, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_OTHER_OUTPUT, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_INTERRUPTED, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_INCOMPARABLE, REASON_HIDDEN, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_MISSING, REASON_NO_BASE, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
		{ VERDICT_MISSING, REASON_NO_NOW, EFFECT_FAILS, EFFECT_FAILS, EFFECT_WARNS, true },
	};
	bool known[REASON_COUNT] = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct one *w = &cases[i];
		bool unjudged;
		enum effect plain = effect_with(w, false, false, &unjudged);
		enum effect unsure = effect_with(w, true, false, &unjudged);
		enum effect accepted = effect_with(w, true, true, &unjudged);

		if (plain != w->plain || unsure != w->unsure_fails || accepted != w->accepted ||
		    unjudged != w->unjudged)
			fail_msg("%s, %s: %d %d %d, unjudged %d", compare_verdicts[w->verdict].code,
				 compare_reasons[w->reason].code, plain, unsure, accepted, unjudged);
		known[w->reason] = true;
	}
	for (size_t i = 0; i < REASON_COUNT; i++)
		if (!known[i])
			fail_msg("no row has the reason '%s'", compare_reasons[i].code);
}

/* Beside a judged row, one that --budget cut only warns; rows without a limit have no effect. */
static void several_rows(void **state)
{
	struct row_comparison c[] = {
		{ .verdict = VERDICT_UNSURE, .reason = REASON_BUDGET, .threshold = { 1, 0.01, none, none } },
		{ .verdict = VERDICT_SAME, .threshold = { 1, 0.01, none, none } },
		{ .verdict = VERDICT_SKIPPED, .reason = REASON_NOT_SUPPORTED, .threshold = { 1, none, none, none } },
		{ .verdict = VERDICT_MISSING, .reason = REASON_NO_BASE, .threshold = { 1, 0.01, none, none } },
	};
	struct comparison cmp = { .opts.mode = COMPARISON_GATE, .comparison = c, .n_comparisons = 3 };

	(void)state;
	assert_int_equal(effect_of_row(&cmp, &c[0]), EFFECT_WARNS);
	assert_int_equal(effect_of_row(&cmp, &c[2]), EFFECT_NONE);
	assert_int_equal(effect_of_comparison(&cmp), EFFECT_WARNS);
	assert_null(effect_first_unjudged(&cmp));
	cmp.n_comparisons = 4;
	assert_int_equal(effect_of_comparison(&cmp), EFFECT_FAILS);
	assert_ptr_equal(effect_first_unjudged(&cmp), &c[3]);
	cmp.comparison = &c[2];
	cmp.n_comparisons = 1;
	assert_int_equal(effect_of_comparison(&cmp), EFFECT_FAILS);	/* nothing was judged */
}

static void small_changes(void **state)
{
	static const struct { struct interval change; bool small; } cases[] = {
		{ { -0.009, 0.009 }, true }, { { 0, 0 }, true }, { { -0.02, 0.001 }, false },
		{ { 0.005, 0.01 }, false }, { { 0.2, 0.3 }, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(effect_is_small(&cases[i].change), cases[i].small);
}

/* A gate asks about a row that surely got better by more than half, whichever way is better. */
static void suspicious(void **state)
{
	static const struct {
		struct threshold limit;
		struct change relative;
		enum comparison_mode mode;
		bool suspicious;
	} cases[] = {
		{ { 1, 0.01, none, none }, { -0.9, { -0.91, -0.89 } }, COMPARISON_GATE, true },
		{ { 1, none, 100, none }, { -0.9, { -0.91, -0.89 } }, COMPARISON_GATE, true },
		{ { 1, none, none, 100 }, { -0.9, { -0.91, -0.89 } }, COMPARISON_GATE, true },
		{ { 1, 0.01, none, none }, { -0.5, { -0.5, -0.5 } }, COMPARISON_GATE, false },
		{ { 1, 0.01, none, none }, { -0.6, { -0.7, -0.4 } }, COMPARISON_GATE, false },
		{ { 1, 0.01, none, none }, { 9, { 8, 10 } }, COMPARISON_GATE, false },
		{ { -1, 0.01, none, none }, { 1.2, { 1.1, 1.3 } }, COMPARISON_GATE, true },
		{ { -1, 0.01, none, none }, { 1, { 1, 1 } }, COMPARISON_GATE, false },
		{ { -1, 0.01, none, none }, { -0.9, { -0.9, -0.9 } }, COMPARISON_GATE, false },
		{ { 1, none, none, none }, { -0.9, { -0.91, -0.89 } }, COMPARISON_GATE, false },
		{ { 1, 0.01, none, none }, { -0.9, { -0.91, -0.89 } }, COMPARISON_SELFTEST, false },
		/* too few runs for an interval: 10 and 4, as below */
		{ { 1, 0.01, none, none }, { none, { none, none } }, COMPARISON_GATE, true },
		{ { -1, 0.01, none, none }, { none, { none, none } }, COMPARISON_GATE, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct row_comparison c = {
			.path = COMPARE_EXACT, .threshold = cases[i].limit, .relative = cases[i].relative,
			.before = { .n = 1, .median = 10 }, .after = { .n = 1, .median = 4 },
		};
		struct comparison cmp = { .opts.mode = cases[i].mode, .comparison = &c, .n_comparisons = 1 };

		if (effect_is_suspicious(&cmp, &c) != cases[i].suspicious)
			fail_msg("case %zu: not %d", i, cases[i].suspicious);
		c.path = COMPARE_NONE;		/* the two cannot be compared */
		assert_false(effect_is_suspicious(&cmp, &c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_row),
		cmocka_unit_test(several_rows),
		cmocka_unit_test(small_changes),
		cmocka_unit_test(suspicious),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
