/* SPDX-License-Identifier: MIT */
/*
 * How often is the command run, when is that enough, and what is said of it?  A loop over
 * results: -r repeats, -I prints as it goes, the rest is one report at the end.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/ending.h"
#include "cli/options.h"
#include "cli/series.h"
#include "count/plan.h"
#include "host/kernel.h"
#include "out/notes.h"

typedef unsigned long long ull;

/* A run that failed ends the series, unless the user said that it may. */
static bool is_bad(const struct series *s, const struct result *r)
{
	return result_failed(r, ending_ignored(s->opts));
}

/* --- the report --- */

/* Without a command nothing would ever end a run that nobody hears of. */
static bool is_heard(const struct series *s)
{
	return s->unwritten.kind == ERROR_NONE || s->opts->command || output_is_alive(&s->out) ||
	       recorder_is_alive(&s->recorder);
}

/* A report that cannot be written is no reason to end a command: the error is for later. */
static int on_tick(void *ctx, const struct tick *tick, const struct table *t, struct error *err)
{
	struct series *s = ctx;
	struct error lost = ERROR_INIT;

	if (!t) {
		series_say_tick(s, tick);
		return 0;
	}
	recorder_tick(&s->recorder, tick, error_first(&s->unwritten, &lost));
	if (tick->kind == TICK_END)
		return 0;
	s->report.table = t;
	s->report.time_s = (double)tick->to->tool[TOOL_DURATION] / 1e9;
	s->report.counted_ns = tick->to->time_ns - tick->from->time_ns;
	if (s->unwritten.kind == ERROR_NONE && s->opts->session.interval_clear && !s->opts->session.quiet)
		output_say(s->env->out, "\033[H\033[2J\n");
	output_block(&s->out, &s->report, error_first(&s->unwritten, &lost));
	s->report.interval_index++;
	if (!is_heard(s)) {
		*err = s->unwritten;
		return -1;
	}
	return 0;
}

static void add_up(struct series *s, const struct result *r)
{
	table_add(&s->mean, &s->stats, &r->total);
	stats_add(&s->elapsed, result_elapsed_s(r));
	stats_add(&s->counted, (double)r->counted_ns / 1e9);
	notes_merge(&s->notes, &r->notes);
}

/* What was to be counted in runs that there are not is shown, too. */
static void admit_rows(struct table *t, const struct events *events)
{
	for (size_t i = 0; i < t->n_units * t->n_rows; i++)
		if (t->cell[i].state == CELL_ABSENT &&
		    events->event[i % t->n_rows].row == (int)(i % t->n_rows))
			t->cell[i].state = CELL_NOT_COUNTED;
}

/* Which runs did the same work is known when all are done: those are added up, the others forgotten. */
static void judge_runs(struct series *s)
{
	bool *thrown = mem_resize(NULL, s->n_runs, sizeof(*thrown));
	size_t kept = 0;

	exact_judge(thrown, &s->exact, s->run, s->n_runs, &s->notes);
	for (size_t i = 0; i < s->n_runs; i++) {
		if (thrown[i]) {
			result_release(&s->run[i]);
			continue;
		}
		add_up(s, &s->run[i]);
		s->run[kept++] = s->run[i];
	}
	s->n_runs = kept;
	s->n_counted = kept;
	free(thrown);
	if (!kept)
		return;
	admit_rows(result_needs_mean(s->run, kept) ? &s->mean : &s->run[0].total, &s->measure.b.events);
	exact_end(&s->exact, &s->notes);
}

/* All that is known when there will be nothing more. */
static void finish_report(struct series *s)
{
	struct report *r = &s->report;
	bool many = s->n_runs > 1, mean = result_needs_mean(s->run, s->n_runs);

	r->run = s->run;
	r->n_runs = s->n_runs;
	r->failed = s->failed;
	if (s->opts->session.repeat)
		r->run_index = 0;
	if (!s->n_runs)
		return;
	if (mean)
		metrics_eval(&s->mean, &s->measure.b.metrics, &s->measure.b.events, s->counted.mean * 1e9);
	r->table = mean ? &s->mean : &s->run[0].total;
	if (s->exact.sets.n > 1 && !s->measure.metric_request.by_default)
		metrics_note(&s->measure.b.metrics, r->table, &s->notes);
	r->stats = many ? s->stats : NULL;
	r->elapsed = many ? &s->elapsed : NULL;
	r->time_s = s->elapsed.mean;
}

static int print_total(struct series *s, struct error *err)
{
	struct report *r = &s->report;
	struct error lost = ERROR_INIT;
	int rc = 0;

	r->total = true;
	r->summary = s->opts->measure.runloop.interval_ns != 0;
	if (!r->summary)
		rc = output_begin(&s->out, r, err);
	if (output_block(&s->out, r, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return output_end(&s->out, r, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

/* Intervals have no report at their end unless --summary asks for it. */
static bool wants_total(const struct series *s)
{
	return s->n_runs && (!s->opts->measure.runloop.interval_ns || s->opts->session.summary);
}

static int print_end(struct series *s, struct error *err)
{
	if (s->opts->session.exact)
		judge_runs(s);
	series_say_ignored(s);
	finish_report(s);
	if (wants_total(s))
		return print_total(s, err);
	return s->begun ? output_end(&s->out, &s->report, err) : 0;
}

/* --- the runs --- */

/* Takes r over. */
static void keep(struct series *s, struct result *r)
{
	if (!s->opts->session.exact)
		add_up(s, r);
	s->n_counted++;
	s->run = mem_resize(s->run, s->n_runs + 1, sizeof(*s->run));
	s->run[s->n_runs++] = *r;
}

static void forget(struct series *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		result_release(&s->run[i]);
	free(s->run);
	if (s->failed)
		result_release(s->failed);
	free(s->failed);
	free(s->stats);
	table_release(&s->mean);
	s->run = s->failed = NULL;
	s->stats = NULL;
	s->n_runs = 0;
	s->elapsed = s->counted = (struct stats){0};
}

/* How many there will be is known as far as the sets fit. */
static void plan_runs(struct series *s, ull i)
{
	if (!s->opts->session.exact) {
		s->n_planned = s->opts->session.repeat;
		return;
	}
	if (s->step == s->n_steps) {
		s->n_steps = exact_begin_round(&s->exact);
		s->step = 0;
	}
	s->n_planned = i + s->n_steps - s->step + (s->opts->session.repeat - s->exact.round) * s->n_steps;
}

static int run_once(struct series *s, ull i, struct result *r, struct error *err)
{
	int rc;

	plan_runs(s, i);
	series_say_run(s, i);
	s->report.run_index = (size_t)i;
	rc = s->opts->session.exact ? exact_run(r, &s->exact, s->step++, on_tick, s, err)
			    : measure_run(r, &s->measure, NULL, on_tick, s, err);
	progress_clear(&s->progress);
	series_say_trace(s);
	return rc;
}

/* Intervals are printed as they come. */
static int begin_intervals(struct series *s, struct error *err)
{
	s->begun = s->opts->measure.runloop.interval_ns;
	s->report.interval_index = 0;
	return s->begun ? output_begin(&s->out, &s->report, err) : 0;
}

/* -r 0: every run has a report of its own. */
static int begin_again(struct series *s, ull i, struct error *err)
{
	forget(s);
	s->report.first_run = (size_t)i;
	return begin_intervals(s, err);
}

static int print_and_forget(struct series *s, struct error *err)
{
	int rc;

	finish_report(s);
	rc = wants_total(s) ? print_total(s, err) : output_end(&s->out, &s->report, err);
	series_say_notes(s, false);
	s->has_put |= rc == 0 && !s->report.ended_early;
	s->begun = false;
	s->report.total = s->report.summary = false;
	s->report.stats = s->report.elapsed = NULL;
	s->report.n_runs = 0;
	forget(s);
	notes_end_run(&s->notes);
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
	bool bad = is_bad(s, r);

	if (!is_measured(s, r)) {
		result_release(r);
		return;
	}
	if (bad && s->n_runs && !(status >= APP_DIE && s->opts->command)) {
		s->failed = mem_resize(NULL, 1, sizeof(*s->failed));
		*s->failed = *r;
		return;
	}
	if (status != APP_OK && !bad && !s->n_ignored++) {
		s->first_ignored = i + 1;
		s->ignored_status = status;
	}
	keep(s, r);
}

/* Ends with the first bad run, with a signal that was meant for pstat too, and with an output that broke. */
static int run_all(struct series *s, struct error *err)
{
	int status = APP_OK;
	bool bad = false, last = false, broken;

	for (ull i = 0; !last; i++) {
		struct result r;	/* a signal that has come meanwhile ends it before it starts */

		if (!s->opts->session.repeat && begin_again(s, i, err) < 0)
			return -1;
		if (run_once(s, i, &r, err) < 0) {
			if (is_measured(s, &r))	/* it was measured; what failed came after, --post */
				keep(s, &r);
			else
				result_release(&r);
			return -1;
		}
		status = ending_status(&r);
		bad = is_bad(s, &r);
		broken = s->unwritten.kind != ERROR_NONE;
		last = bad || r.signo || broken || i + 1 == s->n_planned;
		s->cut_short = r.signo && s->opts->session.repeat && i + 1 < s->n_planned;
		series_say_end(s, i, &r, status, bad);
		s->cut_short |= broken && s->opts->session.repeat && i + 1 < s->n_planned;
		judge(s, i, &r, status);
		s->report.ended_early = s->opts->command && bad && status != APP_TIMEOUT;
		if (!s->opts->session.repeat && s->n_runs && print_and_forget(s, err) < 0)
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
		notes_format(&text, &s->measure.notes, &s->measure.b.events, &s->measure.b.target.cgroups, 0,
			     s->opts->session.verbose > 0);
		rc = output_file_print(s->env->out, &text, err);
	}
	str_release(&text);
	plan_release(&plan);
	return rc;
}

/* What a report that is kept tells beside the counts; nobody else pays for it. */
static void load_facts(struct series *s)
{
	time_t now = time(NULL);
	struct tm tm;

	if (gmtime_r(&now, &tm))
		strftime(s->date, sizeof(s->date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	host_release(&s->host);
	host_load(&s->host, s->env->root);
}

static void start_report(struct series *s)
{
	const struct options *o = s->opts;

	if (output_wants(&s->out, FORMAT_HOST))
		load_facts(s);
	s->report = (struct report){ .version = PSTAT_VERSION,
				     .name = o->session.name,
				     .argv = o->command,
				     .date = s->date[0] ? s->date : NULL,
				     .fixed = o->measure.launch.layout == LAUNCH_LAYOUT_FIXED,
				     .host = &s->host,
				     .machine = &s->measure.b.machine,
				     .events = &s->measure.b.events,
				     .metrics = &s->measure.b.metrics,
				     .notes = &s->notes,
				     .target = &s->measure.b.target,
				     .aggr = &o->measure.aggr,
				     .each_cgroup = o->measure.each_cgroup != NULL };
}

/* A file tells of its machine, as far as that is known. */
static int open_recorder(struct series *s, struct error *err)
{
	const struct options *o = s->opts;
	const struct aggr_opts *aggr = &o->measure.aggr;

	s->recorder.data = (struct perfdata){
		.version = PSTAT_VERSION, .argv = o->argv, .interval_ns = o->measure.runloop.interval_ns,
		.aggr = aggr->mode, .cache_level = aggr->cache_level, .no_scale = aggr->no_scale,
	};
	if (recorder_open(&s->recorder, s->env, o->out.path, err) < 0)
		return -1;
	host_release(&s->host);
	host_load(&s->host, s->env->root);
	s->recorder.data.host = &s->host;
	s->recorder.data.machine = &s->measure.b.machine;
	return 0;
}

/*
 * What counts no command goes on until somebody interrupts it, and --timeout is the end that
 * was asked for.
 */
static bool has_ended_early(const struct series *s, int rc)
{
	if (s->cut_short)
		return true;
	if (rc == APP_TIMEOUT)
		return s->n_counted < s->n_planned;
	return rc < 0 || (rc != APP_OK && (s->opts->command || s->n_counted < s->n_planned));
}

static int count(struct series *s, struct error *err)
{
	const struct options *o = s->opts;
	const struct output_run run = options_run(o);
	struct error lost = ERROR_INIT;
	int rc;

	if (measure_watch(&s->measure, err) < 0 ||
	    (o->session.exact && exact_prepare(&s->exact, &s->measure, err) < 0) ||
	    output_open(&s->out, s->env, &o->out, &run, err) < 0)
		return -1;
	if (o->verb == VERB_RECORD && open_recorder(s, err) < 0)
		return -1;
	notes_merge(&s->notes, &s->measure.notes);
	start_report(s);
	progress_open(&s->progress, s->env, (o->session.repeat > 1 || s->exact.sets.n > 1) && !o->session.quiet &&
		      !o->session.verbose && !o->measure.runloop.interval_ns);
	series_warn(s);
	series_say_sets(s);
	series_say_notes(s, true);
	if (o->session.repeat && begin_intervals(s, err) < 0)
		return -1;
	rc = run_all(s, err);
	s->report.ended_early = has_ended_early(s, rc);
	if (rc >= 0)
		rc = error_take_first(err, &s->unwritten, rc);
	/* runs that were fine are reported even when the one after them went wrong */
	if (print_end(s, rc < 0 ? &lost : err) < 0)
		rc = -1;
	series_say_notes(s, false);
	series_say_older_stays(s);
	return rc;
}

/* Nothing is opened for a CPU that is not here. */
static int check_cpu(const struct options *o, struct error *err)
{
	if (!o->measure.catalog.cpuid || o->session.dry_run)
		return 0;
	error_set(err, ERROR_USAGE, 0, "PSTAT_CPUID makes this CPU another one, which counts nothing");
	error_hint(err, "--dry-run shows what would be opened there; to count here, unset PSTAT_CPUID");
	return -1;
}

int cmd_stat(const struct env *env, const struct options *o, struct error *err)
{
	struct series s = { .env = env, .opts = o, .unwritten = ERROR_INIT };
	struct error lost = ERROR_INIT;
	int rc;

	s.measured = o->measure;
	if (o->verb == VERB_RECORD && recorder_streams(env, o->out.path))
		s.measured.launch.out_fd = STDERR_FILENO;
	rc = check_cpu(o, err) < 0 ? -1 : measure_prepare(&s.measure, &s.measured, env, err);
	if (rc == 0)
		rc = o->session.dry_run ? dry_run(&s, err) : count(&s, err);
	if (recorder_close(&s.recorder, rc < 0 ? &lost : err) < 0)
		rc = -1;
	forget(&s);
	exact_release(&s.exact);
	host_release(&s.host);
	notes_release(&s.notes);
	if (output_close(&s.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	measure_release(&s.measure);
	return rc;
}
