/* SPDX-License-Identifier: MIT */
/* Runs a session for gate: compares its runs, and continues until every verdict is sure. */
#include "session/gate_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "base/mem.h"
#include "compare/power.h"
#include "compare/trend_base.h"
#include "host/kernel.h"
#include "session/same_output.h"
#include "session/session.h"
#include "session/session_run.h"

enum { VALGRIND_RUNS = 5 };		/* of these a worse count is sure (stopping_rule.h) */
enum { BASELINE_LEAST = 10 };		/* with fewer runs a baseline decides no row that varies */

struct comparison_opts gate_comparison_opts(const struct gate_opts *o, const struct session_opts *session,
					    bool saved)
{
	return (struct comparison_opts){
		.mode = o->selftest ? COMPARISON_SELFTEST : COMPARISON_GATE, .limits = &o->limits,
		.level = o->level,
		.check_hosts = saved, .allow_mismatch = o->allow_mismatch, .named = session->name != NULL,
		.skip_unsupported = o->skip_unsupported, .unsure_fails = o->unsure_fails && !o->update,
		.all = o->all, .least_runs = session->runs > 0 ? (size_t)session->runs : BASELINE_LEAST,
		.injected = o->selftest ? 0 : o->inject,
		.interleaved = !saved, .warmups = (size_t)session->warmups,
	};
}

void gate_run_open(struct gate_run *g, struct session *s, const struct gate_opts *o,
		   const struct report *base)
{
	*g = (struct gate_run){ .opts = o, .session = s, .base = base,
				.limited = limit_events_find(&o->limits, &s->side[0].measure),
				.set.ignored = session_ignored(s->opts) };
}

/*
 * How far apart runs start.  With --budget less, if so many runs as there may be would not fit: the pauses
 * must not be the reason for fewer runs.
 */
static uint64_t spacing_of(const struct gate_run *g)
{
	enum { USUAL_NS = 200000000, USUAL_MOST = 40 };
	const struct session_opts *s = g->session->opts;
	uint64_t runs = s->runs ? s->most_runs : g->base ? USUAL_MOST : BASELINE_LEAST;
	uint64_t share = s->budget_ns / (runs + 1);

	if (g->session->n > 1)
		return 0;
	return s->budget_ns && share < USUAL_NS ? share : USUAL_NS;
}

void gate_run_watch_machine(struct gate_run *g, bool saves)
{
	bool later = saves && !g->opts->limited;	/* a later gate may limit times */

	if ((g->base || saves) && (g->limited.of_times || later))
		session_watch_machine(g->session, spacing_of(g));
}

/* --- before the first run ---------------------------------------------------------------------------- */

/* Errors are as rare over all benchmarks of a suite as they are for one alone: each has its part of them. */
static double gate_run_level_of(const struct gate_run *g)
{
	size_t n = g->opts->n_benchmarks;

	return n > 1 ? 1 - (1 - g->opts->level) / (double)n : g->opts->level;
}

static struct stopping_opts rule_of(const struct gate_run *g, size_t judged)
{
	const struct session_opts *s = g->session->opts;
	enum stopping_caps caps = g->limited.caps;
	struct stopping_opts o = {
		.exact_min = (size_t)s->runs, .noisy_min = (size_t)s->runs, .noisy_max = (size_t)s->most_runs,
		.level = gate_run_level_of(g), .limited = judged, .paired = !g->base,
		.caps = caps,
	};

	if (g->set.n && g->base && caps != STOPPING_CAPS_ONLY)
		o.base_runs = g->set.side[0].n_rounds;
	if (g->opts->update && !o.exact_min)
		o.exact_min = BASELINE_LEAST;
	if (s->budget_ns)	/* it can end after any run, and what was found by then counts */
		o.step = 1;
	return o;
}

/* Refuses a baseline with too few runs, unless -r sets the number of runs. */
static int check_baseline(const struct gate_run *g, struct error *err)
{
	enum { USUAL_MOST = 40 };
	size_t least = stopping_least(&g->rule), most = g->rule.noisy_max ? g->rule.noisy_max : USUAL_MOST;

	if (!g->base || g->session->opts->runs || !g->rule.limited || (least && least <= most))
		return 0;
	error_set(err, ERROR_FORMAT, 0, "the baseline has %zu run%s, too few to be %g %% sure of %zu limit%s",
		  g->rule.base_runs, g->rule.base_runs == 1 ? "" : "s", 100 * g->rule.level, g->rule.limited,
		  g->rule.limited == 1 ? "" : "s");
	return error_hint(err, "measure it again: pstat gate --save FILE -r 10");
}

static int build_rule(struct gate_run *g, size_t judged, struct stopping_rule *rule, struct error *err)
{
	g->rule = rule_of(g, judged);
	return check_baseline(g, err) < 0 ? -1 : stopping_build(rule, &g->rule, err);
}

/* Refuses too few runs before anything runs, as far as they are known then. */
static int first_rounds(struct gate_run *g, struct comparison_set *set, size_t *rounds, struct error *err)
{
	const struct session *s = g->session;
	size_t limited = g->limited.n ? g->limited.n : 1;
	struct stopping_rule rule = {0};
	int rc;

	if (g->base && !s->rounds && comparison_set_add(set, g->base, err) < 0)
		return -1;
	rc = build_rule(g, limited * (g->base ? 1 : s->n - 1), &rule, err);
	*rounds = rule.runs;
	g->session->most_rounds = rule.asked_max;
	stopping_release(&rule);
	return rc;
}

/* --- evaluations ------------------------------------------------------------------------------------- */

/* The kernel has refused the event of a row twice: no later run counts it. */
static bool is_lost(const struct session *s, const char *row)
{
	for (size_t k = 0; k < s->n; k++) {
		const struct events *es = &s->side[k].measure.b.events;

		for (size_t i = 0; i < es->n; i++)
			if (es->event[i].flags & EVENT_UNSUPPORTED && strcmp(es->event[i].name, row) == 0)
				return true;
	}
	return false;
}

static void mark_lost(struct comparison *cmp, const struct session *s)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		cmp->comparison[i].lost = is_lost(s, cmp->comparison[i].row->name);
}

/* Compares the first rounds; inject: 0.02 makes all sides but the first 2 % worse. */
static int gate_run_evaluate(struct gate_run *g, struct comparison_set *set, size_t rounds, double inject,
			     struct error *err)
{
	struct comparison_opts o = gate_comparison_opts(g->opts, g->session->opts, g->base != NULL);

	if (g->history) {
		o.history = true;
		o.interleaved = false;
	}
	session_sum(g->session);
	comparison_set_clear(set);
	if (g->base && comparison_set_add(set, g->base, err) < 0)
		return -1;
	if (g->history)
		comparison_set_add_empty(set);
	for (size_t i = 0; i < g->session->n; i++) {
		struct samples *side;

		if (comparison_set_add(set, &g->session->side[i].report, err) < 0)
			return -1;
		side = &set->side[set->n - 1];
		side->n_rounds = side->n_rounds < rounds ? side->n_rounds : rounds;
	}
	comparison_set_inject(set, inject);
	if (g->history && trend_base_fill(g->history, &set->side[0], &set->side[1], o.limits, err) < 0)
		return -1;
	if (comparison_build(&set->comparison, set->side, set->n, &o, err) == 0) {
		mark_lost(&set->comparison, g->session);
		return 0;
	}
	if (err->kind == ERROR_NOT_FOUND)	/* a limit that matches no row */
		err->kind = ERROR_USAGE;
	return -1;
}

static bool varies(const struct row_comparison *c)
{
	return c->path != COMPARE_EXACT && c->path != COMPARE_NONE;
}

/* Shows which rows of a side vary. */
static int compare_with_itself(struct comparison_set *twice, const struct gate_run *g, size_t side,
			       struct error *err)
{
	const struct report *r = &g->session->side[side].report;
	const struct compare_opts how = { .level = g->opts->level };
	struct comparison_opts o = gate_comparison_opts(g->opts, g->session->opts, false);

	o.skip_unsupported = false;	/* missing values must be found */
	*twice = (struct comparison_set){ .ignored = g->set.ignored };
	if (comparison_set_add(twice, r, err) < 0 || comparison_set_add(twice, r, err) < 0)
		return -1;
	return comparison_set_compare(twice, &o, &how, err);
}

static size_t count_judged(const struct comparison *cmp)
{
	size_t n = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++)
		n += row_comparison_is_checked(&cmp->comparison[i]);
	return n;
}

static const struct { enum compare_reason reason; const char *code; } failures[] = {
	[SESSION_RUN_FAILED] = { REASON_FAILED, "command-failed" },
	[SESSION_BUILD_FAILED] = { REASON_NOT_BUILT, "build-failed" },
	[SESSION_OUTPUT_DIFFERS] = { REASON_OTHER_OUTPUT, "output-differs" },
};

static int evaluate_failure(struct gate_run *g, struct comparison_set *set, struct error *err)
{
	const struct compare_opts how = { .level = g->opts->level };
	struct comparison *cmp = &set->comparison;
	enum compare_reason why = g->session->status > STATUS_SIGNAL ? REASON_INTERRUPTED :
				  g->session->budget.ended	     ? REASON_BUDGET :
								       failures[g->session->failure].reason;

	if (gate_run_evaluate(g, set, g->session->rounds, 0, err) < 0)
		return -1;
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		if (row_comparison_is_checked(&cmp->comparison[i]) || cmp->comparison[i].why == REASON_FAILED)
			cmp->comparison[i].why = why;
	compare_all(cmp->comparison, cmp->n_comparisons, &how);
	return 0;
}

/* --- rounds ------------------------------------------------------------------------------------------ */

/* Whether valgrind counted the same in all runs of a side. */
static bool valgrind_repeats(const struct gate_run *g, size_t side)
{
	struct error ignored = ERROR_INIT;
	LOCAL(comparison_set) twice = {0};
	bool same = compare_with_itself(&twice, g, side, &ignored) == 0;

	for (size_t i = 0; i < twice.comparison.n_comparisons && same; i++)
		same = !twice.comparison.row[i].of->emulated || !varies(&twice.comparison.comparison[i]);
	return same;
}

/* A run under valgrind takes long, and another one would count the same.  A metric needs it in each round. */
static void stop_emulating(struct gate_run *g)
{
	struct session *s = g->session;
	bool enough = !s->side[0].opts.metrics.n && session_has_rounds(s);

	session_sum(s);
	for (size_t i = 0; i < s->n && enough; i++)
		enough = valgrind_repeats(g, i);
	for (size_t i = 0; i < s->n; i++)
		s->side[i].measure.emulated_enough = enough;
}

static int run_rounds(struct gate_run *g, size_t rounds, struct error *err)
{
	struct session *s = g->session;
	bool emulates = events_emulated(&s->side[0].measure.b.events) != NULL;

	if (emulates && rounds > VALGRIND_RUNS && s->rounds <= VALGRIND_RUNS) {
		g->failed = session_run(s, VALGRIND_RUNS, err) < 0;
		if (!g->failed && !s->over)
			stop_emulating(g);
	}
	g->failed = g->failed || session_run(s, rounds, err) < 0;
	return g->failed ? -1 : 0;
}

static size_t rounds_that_fit(const struct session *s)
{
	const struct kernel *k = s->env->kernel;
	size_t left = s->budget.ended ? 0 : budget_rounds_left(&s->budget, k->now_ns(k));

	return left < SIZE_MAX - s->side[0].rounds ? s->side[0].rounds + left : SIZE_MAX;
}

/* --- the verdicts ------------------------------------------------------------------------------------ */

static int see_rounds(struct gate_decision *d, size_t rounds, struct error *err)
{
	if (d->seen == rounds)
		return 0;
	d->seen = rounds;
	return gate_run_evaluate(d->g, d->set, rounds, d->inject, err);
}

static int build_for_rows(struct gate_decision *d, size_t rounds, struct error *err)
{
	if (see_rounds(d, rounds, err) < 0 ||
	    build_rule(d->g, count_judged(&d->set->comparison), &d->rule, err) < 0)
		return -1;
	d->g->session->most_rounds = d->rule.asked_max;
	return 0;
}

/* Without a limit, all rows are shown as they are after the first rounds. */
static void compare_shown(const struct stopping_rule *rule, struct comparison *cmp)
{
	const struct compare_opts how = { .paired = rule->opts.paired, .level = rule->opts.level };

	compare_all(cmp->comparison, cmp->n_comparisons, &how);
}

static enum stopping_answer look_at_rows(struct gate_decision *d)
{
	struct stopping_rule *rule = &d->rule;
	struct comparison *cmp = &d->set->comparison;

	if (!rule->opts.limited) {
		compare_shown(rule, cmp);
		return STOPPING_ENOUGH;
	}
	if (d->g->session->budget.total_ns)
		stopping_fit(rule, rounds_that_fit(d->g->session));
	/* the first look at rows that vary plans those that follow, for the runs that have time */
	d->paused = d->pauses && stopping_is_noisy(rule);
	if (d->paused)
		return stopping_is_over(rule, cmp->comparison, cmp->n_comparisons) ? STOPPING_ENOUGH :
										      STOPPING_GO_ON;
	return stopping_look(rule, cmp->comparison, cmp->n_comparisons);
}

static int gate_run_make_rounds(void *of, size_t rounds, struct error *err)
{
	return run_rounds(((struct gate_decision *)of)->g, rounds, err);
}

static long gate_run_look(void *of, size_t rounds, struct error *err)
{
	struct gate_decision *d = of;

	if (!d->seen && build_for_rows(d, rounds, err) < 0)
		return -1;
	while (d->rule.runs <= rounds) {
		if (see_rounds(d, d->rule.runs, err) < 0)
			return -1;
		d->settled = look_at_rows(d) != STOPPING_GO_ON;
		if (d->settled || d->paused)
			return 0;
	}
	return (long)d->rule.runs;
}

/* --selftest simulates what this number of runs can detect; the note says how many were planned. */
static void keep_rule(struct gate_run *g, const struct stopping_rule *rule, size_t rounds)
{
	g->most_rounds = rule->asked_max;
	g->least_rounds = stopping_least(&rule->opts);
	if (!g->session->budget.total_ns)
		return;
	g->rule.noisy_max = rule->looked ? rule->opts.noisy_max : rounds;
	g->rule.noisy_min = rule->opts.noisy_min;
	g->rule.step = 0;	/* fewer looks find about the same, in a fifth of the time */
}

/* With more time there would have been more runs. */
static void blame_budget(const struct gate_run *g, struct comparison *cmp)
{
	if (!g->session->budget.total_ns || g->session->side[0].rounds >= g->most_rounds)
		return;
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		if (cmp->comparison[i].reason == REASON_MACHINE_SHORT)
			cmp->comparison[i].reason = REASON_BUDGET;
}

/* The budget ended before the next look.  The set has the last one. */
static int look_last(struct gate_decision *d, size_t rounds, struct error *err)
{
	struct comparison *cmp = &d->set->comparison;

	if (!d->seen && gate_run_look(d, rounds, err) < 0)
		return -1;
	if (rounds >= d->rule.runs || d->rule.looked)
		return 0;
	if (see_rounds(d, rounds, err) < 0)
		return -1;
	stopping_end(&d->rule, cmp->comparison, cmp->n_comparisons, rounds);
	return 0;
}

static int conclude(struct gate_decision *d, struct error *err)
{
	struct gate_run *g = d->g;
	size_t rounds = g->session->side[0].rounds;

	if ((g->session->over ? evaluate_failure(g, d->set, err) : look_last(d, rounds, err)) < 0)
		return -1;
	if (d->seen) {
		keep_rule(g, &d->rule, rounds);
		blame_budget(g, &d->set->comparison);
	}
	comparison_conclude(&d->set->comparison);
	return 0;
}

static int decide(struct gate_decision *d, bool pauses, struct error *err)
{
	const struct session_rule rule = { .of = d, .run = gate_run_make_rounds, .look = gate_run_look };
	struct gate_run *g = d->g;
	int rc = d->rounds ? 0 : first_rounds(g, d->set, &d->rounds, err);

	d->pauses = pauses;
	if (rc == 0)
		rc = session_run_until(g->session, d->rounds, &rule, err);
	if (d->seen)
		d->rounds = d->rule.runs;
	g->waits = rc == 0 && pauses && !g->session->over && !d->settled;
	return rc == 0 && !g->waits ? conclude(d, err) : rc;
}

static int gate_run_decide_set(struct gate_run *g, struct comparison_set *set, double inject,
			       struct error *err)
{
	struct gate_decision d = { .g = g, .set = set, .inject = inject };
	int rc = decide(&d, false, err);

	stopping_release(&d.rule);
	return rc;
}

int gate_run_decide(struct gate_run *g, bool pauses, struct error *err)
{
	if (!g->decision.g)
		g->decision = (struct gate_decision){ .g = g, .set = &g->set, .inject = g->opts->inject };
	return decide(&g->decision, pauses, err);
}

/* --- one side alone ---------------------------------------------------------------------------------- */

static void check_rows(struct gate_baseline *found, const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (!row_comparison_is_checked(c))
			continue;
		found->varies |= varies(c);
		if (!c->after.n && c->verdict != VERDICT_SAME && !found->lacking[0])
			snprintf(found->lacking, sizeof(found->lacking), "%s", c->row->name);
	}
}

int gate_run_check(struct gate_run *g, struct gate_baseline *found, struct error *err)
{
	LOCAL(comparison_set) twice = {0};
	int rc;

	*found = (struct gate_baseline){0};
	session_sum(g->session);
	rc = compare_with_itself(&twice, g, g->session->n - 1, err);
	if (rc == 0)
		check_rows(found, &twice.comparison);
	return rc;
}

int gate_run_measure(struct gate_run *g, struct error *err)
{
	struct session *s = g->session;
	size_t least = s->opts->runs ? (size_t)s->opts->runs : BASELINE_LEAST;
	size_t most = (size_t)s->opts->most_runs;
	struct gate_baseline found = {0};

	g->most_rounds = least;
	if (run_rounds(g, least, err) < 0 ||
	    (!s->over && most > least && gate_run_check(g, &found, err) < 0) ||
	    (found.varies && run_rounds(g, g->most_rounds = most, err) < 0) ||
	    gate_run_evaluate(g, &g->set, s->rounds, 0, err) < 0)
		return -1;
	comparison_conclude(&g->set.comparison);
	return 0;
}

/* --- a history --------------------------------------------------------------------------------------- */

int gate_run_trend(struct gate_run *g, struct error *err)
{
	struct session *s = g->session;
	const struct compare_opts how = { .level = gate_run_level_of(g) };
	struct comparison *cmp = &g->set.comparison;
	int rc;

	g->most_rounds = s->opts->runs ? (size_t)s->opts->runs : BASELINE_LEAST;
	rc = run_rounds(g, g->most_rounds, err);
	if (rc == 0)
		rc = s->over ? evaluate_failure(g, &g->set, err)
			     : gate_run_evaluate(g, &g->set, s->rounds, g->opts->inject, err);
	if (rc < 0)
		return -1;
	if (!s->over)
		compare_all(cmp->comparison, cmp->n_comparisons, &how);
	comparison_conclude(cmp);
	trend_base_note(g->history, cmp);
	return 0;
}

/* --- a command against itself ------------------------------------------------------------------------ */

static void find_smallest_changes(struct gate_run *g)
{
	enum { REPETITIONS = 100 };
	struct comparison *cmp = &g->set.comparison;
	const struct kernel *k = g->session->env->kernel;
	uint64_t until = budget_rest_end(&g->session->budget, k->now_ns(k));

	g->detect = mem_resize(NULL, cmp->n_comparisons, sizeof(*g->detect));
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		g->detect[i] = (struct power){0};
		if (!row_comparison_is_checked(&cmp->comparison[i]))
			continue;
		if (k->now_ns(k) < until)
			power_smallest_change(&g->detect[i], &cmp->comparison[i], &g->rule, REPETITIONS);
		else
			g->detect[i].change = g->detect[i].quiet = NAN;
	}
	cmp->opts.detect = g->detect;
}

/* Whether the injected change exceeds the limit of the row. */
static bool is_beyond(const struct row_comparison *c, double inject)
{
	const struct threshold *t = &c->threshold;
	int worse = c->row->more_is_better ? -1 : 1;
	double median = c->before.median, change = fabs(median) * inject;
	bool limited = !isnan(t->relative) || !isnan(t->absolute);

	if (!isnan(t->cap) && (worse < 0 ? median - change < t->cap : median + change > t->cap))
		return true;
	return limited && t->sign == worse && !(inject <= t->relative) && !(change <= t->absolute);
}

/* The comparison of the changed runs has the same rows in the same order. */
static int check_injected(struct gate_run *g, struct error *err)
{
	struct comparison *plain = &g->set.comparison;
	const struct comparison *cmp = &g->injected.comparison;
	double inject = g->opts->inject;
	size_t known = 0, beyond = 0, missed = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (!row_comparison_is_checked(c))
			continue;
		known += c->verdict != VERDICT_INCOMPARABLE && c->verdict != VERDICT_MISSING;
		if (!c->before.n || !is_beyond(c, inject))
			continue;
		beyond++;
		if (c->verdict == VERDICT_WORSE)
			continue;
		missed++;
		comparison_add_note(plain, GRAVITY_ERROR, -1, "missed",
				    "%s: with %+g %% injected it is not detected as worse", c->row->name,
				    100 * inject);
	}
	if (!beyond && known) {
		error_set(err, ERROR_USAGE, 0, "--inject %+g%% is within all limits", 100 * inject);
		return error_hint(err, "inject more than a limit allows");
	}
	g->caught = beyond && !missed;
	return 0;
}

int gate_run_selftest(struct gate_run *g, struct error *err)
{
	int rc = gate_run_decide_set(g, &g->set, 0, err);

	if (rc < 0 || g->session->over)
		return rc;
	if (g->opts->inject > 0) {
		g->injected.ignored = g->set.ignored;
		rc = gate_run_decide_set(g, &g->injected, g->opts->inject, err);
		if (rc == 0 && !g->session->over)
			rc = check_injected(g, err);
	}
	if (rc == 0 && (!g->session->budget.total_ns || g->rule.noisy_max >= g->least_rounds))
		find_smallest_changes(g);
	return rc;
}

/* --- after the last run ------------------------------------------------------------------------------ */

/* What the budget left out: verdicts, runs of a baseline, or a run that it ended. */
static bool is_cut(const struct gate_run *g)
{
	const struct session *s = g->session;
	size_t made = s->side[0].rounds;

	if (s->budget.stopped)
		return true;
	if (!g->least_rounds || g->opts->update)
		return s->budget.ended && made < BASELINE_LEAST;
	return s->budget.total_ns && g->set.comparison.count[VERDICT_UNSURE] && made < g->most_rounds;
}

/* How many runs might decide the rows that are not sure; 0: no number would. */
static size_t runs_for_rows(const struct gate_run *g, size_t made)
{
	const struct comparison *cmp = &g->set.comparison;
	size_t most = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (!row_comparison_is_checked(c) || c->verdict != VERDICT_UNSURE)
			continue;
		if (c->reason == REASON_BUDGET)	/* the runs did not tell how the machine was */
			return made < BASELINE_LEAST ? BASELINE_LEAST : g->most_rounds;
		most = !c->runs_of_both && c->runs > most ? c->runs : most;
	}
	return most;
}

/* Tells how much longer the budget must be. */
static void note_budget(struct gate_run *g)
{
	const struct session *s = g->session;
	const struct budget *b = &s->budget;
	bool kept = !g->least_rounds || g->opts->update, unsure = g->set.comparison.count[VERDICT_UNSURE];
	size_t made = s->side[0].rounds, least = kept ? BASELINE_LEAST : g->least_rounds;
	size_t wanted = made < least ? least : kept ? g->most_rounds : runs_for_rows(g, made);
	uint64_t enough = wanted && (kept || unsure) ? budget_for(b, wanted, 1) : 0;
	LOCAL(str) text = {0};

	budget_add_end(&text, b, made, kept ? "" : "up to ", kept ? wanted : g->most_rounds, s->n > 1);
	if (kept)
		str_add(&text, "; a gate against this result finds less than against one of all runs");
	else if (unsure && made < least)
		str_addf(&text, "; a row that varies needs at least %zu", wanted);
	else if (unsure && wanted)
		str_addf(&text, "; %zu might be enough to be sure", wanted);
	if (enough) {
		str_add(&text, ": about --budget ");
		budget_add_enough(&text, enough);
	}
	if (enough && wanted > g->most_rounds)
		str_addf(&text, " and -r %zu:%zu", g->set.comparison.opts.least_runs, wanted);
	comparison_add_note(&g->set.comparison, kept ? GRAVITY_WARNING : GRAVITY_NOTE, -1, "budget", "%s",
			    text.text);
	g->set.comparison.opts.budget_ended = true;
}

int gate_run_salvage(struct gate_run *g, const struct error *why)
{
	struct error ignored = ERROR_INIT;

	if (!g->failed || !session_has_rounds(g->session) || evaluate_failure(g, &g->set, &ignored) < 0)
		return -1;
	comparison_conclude(&g->set.comparison);
	comparison_add_note(&g->set.comparison, GRAVITY_ERROR, -1, "run-failed", "%s", why->message);
	return 0;
}

void gate_run_note(struct gate_run *g)
{
	const struct session *s = g->session;
	struct comparison *cmp = &g->set.comparison;

	if (s->status > STATUS_SIGNAL)
		comparison_add_note(cmp, GRAVITY_ERROR, -1, "interrupted",
				    "interrupted after %zu rounds", s->side[0].rounds);
	else if (s->failure_text.len)
		comparison_add_note(cmp, GRAVITY_ERROR, -1, failures[s->failure].code, "%s",
				    s->failure_text.text);
	else if (s->status == STATUS_TIMEOUT)
		comparison_add_note(cmp, GRAVITY_ERROR, -1, "timeout", s->budget.ended ?
				    "a command had not ended when --budget ended" : "a run exceeded --timeout");
	else if (s->status != STATUS_OK)
		comparison_add_note(cmp, GRAVITY_ERROR, -1, failures[s->failure].code,
				    "a run failed with status %d", s->status);
	else if (is_cut(g))
		note_budget(g);
	same_output_note(s, cmp);
	comparison_set_note_machine(&g->set, s);
}

void gate_run_release(struct gate_run *g)
{
	comparison_set_release(&g->set);
	comparison_set_release(&g->injected);
	stopping_release(&g->decision.rule);
	free(g->detect);
	*g = (struct gate_run){0};
}
