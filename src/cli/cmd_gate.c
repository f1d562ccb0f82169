/* SPDX-License-Identifier: MIT */
/*
 * gate: compares a command with another one or with a saved result, or saves a result.  The exit status
 * tells a build whether to fail.
 *
 * -D, which documents keep, tells whether a result covers the whole run.  Its times do not tell that, as the
 * same delay is a smaller share of a slower run.  perf.data does not keep -D, so it is compared anyway.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/history.h"
#include "benchmark/report.h"
#include "cli/app.h"
#include "cli/compare_options.h"
#include "cli/gate_advice.h"
#include "cli/gate_files.h"
#include "cli/gate_history.h"
#include "cli/gate_output.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/saved_base.h"
#include "compare/comparison.h"
#include "compare/host_match.h"
#include "compare/trend_base.h"
#include "format/conclusion.h"
#include "format/github.h"
#include "format/style.h"
#include "host/file.h"
#include "session/base_build.h"
#include "session/comparison_set.h"
#include "session/gate_run.h"
#include "session/limit_events.h"
#include "session/session.h"
#include "session/session_run.h"
#include "session/suite.h"
#include "session/where_run.h"

/* --- commands ---------------------------------------------------------------------------------------- */

struct gate_results {		/* where all that is judged goes */
	struct output out;
	struct gate_output report;
	struct gate_history history;
	/* of a suite, whose benchmarks are one result: the caller opens and ends all of this */
	bool several;
	struct session_shared shared;
	struct gate_total total;
	uint64_t spent_ns;		/* of --budget */
	size_t n_reported;		/* benchmarks that the report has */
	bool save_failed;		/* the file of --save cannot be written any more */
	bool skipped;			/* all limits of the last one were skipped */
};

struct gate {
	const struct env *env;
	struct gate_results *to;	/* borrowed */
	struct options opts;		/* as given, plus the events of limits, which are owned */
	struct saved_base baseline;
	struct session session;
	struct gate_run run;
	struct trend_base trend;	/* of --trend */
	struct saved_base newest;	/* with it: what the file of --save has, for its lines of code */
	bool alone;			/* there is nothing to compare with: the result is only saved */
	bool cleanup_failed;
	bool annotated;			/* an annotation has told GitHub why the gate fails */
	bool concluded;			/* the status, or the error, is that of the verdict */
};

/* With something that is not a second command. */
static bool is_compared(const struct options *o)
{
	const struct gate_opts *g = &o->gate;

	return g->baseline || g->selftest || g->trend || o->session.base.rev;
}

/* A result may also be only saved. */
static bool has_purpose(const struct options *o)
{
	return is_compared(o) || o->out.save || o->gate.history;
}

static int check_mode(const struct options *o, struct error *err)
{
	const struct gate_opts *g = &o->gate;
	size_t n = o->session.n_commands;

	if (n > 1 && (g->baseline || g->selftest || g->trend)) {
		error_set(err, ERROR_USAGE, 0, "%s is for one command",
			  g->selftest ? "--selftest" : g->trend ? "--trend" : "--baseline");
		error_hint(err, "leave out --vs and what follows it");
		return -1;
	}
	if (n == 1 && o->session.same_output && !g->selftest) {	/* a rule has refused what files tell */
		error_set(err, ERROR_USAGE, 0, "--same-output needs two commands");
		error_hint(err, "add --vs COMMAND, or --base COMMIT");
		return -1;
	}
	if (n == 1 && !has_purpose(o)) {
		error_set(err, ERROR_USAGE, 0, "gate needs something to compare with");
		error_hint(err, "add --vs COMMAND, or --baseline FILE (--save FILE makes one); "
			   "to check a cap such as max-rss=64M alone, give --vs the same command");
		return -1;
	}
	if (g->baseline && o->out.save && strcmp(g->baseline, o->out.save) == 0) {
		error_set(err, ERROR_USAGE, 0, "--save would replace the baseline");
		error_hint(err, "use --update to replace the baseline");
		return -1;
	}
	return 0;
}

/* --- saving ---------------------------------------------------------------------------------------- */

static const char *how_saved(const struct gate *g)
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

static int say_saved(const struct gate *g, struct error *err)
{
	const struct options *o = &g->opts;
	const struct comparison *cmp = &g->run.set.comparison;
	const struct session *s = &g->session;
	int rc = 0;

	for (size_t i = 0; i < s->n && rc == 0; i++) {
		struct str name = {0};

		comparison_add_benchmark(&name, cmp, cmp->n_sides - s->n + i);
		rc = gate_output_say(g->env, o, err, " %s in %s as '%s': %zu run%s\n", how_saved(g),
				     o->out.save, name.text, s->side[i].rounds,
				     s->side[i].rounds == 1 ? "" : "s");
		str_release(&name);
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
static int refuse_unjudged(const struct gate *g, struct error *err)
{
	error_set(err, ERROR_UNSUPPORTED, 0, "no limit could be checked, so '%s' is not changed",
		  g->opts.out.save ? g->opts.out.save : g->opts.gate.history);
	error_hint(err, "choose a limit that can be checked with --limit");
	return -1;
}

/*
 * Refuses to save a baseline without a value for a limit, as the next gate could not check that limit.
 * --save refuses it only if --limit was given; --update always does.
 */
static int check_lacking(struct gate *g, struct error *err)
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
	error_hint(err, "choose a limit that can be checked with --limit");
	return -1;
}

/* Of two commands, the first is the one to compare with: it is no new result. */
static int cmd_gate_append(struct gate *g, struct error *err)
{
	const struct comparison *cmp = &g->run.set.comparison;

	if (gate_history_add(&g->to->history, &g->opts, cmp, cmp->n_sides > 1, err) < 0)
		return -1;
	return g->to->several ? 0 :
	       gate_history_write(&g->to->history, g->env, &g->opts, !g->alone || g->opts.gate.baseline, err);
}

static void note_caught(struct gate *g)
{
	struct str line = {0};

	if (!g->run.caught)
		return;
	conclusion_add(&line, &g->run.injected.comparison, &style_plain);
	comparison_add_note(&g->run.set.comparison, GRAVITY_NOTE, -1, "caught", "with %+g %% injected: %s",
			    100 * g->opts.gate.inject, str_text(&line));
	str_release(&line);
}

static int save(struct gate *g, struct error *err)
{
	struct gate_results *to = g->to;

	if (to->save_failed)
		return error_set(err, ERROR_SYSTEM, 0, "%s could not be written before", g->opts.out.save);
	to->save_failed = output_sides(&to->out, &g->session, err) < 0;
	return to->save_failed ? -1 : 0;
}

/* Saves before it reports, so that the report is true. */
static int report(struct gate *g, struct error *err)
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
	return rc == 0 && whole && g->opts.gate.history ? cmd_gate_append(g, err) : rc;
}

/* --- the exit status ------------------------------------------------------------------------------- */

static int cmd_gate_status_of(const struct gate *g, struct error *err)
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

static int cmd_gate_decide(struct gate *g, struct error *err)
{
	if (g->alone)
		return gate_run_measure(&g->run, err);
	if (g->run.history)
		return gate_run_trend(&g->run, err);
	return g->opts.gate.selftest ? gate_run_selftest(&g->run, err) : gate_run_decide(&g->run, err);
}

static bool is_annotated(const struct gate *g)
{
	return gate_output_annotates(&g->opts, &g->run.set.comparison) &&
	       github_has_errors(&g->run.set.comparison);
}

/* The lines of code behind the verdict, or of a result that is only saved. */
static void add_lines(struct gate *g)
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
static int finish(struct gate *g, struct error *err)
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

static int run_session(struct gate *g, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = session_prepare(&g->session, err) < 0 ? -1 : session_start(&g->session, err);

	if (rc < 0 && base_build_accepts(&g->session, err)) {
		session_end(&g->session, &lost);
		if (g->opts.gate.github)
			gate_output_annotate(g->env, "warning", err);
		return STATUS_OK;
	}
	if (rc == 0)
		rc = cmd_gate_decide(g, err);
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
	return cmd_gate_status_of(g, err);
}

static int open_results(struct gate_results *to, const struct env *env, const struct options *o,
			struct error *err)
{
	to->report = (struct gate_output){ .env = env, .opts = o, .out = &to->out };
	return output_open(&to->out, env, o, err);
}

static void release_results(struct gate_results *to)
{
	gate_output_release(&to->report);
	gate_history_release(&to->history);
}

static int cmd_gate_run(struct gate *g, struct error *err)
{
	struct error lost = ERROR_INIT;
	int status;

	if (g->to->several)
		return run_session(g, err);
	if (open_results(g->to, g->env, &g->opts, err) < 0)
		return -1;
	status = run_session(g, err);
	if (output_close(&g->to->out, status < 0 ? &lost : err) == 0)
		return status;
	g->annotated &= status < 0;
	return -1;
}

/* Lays out addresses as for the baseline; for a new baseline see limit_events.h. */
static void lay_out(struct gate *g)
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

static int open_session(struct gate *g, struct error *err)
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
static void advise(struct gate_end *end, struct gate *g, const struct options *o, int rc,
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
	error_hint(err, "--history FILE --trend; or --trend=FILE, which appends nothing");
	return -1;
}

/* Histories keep no lines of code, but the result may that --save will replace, if there is one. */
static void open_newest(struct gate *g)
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
static void drop_usual_events(struct gate *g)
{
	struct measure_opts *m = &g->opts.measure;

	if (!g->opts.usual_events || !limit_events_need_none(&g->opts.gate.limits) ||
	    limit_events_opens("task-clock", m, g->env))
		return;
	m->n_events = 0;
	m->null = true;
}

/* What the benchmark of a suite means for all of it. */
static void add_up(struct gate *g, size_t reported_before, int status, const struct error *why)
{
	struct gate_results *to = g->to;
	const struct kernel *k = g->env->kernel;

	if (g->session.budget.total_ns)
		to->spent_ns += k->now_ns(k) - g->session.budget.begin_ns;
	status = status < 0 ? STATUS_UNMEASURED : status;
	to->skipped = false;
	if (g->concluded)
		to->skipped = gate_total_add(&to->total, &g->run.set.comparison, status, why);
	else if (to->n_reported > reported_before)
		gate_total_fail(&to->total, status, why);
}

static int gate_commands(const struct env *env, const struct options *o, struct gate_results *to,
			 struct gate_end *end, struct error *err)
{
	struct gate g = { .env = env, .opts = *o, .to = to };
	size_t reported = to->n_reported;
	struct session_command twice[2];
	struct event_text *own;
	int rc = check_mode(o, err) < 0 ? -1 : gate_history_check(o, err);

	if (rc == 0 && o->gate.baseline)
		rc = saved_base_open(&g.baseline, env, o, err);
	if (rc == 0 && o->gate.trend)
		rc = open_trend(&g.trend, o, err);
	if (rc < 0)
		goto out;
	open_newest(&g);
	if (o->gate.update)
		g.opts.out.save = o->gate.baseline;
	if (o->gate.selftest) {
		twice[0] = twice[1] = o->session.command[0];
		g.opts.session.command = twice;
		g.opts.session.n_commands = 2;
		g.opts.session.keep_time = true;
	}
	rc = limit_events_add_events(&g.opts.measure, &o->gate.limits, env, err);
	own = g.opts.measure.events;
	if (rc == 0)
		drop_usual_events(&g);
	if (rc == 0)
		rc = open_session(&g, err);
	if (rc == 0)
		rc = o->session.dry_run ? session_print_plan(&g.session, err) : cmd_gate_run(&g, err);
	if (!o->session.dry_run && !end->advice.len)
		advise(end, &g, o, rc, err);
	if (to->several)
		add_up(&g, reported, rc, err);
	end->annotated = g.annotated;
	gate_run_release(&g.run);
	session_release(&g.session);
	free(own);
out:
	trend_base_release(&g.trend);
	saved_base_release(&g.newest);
	saved_base_release(&g.baseline);
	return rc;
}

static int gate_alone(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	struct gate_results to = {0};
	int status = gate_commands(env, o, &to, end, err);

	release_results(&to);
	return status;
}

/* --- a suite ----------------------------------------------------------------------------------------- */

struct gate_suite {
	const struct env *env;
	struct options opts;		/* of all benchmarks */
	struct suite suite;
	size_t first, n;		/* those that run */
	struct gate_results to;
};

/* Each has an equal part of the time that is left: what one does not need, the next ones have. */
static void set_budget(struct session_opts *o, const struct gate_suite *s, size_t at)
{
	uint64_t all = o->budget_ns, left = all > s->to.spent_ns ? all - s->to.spent_ns : 0;

	if (!all || s->n == 1)
		return;
	o->whole_budget_ns = all;
	o->budget_ns = left / (s->first + s->n - at);
	if (!o->budget_ns)	/* 0 is no budget */
		o->budget_ns = 1;
}

static int run_benchmark(struct gate_suite *s, size_t at, struct gate_end *end, struct error *err)
{
	struct options o = s->opts;
	const struct suite_benchmark *b = &s->suite.benchmark[at];
	struct limits own;
	int rc = suite_limits(&own, &s->suite, at, &s->opts.gate.limits, err);

	end->annotated = false;
	o.command = o.measure.launch.argv = b->argv;
	if (o.gate.update)	/* the caller has opened the baseline for it */
		o.out.save = NULL;
	o.gate.limits = own;
	o.gate.n_benchmarks = s->n;
	o.session.name = b->name;
	o.session.shared = &s->to.shared;
	o.session.n_commands = 1;
	o.session.command = mem_resize(NULL, 1, sizeof(*o.session.command));
	o.session.command[0] = (struct session_command){ .argv = b->argv, .name = b->name };
	set_budget(&o.session, s, at);
	if (rc == 0)
		rc = compare_add_base(&o.session, err);
	if (rc == 0)
		rc = gate_commands(s->env, &o, &s->to, end, err);
	limits_release(&own);
	free(o.session.command);
	return rc;
}

/* What kept a benchmark from its verdict is said at once: others follow. */
static void say_unmeasured(struct gate_suite *s, const struct suite_benchmark *b, bool reported,
			   bool annotated, struct error *why)
{
	const struct left_out left_out = { .name = b->name, .why = why->message };

	if (!reported) {
		gate_output_left_out(&s->to.report, &left_out);
		gate_total_fail(&s->to.total, STATUS_UNMEASURED, why);
	}
	error_prefix(why, b->name);
	message_error(s->env->err, why);
	if (s->opts.gate.github && !annotated)
		gate_output_annotate(s->env, "error", why);
	s->to.total.annotated |= s->opts.gate.github;
}

/*
 * Without the tree of --base no other benchmark can be measured either.  If that is an error, it is theirs,
 * too; a build that failed has a status of its own.
 */
static void leave_out_rest(struct gate_suite *s, size_t at)
{
	bool unmeasured = s->to.total.n_unmeasured > 0;
	struct left_out b = { .why = "--base has no tree, or it was not built" };

	for (; at < s->first + s->n; at++) {
		s->to.total.n_unmeasured += unmeasured;
		b.name = s->suite.benchmark[at].name;
		gate_output_left_out(&s->to.report, &b);
	}
}

/* Returns the status after a signal, or STATUS_OK; what the benchmarks gave is in s->to.total. */
static int run_benchmarks(struct gate_suite *s, struct gate_end *end, struct error *err)
{
	for (size_t i = s->first; i < s->first + s->n; i++) {
		size_t reported = s->to.n_reported;
		struct error why = ERROR_INIT;
		int status = run_benchmark(s, i, end, &why);

		s->to.total.annotated |= end->annotated;
		if (status > STATUS_SIGNAL)
			return status;
		if (status < 0 && ((why.kind == ERROR_USAGE && i == s->first) || s->opts.session.dry_run)) {
			*err = why;
			return error_prefix(err, s->suite.benchmark[i].name);
		}
		if (status < 0 && !s->to.skipped)
			say_unmeasured(s, &s->suite.benchmark[i], s->to.n_reported > reported,
				       end->annotated, &why);
		if (s->to.shared.tree_failed) {
			leave_out_rest(s, i + 1);
			break;
		}
	}
	return STATUS_OK;
}

static int end_suite(struct gate_suite *s, struct error *err)
{
	bool judged = is_compared(&s->opts);
	struct error lost = ERROR_INIT;
	int rc = gate_output_end(&s->to.report, err);

	if (s->to.history.n &&
	    gate_history_write(&s->to.history, s->env, &s->opts, judged, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc;
}

/* The benchmarks have told why already. */
static int suite_status(struct gate_suite *s, struct error *err)
{
	struct gate_total *t = &s->to.total;
	int status = gate_total_end(t, err);

	if (status >= 0)
		return status;
	return error_set(err, err->kind, err->errnum, "%zu of %zu benchmark%s %s not judged", t->n_unmeasured,
			 s->n, s->n == 1 ? "" : "s", t->n_unmeasured == 1 ? "was" : "were");
}

static int judge_suite(struct gate_suite *s, struct gate_end *end, struct error *err)
{
	struct error lost = ERROR_INIT;
	int status, rc;

	if (s->opts.session.dry_run)
		return run_benchmarks(s, end, err);
	if (open_results(&s->to, s->env, &s->opts, err) < 0)
		return -1;
	status = run_benchmarks(s, end, err);
	rc = end_suite(s, status < 0 ? &lost : err);
	if (output_close(&s->to.out, status < 0 || rc < 0 ? &lost : err) < 0)
		rc = -1;
	end->annotated = s->to.total.annotated;
	if (status != STATUS_OK)
		return status;
	return rc < 0 ? -1 : suite_status(s, err);
}

/* A pipe can be read once, and a file that is not there would be said for each benchmark. */
static int check_suite_files(const struct options *o, struct error *err)
{
	const char *base = o->gate.baseline;

	if (o->out.save && strcmp(o->out.save, "-") == 0)
		return error_set(err, ERROR_USAGE, 0, "--save - is for one result: give it a file");
	if (base && strcmp(base, "-") == 0)
		return error_set(err, ERROR_USAGE, 0, "--baseline - is for one result: give it a file");
	if (!base || o->gate.update || file_is_there(base))
		return 0;
	error_set(err, ERROR_SYSTEM, ENOENT, "failed to open %s: %s", base, strerror(ENOENT));
	error_hint(err, "pstat gate --suite %s --save %s makes it", o->gate.suite, base);
	return -1;
}

static int check_suite(struct gate_suite *s, struct error *err)
{
	const struct options *o = &s->opts;

	s->n = s->suite.n;
	if (o->n_names) {
		s->first = suite_find(&s->suite, o->name[0]);
		s->n = 1;
		if (s->first == s->suite.n)
			return error_set(err, ERROR_USAGE, 0, "%s has no benchmark '%s'", o->gate.suite,
					 o->name[0]);
	}
	if (!has_purpose(o)) {
		error_set(err, ERROR_USAGE, 0, "a suite needs something to compare with");
		error_hint(err, "add --base COMMIT, or --baseline FILE (--save FILE makes one)");
		return -1;
	}
	if (check_suite_files(o, err) < 0)
		return -1;
	for (size_t i = s->first; i < s->first + s->n; i++) {
		struct limits own;
		int rc = suite_limits(&own, &s->suite, i, &o->gate.limits, err);

		limits_release(&own);
		if (rc < 0)
			return -1;
	}
	return gate_history_check(o, err);
}

static int gate_suite(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	struct gate_suite s = { .env = env, .opts = *o, .to = { .several = true, .total = GATE_TOTAL_INIT } };
	int rc = suite_read(&s.suite, o->gate.suite, err);

	if (rc == 0)
		rc = check_suite(&s, err);
	if (o->gate.update)
		s.opts.out.save = o->gate.baseline;
	if (rc == 0)
		rc = session_share(&s.to.shared, env, err);
	if (rc == 0) {
		rc = judge_suite(&s, end, err);
		session_unshare(&s.to.shared, env);
	}
	release_results(&s.to);
	suite_release(&s.suite);
	return rc;
}

static int dispatch(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	if (o->gate.suite)
		return gate_suite(env, o, end, err);
	if (o->command)
		return gate_alone(env, o, end, err);
	if (o->gate.candidate)
		return gate_files(env, o, end, err);
	error_set(err, ERROR_USAGE, 0, "gate needs a command, a suite, or two saved results");
	error_hint(err, "pstat gate -- COMMAND [ARG...] --vs COMMAND [ARG...], "
		   "or: pstat gate --baseline FILE -- COMMAND [ARG...]");
	return -1;
}

/* --save with the file of a history appends to it. */
static void find_history(struct options *o)
{
	if (!o->out.save || o->gate.history || o->gate.selftest || !history_is(o->out.save))
		return;
	o->gate.history = o->out.save;
	o->out.save = NULL;
}

int cmd_gate(const struct env *env, const struct options *given, struct error *err)
{
	struct options own = *given, *o = &own;
	struct gate_end end = {0};
	int rc;

	find_history(o);
	rc = dispatch(env, o, &end, err);

	if (rc < 0 && !end.annotated && o->gate.github)
		gate_output_annotate(env, "error", err);
	gate_output_say_once(env, o, err);
	if (end.advice.len && (rc < 0 || (rc == STATUS_OK && !o->session.quiet)))
		gate_output_advise(env, o, &end.advice, err);
	str_release(&end.advice);
	return rc;
}
