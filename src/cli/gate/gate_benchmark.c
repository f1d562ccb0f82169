/* SPDX-License-Identifier: MIT */
/* Measures, judges, reports and saves one benchmark of gate. */
#include "cli/gate/gate_benchmark.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "cli/gate/gate_advice.h"
#include "compare/host_match.h"
#include "format/conclusion.h"
#include "format/github.h"
#include "format/style.h"
#include "session/base_build.h"
#include "session/comparison_set.h"
#include "session/limit_events.h"
#include "session/session_run.h"
#include "session/where_run.h"

/* --- commands ---------------------------------------------------------------------------------------- */

bool gate_is_compared(const struct options *o)
{
	const struct gate_opts *g = &o->gate;

	return g->baseline || g->selftest || g->trend || o->session.base.rev;
}

/* A result may also be only saved. */
bool gate_has_purpose(const struct options *o)
{
	return gate_is_compared(o) || o->out.save || o->gate.history;
}

static int check_mode(const struct options *o, struct error *err)
{
	const struct gate_opts *g = &o->gate;
	size_t n = o->session.n_commands;

	if (n > 1 && (g->baseline || g->selftest || g->trend)) {
		error_set(err, ERROR_USAGE, 0, "%s is for one command",
			  g->selftest ? "--selftest" : g->trend ? "--trend" : "--baseline");
		return error_hint(err, "leave out --vs and what follows it");
	}
	if (n == 1 && o->session.same_output && !g->selftest) {	/* a rule has refused what files tell */
		error_set(err, ERROR_USAGE, 0, "--same-output needs two commands");
		return error_hint(err, "add --vs COMMAND, or --base COMMIT");
	}
	if (n == 1 && !gate_has_purpose(o)) {
		error_set(err, ERROR_USAGE, 0, "gate needs something to compare with");
		return error_hint(err, "add --vs COMMAND, or --baseline FILE (--save FILE makes one); "
				  "to check a cap such as max-rss=64M alone, give --vs the same command");
	}
	if (g->baseline && o->out.save && strcmp(g->baseline, o->out.save) == 0) {
		error_set(err, ERROR_USAGE, 0, "--save would replace the baseline");
		return error_hint(err, "use --update to replace the baseline");
	}
	return 0;
}

/* --- saving ---------------------------------------------------------------------------------------- */

static const char *how_saved(const struct gate_benchmark *g)
{
	if (!g->opts.gate.update)
		return "saved";
	if (g->alone)
		return "new";
	switch (g->run.set.comparison.outcome) {
	case OUTCOME_REGRESSED:
		return g->run.set.comparison.count[VERDICT_WORSE] ?
			"accepted although it regressed," : "accepted although it is beyond its limit,";
	case OUTCOME_INCOMPARABLE:
		return "accepted although it cannot be compared,";
	default:
		return "accepted";
	}
}

static int say_saved(const struct gate_benchmark *g, struct error *err)
{
	const struct options *o = &g->opts;
	const struct comparison *cmp = &g->run.set.comparison;
	const struct session *s = &g->session;
	int rc = 0;

	for (size_t i = 0; i < s->n && rc == 0; i++) {
		LOCAL(str) name = {0};

		comparison_add_benchmark(&name, cmp, cmp->n_sides - s->n + i);
		rc = gate_output_say(g->env, o, err, " %s in %s as '%s': %zu run%s\n", how_saved(g),
				     o->out.save, name.text, s->side[i].rounds,
				     s->side[i].rounds == 1 ? "" : "s");
	}
	return rc;
}

/* The first skipped row that the baseline has a value for; NULL: none. */
static const char *lost_row(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (row_comparison_is_skipped(c) && c->before.n)
			return c->row->name;
	}
	return NULL;
}

/* --update accepts a result only if a limit was checked. */
static int refuse_unjudged(const struct gate_benchmark *g, struct error *err)
{
	error_set(err, ERROR_UNSUPPORTED, 0, "no limit could be checked, so '%s' is not changed",
		  g->opts.out.save ? g->opts.out.save : g->opts.gate.history);
	return error_hint(err, "choose a limit that can be checked with --limit");
}

/*
 * Refuses to save a baseline without a value for a limit, as the next gate could not check that limit.
 * --save refuses it only if --limit was given; --update always does.
 */
static int check_lacking(struct gate_benchmark *g, struct error *err)
{
	const struct gate_opts *o = &g->opts.gate;
	struct gate_baseline found;
	const char *lacking, *lost;

	if (!g->alone && !o->update)
		return 0;
	if (gate_run_check(&g->run, &found, err) < 0)
		return -1;
	lost = lost_row(&g->run.set.comparison);
	lacking = lost ? lost : found.lacking;
	if (!lost && o->update && comparison_is_nothing(&g->run.set.comparison))
		return refuse_unjudged(g, err);
	if (!lacking[0])
		return 0;
	if (!lost && (o->skip_unsupported || !(o->limited || o->update))) {
		comparison_add_note(&g->run.set.comparison, GRAVITY_WARNING, -1, "not-measured",
				    "%s has no value: this result is no baseline for a limit on it", lacking);
		return 0;
	}
	error_set(err, ERROR_UNSUPPORTED, 0, "%s has no value, so nothing is saved", lacking);
	return error_hint(err, "choose a limit that can be checked with --limit");
}

/* Of two commands, the first is the one to compare with: it is no new result. */
static int gate_benchmark_append(struct gate_benchmark *g, struct error *err)
{
	const struct comparison *cmp = &g->run.set.comparison;

	if (gate_history_add(&g->to->history, &g->opts, cmp, cmp->n_sides > 1, err) < 0)
		return -1;
	return g->to->several ? 0 :
	       gate_history_write(&g->to->history, g->env, &g->opts, !g->alone || g->opts.gate.baseline, err);
}

static void note_caught(struct gate_benchmark *g)
{
	LOCAL(str) line = {0};

	if (!g->run.caught)
		return;
	conclusion_add(&line, &g->run.injected.comparison, &style_plain);
	comparison_add_note(&g->run.set.comparison, GRAVITY_NOTE, -1, "caught", "with %+g %% injected: %s",
			    100 * g->opts.gate.inject, str_text(&line));
}

static int save(struct gate_benchmark *g, struct error *err)
{
	struct gate_results *to = g->to;

	if (to->save_failed)
		return error_set(err, ERROR_SYSTEM, 0, "%s could not be written before", g->opts.out.save);
	to->save_failed = output_sides(&to->out, &g->session, err) < 0;
	return to->save_failed ? -1 : 0;
}

/* Saves before it reports, so that the report is true. */
static int report(struct gate_benchmark *g, struct error *err)
{
	bool whole = g->session.status == STATUS_OK && !g->run.failed && !g->cleanup_failed;
	bool keeps = g->opts.out.save && whole;
	struct error why = ERROR_INIT, lost = ERROR_INIT;
	int rc = 0, kept = 0;

	note_caught(g);
	gate_run_note(&g->run);
	if (whole)
		kept = check_lacking(g, &why);
	if (keeps && kept == 0)
		rc = save(g, err);
	g->run.set.comparison.opts.accepted = g->opts.gate.update && whole && kept == 0 && rc == 0;
	g->run.set.comparison.opts.several = g->to->several;
	if (gate_output_comparison(&g->to->report, &g->run.set.comparison, rc < 0 ? &lost : err) < 0)
		rc = -1;
	g->to->n_reported++;
	if (!g->to->several && gate_output_end(&g->to->report, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (rc == 0 && kept < 0) {
		*err = why;
		return -1;
	}
	if (rc == 0 && keeps)
		rc = say_saved(g, err);
	return rc == 0 && whole && g->opts.gate.history ? gate_benchmark_append(g, err) : rc;
}

/* --- the exit status ------------------------------------------------------------------------------- */

static int gate_benchmark_status_of(const struct gate_benchmark *g, struct error *err)
{
	int status;

	if (g->session.failure != SESSION_RUN_FAILED)
		return STATUS_COMMAND_FAILED;
	if (g->session.status != STATUS_OK)
		return g->session.status > STATUS_SIGNAL || g->session.status == STATUS_TIMEOUT ?
			g->session.status : STATUS_COMMAND_FAILED;
	if (g->alone || g->opts.gate.update)
		return STATUS_OK;
	status = gate_output_status(&g->run.set.comparison, err);
	return status == STATUS_UNMEASURED ? -1 : status;
}

static int gate_benchmark_decide(struct gate_benchmark *g, bool pauses, struct error *err)
{
	if (g->alone)
		return gate_run_measure(&g->run, err);
	if (g->run.history)
		return gate_run_trend(&g->run, err);
	if (g->opts.gate.selftest)
		return gate_run_selftest(&g->run, err);
	return gate_run_decide(&g->run, pauses, err);
}

static bool is_annotated(const struct gate_benchmark *g)
{
	return gate_output_annotates(&g->opts, &g->run.set.comparison) &&
	       github_has_errors(&g->run.set.comparison);
}

/* The lines of code behind the verdict, or of a result that is only saved. */
static void add_lines(struct gate_benchmark *g)
{
	struct saved_base *saved = g->run.history ? &g->newest : &g->baseline;
	struct program_where *base = saved->there ? &saved->file.all.benchmark->where : NULL;

	if (g->alone) {
		where_run_make_alone(&g->session);
		return;
	}
	where_run_make(&g->session, &g->run.set.comparison, base);
	where_run_show(&g->session, &g->run.set.comparison, base);
	where_run_find_callers(&g->session, &g->run.set.comparison, base);
}

/* If --cleanup fails, the comparison is still written, but nothing is saved. */
static int finish(struct gate_benchmark *g, struct error *err)
{
	struct error why = ERROR_INIT;

	add_lines(g);
	g->cleanup_failed = session_end(&g->session, &why) < 0;
	if (g->cleanup_failed)
		comparison_add_note(&g->run.set.comparison, GRAVITY_ERROR, -1, "cleanup-failed", "%s",
				    why.message);
	if (report(g, err) < 0)
		return -1;
	if (!g->cleanup_failed)
		return 0;
	*err = why;
	g->annotated = is_annotated(g);
	return -1;
}

/* --- from the first run to the last ----------------------------------------------------------------- */

int gate_benchmark_run(struct gate_benchmark *g, bool pauses, struct error *err)
{
	int rc = session_prepare(&g->session, err) < 0 ? -1 : session_start(&g->session, err);

	g->started = true;
	if (rc < 0 && base_build_accepts(&g->session, err)) {
		g->accepted = *err;
		return 0;
	}
	return rc < 0 ? -1 : gate_benchmark_decide(g, pauses, err);
}

bool gate_benchmark_waits(const struct gate_benchmark *g)
{
	return g->run.waits;
}

int gate_benchmark_go_on(struct gate_benchmark *g, struct error *err)
{
	return gate_benchmark_decide(g, false, err);
}

/* The base does not have the program yet. */
static int accept_missing_base(struct gate_benchmark *g)
{
	struct error lost = ERROR_INIT;

	session_end(&g->session, &lost);
	if (g->opts.gate.github)
		gate_output_annotate(g->env, "warning", &g->accepted);
	return STATUS_OK;
}

static int end_session(struct gate_benchmark *g, int rc, struct error *err)
{
	struct error lost = ERROR_INIT;

	if (g->accepted.kind != ERROR_NONE)
		return accept_missing_base(g);
	if (rc < 0 && gate_run_salvage(&g->run, err) == 0)
		finish(g, &lost);
	else if (rc < 0)
		session_end(&g->session, &lost);
	else
		rc = finish(g, err);
	if (rc < 0)
		return -1;
	g->annotated = is_annotated(g);
	g->concluded = true;
	return gate_benchmark_status_of(g, err);
}

/* --- opening and closing ---------------------------------------------------------------------------- */

int gate_results_open(struct gate_results *to, const struct env *env, const struct options *o,
			struct error *err)
{
	to->report = (struct gate_output){ .env = env, .opts = o, .out = &to->out };
	return output_open(&to->out, env, o, err);
}

void gate_results_release(struct gate_results *to)
{
	gate_output_release(&to->report);
	gate_history_release(&to->history);
}

/* Lays out addresses as for the baseline; for a new baseline see limit_events.h. */
static void lay_out(struct gate_benchmark *g)
{
	const struct options *o = &g->opts;
	struct session *s = &g->session;
	bool fixed;

	if (o->measure.launch.layout != LAUNCH_LAYOUT_OF_CALLER)
		return;
	fixed = g->baseline.there && !o->gate.update ?
		host_match_is_fixed(g->run.base) : g->run.limited.timeless;
	for (size_t i = 0; i < s->n && fixed; i++)
		s->side[i].opts.launch.layout = LAUNCH_LAYOUT_FIXED;
}

static int open_session(struct gate_benchmark *g, struct error *err)
{
	const struct options *o = &g->opts;
	const struct report *base = g->baseline.there ? &g->baseline.report : NULL;

	g->alone = o->session.n_commands == 1 && !o->gate.selftest && !base && !o->gate.trend;
	if (session_open(&g->session, g->env, &o->session, &o->measure, err) < 0)
		return -1;
	gate_run_open(&g->run, &g->session, &o->gate, base);
	gate_run_watch_machine(&g->run, o->out.save != NULL);
	g->run.history = o->gate.trend ? &g->trend : NULL;
	lay_out(g);
	return 0;
}

/* For a limit that could not be checked, or that a new baseline has no value for. */
static void advise(struct gate_end *end, struct gate_benchmark *g, const struct options *o, int rc,
		   const struct error *err)
{
	struct gate_advice a = { .env = g->env, .opts = o };
	struct error ignored = ERROR_INIT;
	bool saved = g->alone && rc == STATUS_OK && !o->gate.limited;

	/* what the baseline has, also where nothing could be compared with it */
	if (!g->run.set.n && g->run.base)
		comparison_set_add(&g->run.set, g->run.base, &ignored);
	a.side = g->run.set.side;
	a.n_sides = g->run.set.n;
	if (saved || (rc < 0 && (err->kind == ERROR_UNSUPPORTED || err->kind == ERROR_PERMISSION)))
		gate_advice_add(&end->advice, &a);
}

/* The file of --history may not exist yet: it begins with this result. */
static int open_trend(struct trend_base *t, const struct options *o, struct error *err)
{
	const struct gate_opts *g = &o->gate;

	if (g->trend_file || g->history)
		return trend_base_open(t, g->trend_file ? g->trend_file : g->history, !g->trend_file, err);
	error_set(err, ERROR_USAGE, 0, "--trend needs a history");
	return error_hint(err, "--history FILE --trend; or --trend=FILE, which appends nothing");
}

/* Histories keep no lines of code, but the result may that --save will replace, if there is one. */
static void open_newest(struct gate_benchmark *g)
{
	struct error ignored = ERROR_INIT;
	struct options as_base = g->opts;

	if (!g->opts.gate.trend || !g->opts.out.save)
		return;
	as_base.gate.baseline = g->opts.out.save;
	as_base.gate.update = true;
	if (strcmp(g->opts.out.save, "-") != 0)
		saved_base_open(&g->newest, g->env, &as_base, &ignored);
}

/* Where no event may be counted, limits that need none are still checked, as with -n. */
static void drop_usual_events(struct gate_benchmark *g)
{
	struct measure_opts *m = &g->opts.measure;

	if (!g->opts.usual_events || !limit_events_need_none(&g->opts.gate.limits) ||
	    limit_events_opens("task-clock", m, g->env))
		return;
	m->n_events = 0;
	m->null = true;
}

/* What it is compared with. */
static int open_base(struct gate_benchmark *g, struct error *err)
{
	const struct options *o = g->given;

	if (check_mode(o, err) < 0 || gate_history_check(o, err) < 0)
		return -1;
	if (o->gate.baseline && saved_base_open(&g->baseline, g->env, o, err) < 0)
		return -1;
	return o->gate.trend ? open_trend(&g->trend, o, err) : 0;
}

int gate_benchmark_open(struct gate_benchmark *g, const struct env *env, const struct options *o,
			struct gate_results *to, struct error *err)
{
	int rc;

	*g = (struct gate_benchmark){ .env = env, .given = o, .opts = *o, .to = to, .accepted = ERROR_INIT };
	if (open_base(g, err) < 0)
		return -1;
	open_newest(g);
	if (o->gate.update)
		g->opts.out.save = o->gate.baseline;
	if (o->gate.selftest) {
		g->twice[0] = g->twice[1] = o->session.command[0];
		g->opts.session.command = g->twice;
		g->opts.session.n_commands = 2;
		g->opts.session.keep_time = true;
	}
	g->opened = true;
	rc = limit_events_add_events(&g->opts.measure, &o->gate.limits, env, err);
	g->events = g->opts.measure.events;
	if (rc < 0)
		return -1;
	drop_usual_events(g);
	return open_session(g, err);
}

/* What it means for all of the suite. */
static void add_up(struct gate_benchmark *g, size_t reported_before, int status, const struct error *why)
{
	struct gate_results *to = g->to;

	status = status < 0 ? STATUS_UNMEASURED : status;
	if (g->concluded)
		g->skipped = gate_total_add(&to->total, &g->run.set.comparison, status, why);
	else if (to->n_reported > reported_before)
		gate_total_fail(&to->total, status, why);
}

int gate_benchmark_end(struct gate_benchmark *g, int rc, struct gate_end *end, struct error *err)
{
	size_t reported = g->to->n_reported;
	int status = g->started ? end_session(g, rc, err) : -1;

	if (g->opened && !end->advice.len)
		advise(end, g, g->given, status, err);
	if (g->opened && g->to->several)
		add_up(g, reported, status, err);
	end->annotated = g->annotated;
	return status;
}

void gate_benchmark_release(struct gate_benchmark *g)
{
	gate_run_release(&g->run);
	session_release(&g->session);
	free(g->events);
	trend_base_release(&g->trend);
	saved_base_release(&g->newest);
	saved_base_release(&g->baseline);
	*g = (struct gate_benchmark){0};
}
