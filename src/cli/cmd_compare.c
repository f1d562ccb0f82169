/* SPDX-License-Identifier: MIT */
/* compare: runs commands in turns, or reads saved results, and compares them with the first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/benchmark_set.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "compare/effect.h"
#include "format/format.h"
#include "session/comparison_set.h"
#include "session/session.h"
#include "session/session_run.h"

/* Some readers of junit refuse a document without test cases. */
static void say_formats(const struct env *env, const struct options *o, const struct output *out)
{
	if (!o->session.quiet && output_has_flag(out, FORMAT_VERDICTS))
		message_print(env->err, "pstat: note: junit and github report limits, and only 'pstat gate' "
			      "has limits\n");
}

/* --- commands ---------------------------------------------------------------------------------------- */

struct command_session {
	const struct options *opts;
	struct session session;
	struct comparison_set set;
	struct alpha_spending plan;		/* the numbers of rounds after which the sides are compared */
	size_t step;
	bool fitted;			/* for as many rounds as fit into the budget */
};

/* Compares after the least number of rounds, then after every five more. */
static void plan_evaluations(struct command_session *c, size_t last)
{
	enum { STEP = 5 };
	const struct alpha_spending_plan plan = {
		.first = (size_t)c->opts->session.runs, .last = last, .step = STEP,
		.alpha = (1 - c->opts->level) / 2, .tests = 1, .one_sample = true,
	};

	alpha_spending_release(&c->plan);
	alpha_spending_plan(&c->plan, &plan);
	c->session.most_rounds = last;
}

/* With a budget, once the first rounds tell how many fit: else what is spent last would never be. */
static int plan_for_budget(struct command_session *c, struct error *err)
{
	const struct session_opts *o = &c->opts->session;
	const struct kernel *k = c->session.env->kernel;
	size_t fit;

	if (!o->budget_ns || o->most_runs == o->runs)
		return 0;
	if (session_run(&c->session, (size_t)o->runs, err) < 0)
		return -1;
	if (c->session.over || c->session.budget.ended)
		return 0;
	fit = c->session.rounds + budget_rounds_left(&c->session.budget, k->now_ns(k));
	c->fitted = fit < o->most_runs;
	if (c->fitted)
		plan_evaluations(c, fit);
	return 0;
}

/*
 * Repeated comparisons need a higher level each; a single one, of a session that ended early, does not.
 * With a budget the last one may come before its step: fewer runs at its level are no more often wrong.
 */
static double level_of(const struct command_session *c)
{
	if (!c->step && c->session.rounds && (c->session.over || c->session.budget.ended))
		return c->opts->level;
	return 1 - 2 * alpha_spending_alpha(&c->plan, c->step, 1);
}

static int evaluate(struct command_session *c, struct error *err)
{
	const struct comparison_opts o = { .mode = COMPARISON_PLAIN, .level = c->opts->level,
					   .order = SESSION_ORDER,
					   .warmups = (size_t)c->opts->session.warmups };
	const struct compare_opts how = { .paired = true, .level = level_of(c) };

	session_sum(&c->session);
	comparison_set_clear(&c->set);
	for (size_t i = 0; i < c->session.n; i++)
		if (comparison_set_add(&c->set, &c->session.side[i].report, err) < 0)
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

/* Early comparisons decide whether to continue; only the last one is shown. */
static int run_rounds(struct command_session *c, struct error *err)
{
	if (plan_for_budget(c, err) < 0)
		return -1;
	for (;; c->step++) {
		if (session_run(&c->session, c->plan.runs[c->step], err) < 0)
			return -1;
		if (c->session.over || c->session.budget.ended || c->step + 1 == c->plan.n)
			return 0;
		if (evaluate(c, err) < 0)
			return -1;
		if (is_enough(&c->set.comparison))
			return 0;
	}
}

static void note_few(struct comparison *cmp, double level, bool paired, size_t n)
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
	struct str text = {0};

	str_add(&text, "--budget ");
	budget_add_time(&text, s->budget.total_ns);
	str_addf(&text, " ended after %zu of at %s %zu runs of each command", n, n < least ? "least" : "most",
		 n < least ? least : (size_t)s->opts->most_runs);
	if (s->budget.stopped)
		str_add(&text, ", during another one");
	if (enough) {
		str_add(&text, ": about --budget ");
		budget_add_enough(&text, enough);
		str_addf(&text, " is enough for %zu", least);
	}
	comparison_add_note(cmp, n < least ? GRAVITY_WARNING : GRAVITY_NOTE, -1, "budget", "%s", text.text);
	str_release(&text);
}

/* Adds notes on what the table does not show. */
static void note_rounds(struct command_session *c)
{
	const struct session *s = &c->session;
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
		note_few(cmp, c->opts->level, true, n);
}

/* An incomplete result does not replace a complete one. */
static int save_sides(struct command_session *c, struct output *out, struct error *err)
{
	const char *file = c->opts->out.save;

	if (!c->session.over)
		return output_sides(out, &c->session, err);
	if (file)
		comparison_add_note(&c->set.comparison, GRAVITY_WARNING, -1, "not-saved",
				    "nothing is saved in %s, because the series is not complete", file);
	return 0;
}

/* Only for an interrupt, as a failed run was reported when it ended. */
static int say_nothing_complete(const struct command_session *c)
{
	if (c->session.status > STATUS_SIGNAL && !c->opts->session.quiet)
		message_print(c->session.env->err,
			      "pstat: interrupted before one run of each command was complete\n");
	return 0;
}

static int show_commands(struct command_session *c, struct output *out, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc;

	if (!session_has_rounds(&c->session))
		return say_nothing_complete(c);
	if (evaluate(c, err) < 0)
		return -1;
	note_rounds(c);
	comparison_set_note_machine(&c->set, &c->session);
	rc = save_sides(c, out, err);
	if (output_comparison(out, &c->set.comparison, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return output_end_comparisons(out, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

/* Complete rounds are shown even if something fails after them. */
static int run_commands(struct command_session *c, const struct env *env, struct error *err)
{
	struct error lost = ERROR_INIT;
	struct output out = {0};
	int rc = output_open(&out, env, c->opts, err);

	if (rc < 0)
		return -1;
	say_formats(env, c->opts, &out);
	plan_evaluations(c, (size_t)c->opts->session.most_runs);
	rc = session_prepare(&c->session, err) < 0 || session_start(&c->session, err) < 0 ? -1 : 0;
	if (rc == 0)
		rc = run_rounds(c, err);
	if (session_end(&c->session, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (show_commands(c, &out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (output_close(&out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc < 0 ? -1 : c->session.status;
}

static int compare_commands(const struct env *env, const struct options *o, struct error *err)
{
	struct command_session c = { .opts = o, .set.ignored = session_ignored(&o->session) };
	int rc;

	if (o->session.n_commands < 2) {
		error_set(err, ERROR_USAGE, 0, "compare needs a second command");
		error_hint(err, "add --vs COMMAND [ARG...]");
		return -1;
	}
	rc = session_open(&c.session, env, &o->session, &o->measure, err);
	if (rc == 0)
		rc = o->session.dry_run ? session_print_plan(&c.session, err) : run_commands(&c, env, err);
	comparison_set_release(&c.set);
	alpha_spending_release(&c.plan);
	session_release(&c.session);
	return rc;
}

/* --- files ------------------------------------------------------------------------------------------- */

struct files {
	const struct options *opts;
	struct benchmark_set benchmarks;
	struct output out;
	bool several;			/* comparisons */
	struct error write_error;		/* the first error of an output; the others continue */
};

/* Whether one session measured them, in turns. */
static bool is_one_session(const struct report *report, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!report[i].b->session_id || strcmp(report[i].b->session_id, report[0].b->session_id) != 0)
			return false;
	return true;
}

static size_t fewest_rounds(const struct comparison_set *set)
{
	size_t n = set->side[0].n_rounds;

	for (size_t i = 1; i < set->n; i++)
		n = set->side[i].n_rounds < n ? set->side[i].n_rounds : n;
	return n;
}

static int show_places(struct files *f, const struct benchmark_place *place, size_t n, struct error *err)
{
	const struct benchmark_set *all = &f->benchmarks;
	struct comparison_set set = { .ignored = session_ignored(&f->opts->session) };
	const struct comparison_opts o = { .mode = COMPARISON_PLAIN, .level = f->opts->level,
					   .check_hosts = true, .allow_mismatch = true, .named = true,
					   .several = f->several };
	struct compare_opts how = { .level = f->opts->level };
	struct report *report = mem_resize(NULL, n, sizeof(*report));
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct benchmark *b = benchmark_set_at(all, place[i]);

		rc = benchmark_regroup(b, options_rows(f->opts), err);
		if (rc < 0)
			break;
		benchmark_report(&report[i], b);
		if (comparison_set_add(&set, &report[i], err) < 0)
			rc = error_prefix(err, benchmark_file_name(&all->file[place[i].file]));
	}
	how.paired = rc == 0 && is_one_session(report, n);
	if (rc == 0)
		rc = comparison_set_compare(&set, &o, &how, err);
	if (rc == 0) {
		note_few(&set.comparison, how.level, how.paired, fewest_rounds(&set));
		output_comparison(&f->out, &set.comparison, error_slot(&f->write_error, &lost));
	}
	comparison_set_release(&set);
	free(report);
	return rc;
}

/* Compares all results of one file with its first. */
static int show_file(struct files *f, struct error *err)
{
	size_t n = f->benchmarks.file[0].all.n;
	struct benchmark_place *place = mem_resize(NULL, n, sizeof(*place));
	int rc;

	for (size_t i = 0; i < n; i++)
		place[i] = (struct benchmark_place){ 0, i };
	if (n < 2) {
		rc = error_set(err, ERROR_USAGE, 0,
			       "%s has only one result, and compare needs two",
			       benchmark_file_name(&f->benchmarks.file[0]));
		error_hint(err, "pstat compare BASE.json NEW.json");
	} else {
		rc = show_places(f, place, n, err);
	}
	free(place);
	return rc;
}

static int show_namesakes(struct files *f, const struct env *env, struct error *err)
{
	const struct benchmark_set *all = &f->benchmarks;
	size_t n = all->file[0].all.n, found = 0;
	struct benchmark_place *place = mem_resize(NULL, all->n, sizeof(*place));
	int rc = 0;

	for (size_t i = 0; i < n; i++)
		found += benchmark_set_namesakes(place, all, i) > 1;
	f->several = found > 1;
	for (size_t i = 0; i < n && rc == 0; i++) {
		size_t sides = benchmark_set_namesakes(place, all, i);

		if (sides > 1)
			rc = show_places(f, place, sides, err);
	}
	free(place);
	if (rc == 0 && !found) {
		error_set(err, ERROR_NOT_FOUND, 0, "%s and %s have no result of the same name",
			  benchmark_file_name(&all->file[0]), benchmark_file_name(&all->file[1]));
		error_hint(err, "--name names a result when it is saved");
		return -1;
	}
	if (rc == 0 && !f->opts->session.quiet)
		benchmark_set_say_alone(all, env);
	return rc;
}

static int compare_files(const struct env *env, const struct options *o, struct error *err)
{
	struct files f = { .opts = o, .write_error = ERROR_INIT };
	struct error lost = ERROR_INIT;
	int rc = benchmark_set_open(&f.benchmarks, env, o->words, o->n_words, o->session.name, err);

	if (rc == 0)
		rc = output_open(&f.out, env, o, err);
	if (rc == 0)
		say_formats(env, o, &f.out);
	if (rc == 0)
		rc = f.benchmarks.n == 1 ? show_file(&f, err) : show_namesakes(&f, env, err);
	if (rc == 0)
		output_end_comparisons(&f.out, error_slot(&f.write_error, &lost));
	rc = error_keep_first(err, &f.write_error, rc);	/* nothing is written after another error */
	if (output_close(&f.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	benchmark_set_release(&f.benchmarks);
	return rc;
}

int cmd_compare(const struct env *env, const struct options *o, struct error *err)
{
	if (o->command)
		return compare_commands(env, o, err);
	if (o->n_words)
		return compare_files(env, o, err);
	error_set(err, ERROR_USAGE, 0, "compare needs commands, or saved results");
	error_hint(err, "pstat compare -- COMMAND [ARG...] --vs COMMAND [ARG...], "
		   "or: pstat compare BASE.json NEW.json");
	return -1;
}
