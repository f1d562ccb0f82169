/* SPDX-License-Identifier: MIT */
/* The words of gate's own options, and the exit status of a comparison. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/app.h"
#include "cli/gate_options.h"
#include "cli/options.h"
#include "compare/comparison.h"
#include "compare/limit.h"
#include "session/gate_run.h"
#include "session/gate_status.h"

typedef int setter(struct options *o, const char *value, struct error *err);

static const struct { setter *set; const char *text; const char *message; } words[] = {
	{ gate_opts_set_inconclusive, "warn", NULL },
	{ gate_opts_set_inconclusive, "fail", NULL },
	{ gate_opts_set_inconclusive, "Fail", "option '--inconclusive': 'Fail' is not one of warn, fail" },
	{ gate_opts_set_unsupported, "fail", NULL },
	{ gate_opts_set_unsupported, "skip", NULL },
	{ gate_opts_set_unsupported, "skipp", "option '--if-unsupported': 'skipp' is not one of fail, skip" },
	{ gate_opts_set_inject, "+2%", NULL },
	{ gate_opts_set_inject, "0.5%", NULL },
	{ gate_opts_set_inject, "0%", "option '--inject' needs a percentage above 0 and below 100, not '0%'" },
	{ gate_opts_set_inject, "-2%", "option '--inject' needs a percentage above 0 and below 100, not '-2%'" },
	{ gate_opts_set_inject, "100%", "option '--inject' needs a percentage above 0 and below 100, not '100%'" },
	{ gate_opts_set_inject, "nan%", "option '--inject' needs a percentage above 0 and below 100, not 'nan%'" },
	{ gate_opts_set_inject, "2", "option '--inject' needs a percentage above 0 and below 100, not '2'" },
	{ gate_opts_set_inject, "2%%", "option '--inject' needs a percentage above 0 and below 100, not '2%%'" },
	{ gate_opts_set_inject, "", "option '--inject' needs a percentage above 0 and below 100, not ''" },
	{ gate_opts_set_github, "", NULL },
	{ gate_opts_set_github, "auto", NULL },
	{ gate_opts_set_github, "on", "option '--github' stands alone or has auto, not 'on'" },
	{ gate_opts_add_limits, "a=+1%,b=-2", NULL },
	{ gate_opts_add_limits, "a", "'a' is not NAME=LIMIT" },
};

static void words_of_options(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct error err = ERROR_INIT;
		struct options o = {0};

		assert_int_equal(words[i].set(&o, words[i].text, &err), words[i].message ? -1 : 1);
		assert_string_equal(err.message, words[i].message ? words[i].message : "");
		assert_int_equal(err.kind, words[i].message ? ERROR_USAGE : ERROR_NONE);
		limits_release(&o.gate.limits);
	}
}

static void what_they_set(void **state)
{
	struct error err = ERROR_INIT;
	struct options o = {0};
	struct gate_opts *g = &o.gate;

	(void)state;
	assert_int_equal(gate_opts_set_inconclusive(&o, "fail", &err), 1);
	assert_int_equal(gate_opts_set_unsupported(&o, "skip", &err), 1);
	assert_int_equal(gate_opts_set_inject(&o, "+2.5%", &err), 1);
	assert_int_equal(gate_opts_set_github(&o, "", &err), 1);
	assert_true(g->unsure_fails && g->skip_unsupported && g->github && !g->limited);
	assert_true(g->inject > 0.02499 && g->inject < 0.02501);
	assert_int_equal(gate_opts_set_github(&o, NULL, &err), 0);	/* --no-github */
	assert_false(g->github);
}

/* instructions:u=+1%, unless --limit is given. */
static void default_limit(void **state)
{
	static const char *const without[] = { "pstat", "--", "true", NULL };
	static const char *const with[] = { "pstat", "--limit=wall=+5%", "--limit=user=+5%", "--", "true", NULL };
	struct error err = ERROR_INIT;
	struct options o;

	(void)state;
	assert_int_equal(options_parse(&o, VERB_GATE, 3, (char **)(uintptr_t)without, &err), 0);
	assert_int_equal(o.gate.limits.n, 1);
	assert_string_equal(o.gate.limits.limit[0].name, "instructions:u");
	options_release(&o);
	assert_int_equal(options_parse(&o, VERB_GATE, 5, (char **)(uintptr_t)with, &err), 0);
	assert_int_equal(o.gate.limits.n, 2);
	assert_true(o.gate.limited);
	options_release(&o);
}

static void only_in_a_job(void **state)
{
	static const struct { const char *runner; bool is_one; } cases[] = {
		{ "true", true }, { "false", false }, { "", false }, { NULL, false }, { "1", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct options o = {0};

		if (cases[i].runner)
			setenv("GITHUB_ACTIONS", cases[i].runner, 1);
		else
			unsetenv("GITHUB_ACTIONS");
		assert_int_equal(gate_opts_set_github(&o, "auto", &err), 1);
		assert_int_equal(o.gate.github, cases[i].is_one);
	}
	unsetenv("GITHUB_ACTIONS");
}

static const struct {
	enum outcome outcome;
	enum verdict verdict;
	enum compare_reason reason;
	bool unsure_fails;
	size_t skipped;
	int status;
	const char *message, *hint;	/* NULL: none; the hint's beginning */
} rulings[] = {
	{ OUTCOME_FINE, VERDICT_SAME, REASON_NONE, true, 0, STATUS_OK, NULL, NULL },
	{ OUTCOME_FINE, VERDICT_BETTER, REASON_NONE, true, 3, STATUS_OK, NULL, NULL },
	{ OUTCOME_REGRESSED, VERDICT_WORSE, REASON_NONE, false, 0, STATUS_REGRESSED, NULL, NULL },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_AT_LIMIT, false, 0, STATUS_OK, NULL, NULL },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_AT_LIMIT, true, 0, STATUS_UNSURE, NULL, NULL },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_TOO_FEW, false, 0, STATUS_UNMEASURED,
	  "row cannot be judged: too few runs to be sure", "measure again with more runs" },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_MACHINE, false, 0, STATUS_OK, NULL, NULL },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_MACHINE, true, 0, STATUS_UNSURE, NULL, NULL },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_MACHINE_UNKNOWN, false, 0, STATUS_UNMEASURED,
	  "row cannot be judged: a result does not tell how the machine was", "measure the baseline again" },
	{ OUTCOME_UNSURE, VERDICT_UNSURE, REASON_BUDGET, false, 0, STATUS_UNMEASURED,
	  "row cannot be judged: --budget ended before there were enough runs", NULL },
	{ OUTCOME_INCOMPARABLE, VERDICT_INCOMPARABLE, REASON_NOT_SUPPORTED, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: it is not supported", "'pstat doctor' says what" },
	{ OUTCOME_INCOMPARABLE, VERDICT_INCOMPARABLE, REASON_MULTIPLEXED, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: it was counted only part of the time", "'pstat doctor' says" },
	{ OUTCOME_INCOMPARABLE, VERDICT_INCOMPARABLE, REASON_BASE_ZERO, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: the base is 0, so there is no relative change", "a change from 0" },
	{ OUTCOME_INCOMPARABLE, VERDICT_INCOMPARABLE, REASON_OTHER_HOST, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: not measured alike", "measure the baseline again" },
	{ OUTCOME_INCOMPARABLE, VERDICT_INCOMPARABLE, REASON_OTHER_UNIT, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: the two sides have different units", "" },
	{ OUTCOME_INCOMPARABLE, VERDICT_MISSING, REASON_NO_BASE, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: the base does not have it", "measure the baseline with it" },
	{ OUTCOME_INCOMPARABLE, VERDICT_MISSING, REASON_NO_NOW, true, 0, STATUS_UNMEASURED,
	  "row cannot be judged: the new side does not have it", "measure it there, too" },
	{ OUTCOME_NOTHING, VERDICT_SKIPPED, REASON_NONE, false, 0, STATUS_UNMEASURED, "NOTHING WAS JUDGED",
	  "--limit NAME=+1%" },
	{ OUTCOME_NOTHING, VERDICT_SKIPPED, REASON_NONE, false, 2, STATUS_UNMEASURED, "NOTHING WAS JUDGED",
	  "'pstat doctor' says what" },
};

static void statuses(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rulings); i++) {
		const struct measured row = { .name = "row" };
		struct row_comparison c = { .row = &row, .verdict = rulings[i].verdict, .reason = rulings[i].reason,
					    .threshold = { 1, 0.01, 5, 5 } };
		struct comparison j = { .comparison = &c, .n_comparisons = 1, .n_rows = 1, .outcome = rulings[i].outcome,
					.opts.unsure_fails = rulings[i].unsure_fails };
		struct error why = ERROR_INIT;
		const char *hint = rulings[i].hint ? rulings[i].hint : "";

		j.count[VERDICT_SKIPPED] = rulings[i].skipped;
		assert_int_equal(gate_status(&j, "NOTHING WAS JUDGED", &why), rulings[i].status);
		assert_string_equal(why.message, rulings[i].message ? rulings[i].message : "");
		assert_memory_equal(why.hint, hint, strlen(hint));
		assert_int_equal(!*hint, !why.hint[0]);
	}
}

/* With --budget: a limit that was judged keeps the gate from failing now and then. */
static void judged_in_part(void **state)
{
	static const struct { enum verdict other; enum compare_reason reason; bool fails; int status, selftest; } cases[] = {
		{ VERDICT_SAME, REASON_NONE, false, STATUS_OK, STATUS_UNMEASURED },
		{ VERDICT_SAME, REASON_NONE, true, STATUS_UNSURE, STATUS_UNMEASURED },
		{ VERDICT_UNSURE, REASON_AT_LIMIT, false, STATUS_OK, STATUS_UNMEASURED },
		{ VERDICT_UNSURE, REASON_TOO_FEW, false, STATUS_UNMEASURED, STATUS_UNMEASURED },
		{ VERDICT_UNSURE, REASON_BUDGET, true, STATUS_UNMEASURED, STATUS_UNMEASURED },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct measured row = { .name = "row" };
		const struct threshold limit = { 1, 0.01, 5, 5 };
		struct comparison_note note = { .code = (char *)(uintptr_t)"budget",
						.text = (char *)(uintptr_t)"it ended; more is needed" };
		struct row_comparison c[2] = {
			{ .row = &row, .verdict = cases[i].other, .reason = cases[i].reason, .threshold = limit },
			{ .row = &row, .verdict = VERDICT_UNSURE, .reason = REASON_BUDGET, .threshold = limit },
		};
		struct comparison j = { .comparison = c, .n_comparisons = 2, .n_rows = 2, .outcome = OUTCOME_UNSURE,
					.opts.unsure_fails = cases[i].fails, .note = &note, .n_notes = 1 };
		struct error why = ERROR_INIT;

		assert_int_equal(gate_status(&j, "NOTHING WAS JUDGED", &why), cases[i].status);
		assert_int_equal(gate_status_selftest(&j, "", &why), cases[i].selftest);
		if (cases[i].reason != REASON_TOO_FEW)
			assert_string_equal(why.hint, "more is needed");
	}
}

static void the_worst(void **state)
{
	static const int order[] = { STATUS_OK, STATUS_UNSURE, STATUS_UNMEASURED, STATUS_COMMAND_FAILED,
				     STATUS_REGRESSED };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(order); i++)
		for (size_t k = 0; k < COUNT_OF(order); k++)
			assert_int_equal(gate_status_worst(order[i], order[k]), order[i > k ? i : k]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_options), cmocka_unit_test(what_they_set), cmocka_unit_test(default_limit),
		cmocka_unit_test(only_in_a_job), cmocka_unit_test(statuses),
		cmocka_unit_test(judged_in_part), cmocka_unit_test(the_worst),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
