/* SPDX-License-Identifier: MIT */
/*
 * How often is the command run, when is that enough, and what is said of it?  A loop over
 * results: -r repeats, -I prints as it goes, the rest is one report at the end.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "calc/stats.h"
#include "cli/app.h"
#include "cli/evlist.h"
#include "cli/options.h"
#include "cli/output.h"
#include "count/plan.h"
#include "host/kernel.h"
#include "out/notes.h"
#include "out/printer.h"

typedef unsigned long long ull;

struct series {
	const struct env *env;
	const struct options *opts;
	struct measure measure;
	struct output out;
	struct report report;
	struct result *run; size_t n_runs;	/* those that count */
	struct table mean;
	struct stats *stats, elapsed;
	struct notes notes;			/* of preparing and of the runs that count, each once */
	ull n_counted, n_ignored;		/* runs that count; those of them that failed */
	ull first_ignored;
	int ignored_status;
	bool progress;
	struct error unwritten;			/* why an interval could not be written */
	uint64_t begin_ns;
};

/* What pstat would end with after this run. */
static int status_of(const struct result *r)
{
	if (r->end == RUNLOOP_SIGNAL)	/* no command was there to take it, or it came in --pre or --post */
		return APP_DIE + r->signo;
	if (r->status < 0)
		return APP_OK;
	if (r->end == RUNLOOP_TIMEOUT)
		return APP_TIMEOUT;
	return WIFSIGNALED(r->status) ? 128 + WTERMSIG(r->status) : WEXITSTATUS(r->status);
}

static bool ignored(const struct options *o, int status)
{
	return o->ignore_failure && status < 256 && o->ignored[status / 64] >> status % 64 & 1;
}

/* A run is bad when it failed, unless the user said that it may; one that was interrupted is no such. */
static bool is_bad(const struct series *s, const struct result *r, int status)
{
	return status != APP_OK && (r->signo || !ignored(s->opts, status));
}

/* --- what is said beside the report, on stderr; nothing with --quiet --- */

static void warn_of_timeout(const struct series *s)
{
	enum { ADVISED_NS = 100000000 };
	uint64_t ns = s->opts->measure.runloop.timeout_ns;

	if (ns && ns < ADVISED_NS && !s->opts->quiet)
		output_say(s->env->err,
			   "timeout < 100ms. The overhead percentage could be high in some cases. "
		      "Please proceed with caution.\n");
}

/*
 * The command may write to this terminal too: the cursor waits at the left, where its output
 * covers the line.
 */
static void show_progress(const struct series *s, ull i)
{
	uint64_t ns = s->env->kernel->now_ns(s->env->kernel) - s->begin_ns;
	ull n = s->opts->repeat, left;

	if (!s->progress)
		return;
	output_say(s->env->err, "run %llu of %llu", i + 1, n);
	if (i) {
		left = ns / i * (n - i) / 1000000000;
		output_say(s->env->err, left < 100 ? ", %llu s left" : ", %llu min left",
			   left < 100 ? left : left / 60);
	}
	output_say(s->env->err, "\r");
}

static void announce(const struct series *s, ull i)
{
	if (s->opts->quiet)
		return;
	if (s->opts->repeat != 1 && s->opts->verbose)
		output_say(s->env->err, "[ pstat: executing run #%llu ... ]\n", i + 1);
	show_progress(s, i);
	if (s->opts->measure.runloop.delay_ns)
		output_say(s->env->err, "Events disabled\n");
}

/* What --control did, or what the end of a delay does by itself. */
static void add_tick(struct str *out, const struct series *s, const struct tick *t)
{
	const struct events *events = &s->measure.events;
	const char *word = t->kind == TICK_ENABLED ? "enabled" : "disabled";

	switch (t->kind) {
	case TICK_ENABLED:
	case TICK_DISABLED:
		str_add(out, t->event < 0 ? "Events " : "Event ");
		if (t->event >= 0)
			str_add(out, events->event[t->event].name);
		str_addf(out, "%s%s\n", t->event < 0 ? "" : " ", word);
		break;
	case TICK_EVLIST:
		evlist_format(out, events, t->text);
		break;
	case TICK_UNKNOWN:
		if (strncmp(t->text, "enable ", 7) != 0 && strncmp(t->text, "disable ", 8) != 0) {
			str_add(out, "failed: wrong command\n");
			break;
		}
		str_add(out, "failed: can't find '");
		str_add_visible(out, strchr(t->text, ' ') + 1);
		str_add(out, "' event\n");
		break;
	case TICK_INTERVAL:
		break;
	}
}

static void say_tick(const struct series *s, const struct tick *t)
{
	struct str text = {0};

	if (s->opts->quiet)
		return;
	add_tick(&text, s, t);
	if (text.len)
		output_say(s->env->err, "%s", text.text);
	str_release(&text);
}

static void say_killed(FILE *to, const char *command, int signo)
{
	struct str name = {0};

	str_add(&name, "");
	str_add_visible(&name, command);
	output_say(to, "%s: %s\n", name.text, strsignal(signo));
	str_release(&name);
}

/* How run i went, as far as the report does not tell. */
static void say_end(struct series *s, ull i, const struct result *r, int status)
{
	FILE *to = s->env->err;
	ull n = s->opts->repeat;

	if (s->opts->quiet)
		return;
	if (r->status >= 0 && WIFSIGNALED(r->status))
		say_killed(to, s->opts->command[0], WTERMSIG(r->status));
	if (n == 1 || status >= APP_DIE || !is_bad(s, r, status))
		return;
	output_say(to, "pstat: run %llu", i + 1);
	if (n)
		output_say(to, " of %llu", n);
	output_say(to, " ended with status %d\n", status);
}

static void say_ignored(const struct series *s)
{
	if (!s->n_ignored || s->opts->quiet)
		return;
	if (s->opts->repeat == 1)
		output_say(s->env->err, "pstat: the command ended with status %d, which is ignored\n",
			   s->ignored_status);
	else
		output_say(s->env->err,
			   "pstat: %llu of %llu runs failed and count all the same; run %llu was the first, "
			"with status %d\n", s->n_ignored, s->n_counted, s->first_ignored, s->ignored_status);
}

static void show_trace(struct series *s)
{
	if (s->measure.trace.len)
		output_say(s->env->err, "%s", s->measure.trace.text);
	str_reset(&s->measure.trace);
}

/* --- the report --- */

/* A report that cannot be written is no reason to end the command: the error is for later. */
static int on_tick(void *ctx, const struct tick *tick, const struct table *t, struct error *err)
{
	struct series *s = ctx;

	(void)err;
	if (!t) {
		say_tick(s, tick);
		return 0;
	}
	s->report.table = t;
	s->report.time_s = (double)tick->to->tool[TOOL_DURATION] / 1e9;
	if (s->unwritten.kind == ERROR_NONE && s->opts->interval_clear && !s->opts->quiet)
		output_say(s->env->out, "\033[H\033[2J\n");
	if (s->unwritten.kind == ERROR_NONE)
		output_block(&s->out, &s->report, &s->unwritten);
	s->report.interval_index++;
	return 0;
}

static int print_total(struct series *s, struct error *err)
{
	struct report *r = &s->report;
	bool many = s->n_runs > 1;

	if (many)
		metrics_eval(&s->mean, &s->measure.metrics, &s->measure.events, s->elapsed.mean * 1e9);
	r->table = many ? &s->mean : &s->run[0].total;
	r->stats = many ? s->stats : NULL;
	r->elapsed = many ? &s->elapsed : NULL;
	r->time_s = s->elapsed.mean;
	r->run = s->run;
	r->n_runs = s->n_runs;
	r->total = true;
	r->summary = s->opts->measure.runloop.interval_ns != 0;
	if (!r->summary && output_begin(&s->out, r, err) < 0)
		return -1;
	if (output_block(&s->out, r, err) < 0)
		return -1;
	return output_end(&s->out, r, err);
}

/* Intervals have no report at their end unless --summary asks for it. */
static bool wants_total(const struct series *s)
{
	return s->n_runs && (!s->opts->measure.runloop.interval_ns || s->opts->summary);
}

static int print_end(struct series *s, struct error *err)
{
	say_ignored(s);
	s->report.run = s->run;
	s->report.n_runs = s->n_runs;
	if (wants_total(s))
		return print_total(s, err);
	return s->opts->measure.runloop.interval_ns ? output_end(&s->out, &s->report, err) : 0;
}

/* --- the runs --- */

/* Takes r over. */
static void keep(struct series *s, struct result *r)
{
	table_add(&s->mean, &s->stats, &r->total);
	stats_add(&s->elapsed, result_elapsed_s(r));
	notes_merge(&s->notes, &r->notes);
	s->n_counted++;
	s->run = mem_resize(s->run, s->n_runs + 1, sizeof(*s->run));
	s->run[s->n_runs++] = *r;
}

static void forget(struct series *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		result_release(&s->run[i]);
	free(s->run);
	free(s->stats);
	table_release(&s->mean);
	s->run = NULL;
	s->stats = NULL;
	s->n_runs = 0;
	s->elapsed = (struct stats){0};
}

static int run_once(struct series *s, ull i, struct result *r, struct error *err)
{
	int rc;

	announce(s, i);
	rc = measure_run(r, &s->measure, NULL, on_tick, s, err);
	if (s->progress)
		output_say(s->env->err, "\r\033[K");
	show_trace(s);
	if (rc == 0 && s->unwritten.kind != ERROR_NONE) {
		*err = s->unwritten;
		rc = -1;
	}
	return rc;
}

/* -r 0: every run has a report of its own. */
static int print_and_forget(struct series *s, struct error *err)
{
	int rc = wants_total(s) ? print_total(s, err) : 0;

	forget(s);
	if (!s->opts->measure.runloop.interval_ns)	/* theirs come at the end of all */
		notes_end_run(&s->notes);
	s->report.started = NULL;
	s->report.total = false;
	s->report.stats = s->report.elapsed = NULL;
	return rc;
}

static bool is_measured(const struct series *s, const struct result *r)
{
	return s->opts->command ? r->status >= 0 : r->total.n_rows > 0;
}

/*
 * Whether run i counts: a bad one only when there is no other; when --post was interrupted
 * it had been measured, and without a command it is the interrupt that ends it.
 */
static void judge(struct series *s, ull i, struct result *r, int status)
{
	bool bad = is_bad(s, r, status);

	if (!is_measured(s, r) || (bad && s->n_runs && !(status >= APP_DIE && s->opts->command))) {
		result_release(r);
		return;
	}
	if (status != APP_OK && !bad && !s->n_ignored++) {
		s->first_ignored = i + 1;
		s->ignored_status = status;
	}
	keep(s, r);
}

/* Ends with the first bad run, and with a signal that was meant for pstat too. */
static int run_all(struct series *s, struct error *err)
{
	int status = APP_OK;
	bool bad = false, last = false;

	for (ull i = 0; !last; i++) {
		struct result r;

		if (run_once(s, i, &r, err) < 0) {
			if (is_measured(s, &r))	/* it was measured; what failed came after, --post */
				keep(s, &r);
			else
				result_release(&r);
			return -1;
		}
		status = status_of(&r);
		bad = is_bad(s, &r, status);
		last = bad || r.signo || i + 1 == s->opts->repeat;
		say_end(s, i, &r, status);
		judge(s, i, &r, status);
		if (!s->opts->repeat && s->n_runs && print_and_forget(s, err) < 0)
			return -1;
	}
	return bad ? status : APP_OK;
}

static int dry_run(struct series *s, struct error *err)
{
	struct plan plan = {0};
	struct str text = {0};
	int rc = measure_plan(&s->measure, NULL, &plan, err);

	if (rc == 0) {
		plan_format(&plan, &text);
		notes_format(&text, &s->measure.notes, &s->measure.events, 0, s->opts->verbose > 0);
		fputs(text.text ? text.text : "", s->env->out);
	}
	str_release(&text);
	plan_release(&plan);
	return rc;
}

static int count(struct series *s, struct error *err)
{
	const struct options *o = s->opts;
	const char *term = getenv("TERM");
	struct error lost = ERROR_INIT;
	int rc;

	if (output_open(&s->out, s->env, o, err) < 0)
		return -1;
	notes_merge(&s->notes, &s->measure.notes);
	s->report = (struct report){ .version = PSTAT_VERSION, .argv = o->command,
				     .events = &s->measure.events,
				     .metrics = &s->measure.metrics, .notes = &s->notes,
				     .target = &s->measure.target, .aggr = &o->measure.aggr,
				     .each_cgroup = o->measure.each_cgroup != NULL,
				     .started = s->out.started[0] ? s->out.started : NULL };
	s->progress = o->repeat > 1 && !o->quiet && !o->verbose && !o->measure.runloop.interval_ns &&
		      isatty(fileno(s->env->err)) && term && strcmp(term, "dumb") != 0;
	s->begin_ns = s->env->kernel->now_ns(s->env->kernel);
	warn_of_timeout(s);
	if (o->measure.runloop.interval_ns && output_begin(&s->out, &s->report, err) < 0)
		return -1;
	rc = run_all(s, err);
	/* runs that were fine are reported even when the one after them went wrong */
	return print_end(s, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

int cmd_stat(const struct env *env, const struct options *o, struct error *err)
{
	struct series s = { .env = env, .opts = o, .unwritten = ERROR_INIT };
	struct error lost = ERROR_INIT;
	int rc = measure_prepare(&s.measure, &o->measure, env, err);

	if (rc == 0)
		rc = o->dry_run ? dry_run(&s, err) : count(&s, err);
	forget(&s);
	notes_release(&s.notes);
	if (output_close(&s.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	measure_release(&s.measure);
	return rc;
}
