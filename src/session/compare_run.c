/* SPDX-License-Identifier: MIT */
/* Runs a session for compare: compares its runs, and continues until every change is certain or small. */
#include "session/compare_run.h"

#include "base/env.h"
#include "base/exit_status.h"
#include "compare/effect.h"
#include "host/kernel.h"
#include "session/same_output.h"
#include "session/session.h"
#include "session/session_run.h"
#include "session/where_run.h"

void compare_run_open(struct compare_run *c, struct session *s, double level)
{
	*c = (struct compare_run){ .session = s, .level = level, .set.ignored = session_ignored(s->opts) };
}

/* Compares after the least number of rounds, then after every five more. */
static void plan_evaluations(struct compare_run *c, size_t last)
{
	enum { STEP = 5 };
	const struct alpha_spending_plan plan = {
		.first = (size_t)c->session->opts->runs, .last = last, .step = STEP,
		.alpha = (1 - c->level) / 2, .tests = 1, .one_sample = true,
	};

	alpha_spending_release(&c->plan);
	alpha_spending_plan(&c->plan, &plan);
	c->session->most_rounds = last;
}

/* With a budget, once the first rounds tell how many fit: else what is spent last would never be. */
static int plan_for_budget(struct compare_run *c, struct error *err)
{
	const struct session_opts *o = c->session->opts;
	const struct kernel *k = c->session->env->kernel;
	size_t fit;

	if (!o->budget_ns || o->most_runs == o->runs)
		return 0;
	if (session_run(c->session, (size_t)o->runs, err) < 0)
		return -1;
	if (c->session->over || c->session->budget.ended)
		return 0;
	fit = c->session->rounds + budget_rounds_left(&c->session->budget, k->now_ns(k));
	c->fitted = fit < o->most_runs;
	if (c->fitted)
		plan_evaluations(c, fit);
	return 0;
}

/*
 * Repeated comparisons need a higher level each; a single one, of a session that ended early, does not.
 * With a budget the last one may come before its step: fewer runs at its level are no more often wrong.
 */
static double level_of(const struct compare_run *c)
{
	if (!c->step && c->session->rounds && (c->session->over || c->session->budget.ended))
		return c->level;
	return 1 - 2 * alpha_spending_alpha(&c->plan, c->step, 1);
}

static int compare_run_evaluate(struct compare_run *c, struct error *err)
{
	const struct comparison_opts o = { .mode = COMPARISON_PLAIN, .level = c->level,
					   .interleaved = true,
					   .warmups = (size_t)c->session->opts->warmups };
	const struct compare_opts how = { .paired = true, .level = level_of(c) };

	session_sum(c->session);
	comparison_set_clear(&c->set);
	for (size_t i = 0; i < c->session->n; i++)
		if (comparison_set_add(&c->set, &c->session->side[i].report, err) < 0)
			return -1;
	return comparison_set_compare(&c->set, &o, &how, err);
}

/* Whether a change is certain, or is certainly too small to matter. */
static bool is_settled(const struct row_comparison *c)
{
	return c->path == COMPARE_NONE || c->path == COMPARE_EXACT || c->leaning ||
	       effect_is_small(&c->relative.interval);
}

static bool is_enough(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		if (!is_settled(&cmp->comparison[i]))
			return false;
	return true;
}

/* Early comparisons decide whether to continue; only the last one, of compare_run_conclude, is shown. */
static long compare_run_look(void *of, size_t rounds, struct error *err)
{
	struct compare_run *c = of;

	if (c->step + 1 == c->plan.n)
		return (long)rounds;
	if (compare_run_evaluate(c, err) < 0)
		return -1;
	return (long)(is_enough(&c->set.comparison) ? rounds : c->plan.runs[++c->step]);
}

int compare_run_decide(struct compare_run *c, struct error *err)
{
	const struct session_rule rule = { .of = c, .look = compare_run_look };

	plan_evaluations(c, (size_t)c->session->opts->most_runs);
	if (plan_for_budget(c, err) < 0)
		return -1;
	return session_run_until(c->session, c->plan.runs[0], &rule, err);
}

void compare_run_note_few(struct comparison *cmp, double level, bool paired, size_t n)
{
	size_t least = compare_least_runs(level, 1, paired);

	if (n < least)
		comparison_add_note(cmp, GRAVITY_NOTE, -1, "few-runs",
				    "fewer than %zu runs give no %g %% interval for rows that vary", least,
				    100 * level);
}

static void note_budget(struct comparison *cmp, const struct session *s, size_t n)
{
	size_t least = (size_t)s->opts->runs;
	uint64_t enough = n < least ? budget_for(&s->budget, least, 1) : 0;
	LOCAL(str) text = {0};

	budget_add_end(&text, &s->budget, n, n < least ? "at least " : "at most ",
		       n < least ? least : (size_t)s->opts->most_runs, true);
	if (enough) {
		str_add(&text, ": about --budget ");
		budget_add_enough(&text, enough);
		str_addf(&text, " is enough for %zu", least);
	}
	comparison_add_note(cmp, n < least ? GRAVITY_WARNING : GRAVITY_NOTE, -1, "budget", "%s", text.text);
}

/* Adds notes on what the table does not show. */
static void note_rounds(struct compare_run *c)
{
	const struct session *s = c->session;
	struct comparison *cmp = &c->set.comparison;
	size_t n = s->side[0].rounds;

	for (size_t i = 1; i < s->n; i++)
		n = s->side[i].rounds < n ? s->side[i].rounds : n;
	if (s->over)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "ended-early", s->status > STATUS_SIGNAL ?
				    "interrupted: %zu of at least %llu runs of each command are complete" :
				    s->budget.ended ?
				    "a command had not ended when --budget ended: %zu of at least %llu runs of each "
				    "command are complete" :
				    "a run failed: %zu of at least %llu runs of each command are complete", n,
				    (unsigned long long)s->opts->runs);
	else if (s->budget.ended || (c->fitted && !is_enough(cmp)))
		note_budget(cmp, s, n);
	if (!s->over)
		compare_run_note_few(cmp, c->level, true, n);
}

void compare_run_find_lines(struct compare_run *c)
{
	struct error ignored = ERROR_INIT;	/* compare_run_conclude() has it again */
	struct session *s = c->session;

	if (!where_run_is_wanted(s) || !session_has_rounds(s) || compare_run_evaluate(c, &ignored) < 0)
		return;
	where_run_make(s, &c->set.comparison, NULL);
	where_run_show(s, &c->set.comparison, NULL);
	where_run_find_callers(s, &c->set.comparison, NULL);
}

int compare_run_conclude(struct compare_run *c, struct error *err)
{
	if (compare_run_evaluate(c, err) < 0)
		return -1;
	where_run_show(c->session, &c->set.comparison, NULL);
	note_rounds(c);
	same_output_note(c->session, &c->set.comparison);
	comparison_set_note_machine(&c->set, c->session);
	return 0;
}

void compare_run_release(struct compare_run *c)
{
	comparison_set_release(&c->set);
	alpha_spending_release(&c->plan);
	*c = (struct compare_run){0};
}
