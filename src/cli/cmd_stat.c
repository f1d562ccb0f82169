/* SPDX-License-Identifier: MIT */
/*
 * stat and record: count a command or running processes, -r times, and print intervals and a report.
 *
 * A series that a signal or a failure cut short does not replace a saved result, as a baseline must be
 * complete.  --save keeps it if there is no result of that name, as for a server that Ctrl-C ends.  After
 * --timeout the result of a command is complete; a series is complete only after its last run.
 *
 * -r 0 keeps no runs: a json or openmetrics file always holds the last run, and a stream of these formats
 * is refused, as the document would never end.  --save takes the last run that did not fail.
 *
 * If no output has notes, stderr tells which metrics asked for by name are missing, and which counts were
 * lost because a counter could not be read or gave an impossible number.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "benchmark/notes.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "session/control_evlist.h"
#include "session/recorder.h"
#include "session/session.h"
#include "session/session_messages.h"
#include "session/session_run.h"
#include "table/table.h"

struct counting {
	const struct env *env;
	const struct options *opts;
	struct session session;			/* of one side */
	struct output out;
	struct recorder recorder;		/* of record; else its stream is NULL */
	struct report report;			/* the next one to be shown */
	struct table so_far;			/* the sum of all intervals */
	uint64_t so_far_ns;
	bool begun;				/* a report with intervals has begun and has not ended */
	bool has_saved;				/* -r 0: --save has saved a run of this series */
	bool told_idle;				/* that a line without counts is one without running */
	struct error write_error;			/* why an interval could not be written */
};

/* --- what is said on stderr -------------------------------------------------------------------------- */

/* Neither a target nor a command, perhaps because a variable is empty; and no program reads what is said. */
static bool is_bare(const struct options *o)
{
	const struct output_opts *out = &o->out;

	return !o->all_cpus && o->measure.target.system_wide && !o->as_perf && !out->format &&
	       !out->separator && !out->json;
}

/* On a terminal, tells the user that pstat counts, and how to end it; a script, if it named nothing. */
static void say_what_ends(const struct counting *s)
{
	const struct options *o = s->opts;
	const struct target_opts *t = &o->measure.target;
	const char *ids = t->pids ? t->pids : t->tids, *what = t->pids ? "process" : "thread";
	bool many = ids && strchr(ids, ',');

	if (o->command || o->session.quiet || o->measure.wait_loop.interval_ns ||
	    o->measure.wait_loop.timeout_ns || o->measure.control ||
	    !(is_bare(o) || isatty(fileno(s->env->err))))
		return;
	if (ids)
		message_print(s->env->err, "pstat: counting %s%s %s until %s or Ctrl-C\n", what,
			      !many ? "" : t->pids ? "es" : "s", ids, many ? "they end" : "it ends");
	else if (o->measure.each_cgroup || o->measure.n_cgroups)
		message_print(s->env->err, "pstat: counting control groups until Ctrl-C\n");
	else if (t->cpus && !t->system_wide)
		message_print(s->env->err, "pstat: counting CPU%s %s until Ctrl-C\n",
			      t->cpus[strspn(t->cpus, "0123456789")] ? "s" : "", t->cpus);
	else
		message_print(s->env->err, "pstat: counting the whole system until Ctrl-C\n");
}

static void print_warnings(const struct counting *s)
{
	enum { ADVISED_NS = 100000000 };
	uint64_t ns = s->opts->measure.wait_loop.timeout_ns;

	say_what_ends(s);
	if (ns && ns < ADVISED_NS && !s->opts->session.quiet)
		message_print(s->env->err,
			      "timeout < 100ms. The overhead percentage could be high in some cases. "
			   "Please proceed with caution.\n");
}

/* Reports what --control did, or that the delay is over. */
static void add_tick(struct str *out, const struct events *events, const struct tick *t)
{
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
		control_evlist_format(out, events, t->text);
		break;
	case TICK_UNKNOWN:
		if (strncmp(t->text, "enable ", 7) != 0 && strncmp(t->text, "disable ", 8) != 0) {
			str_add(out, "failed: wrong command\n");
			break;
		}
		str_add(out, "failed: can't find '");
		str_add_line(out, strchr(t->text, ' ') + 1);
		str_add(out, "' event\n");
		break;
	case TICK_INTERVAL:
	case TICK_END:
		break;
	}
}

static void say_tick(struct counting *s, const struct tick *t)
{
	LOCAL(str) text = {0};

	if (s->opts->session.quiet)
		return;
	add_tick(&text, &s->session.side->measure.b.events, t);
	if (text.len) {
		message_print(s->env->err, "%s", text.text);
		output_interrupt(&s->out);
	}
}

static void say_kept_older(const struct counting *s)
{
	if (output_kept_older(&s->out) && !s->has_saved && !s->opts->session.quiet)
		message_print(s->env->err,
			      "pstat: warning: %s keeps the older result of that name, as this one is not complete\n",
			      s->opts->out.save);
}

/* A missing metric has no row, and a row does not tell why its count was lost. */
static bool is_about_loss(enum note_kind kind)
{
	return kind == NOTE_NO_METRIC || kind == NOTE_METRIC_WRONG || kind == NOTE_METRIC_VOID ||
	       kind == NOTE_NOT_READ || kind == NOTE_IMPOSSIBLE || kind == NOTE_HIDDEN;
}

/*
 * If no output has notes, prints those about missing metrics and lost counts.  lasting: those that hold
 * for all runs; else those of the runs in the report.
 */
static void say_notes(const struct counting *s, bool lasting)
{
	const struct benchmark *b = &s->session.side->measure.b;
	const struct notes *notes = &b->sum.notes;
	LOCAL(notes_said) said = {0};

	if (s->opts->session.quiet || output_has_flag(&s->out, FORMAT_NOTES))
		return;
	notes_say(&said, notes, &b->events, &b->target.cgroups, b->sum.n_runs, false);
	for (size_t i = 0; i < said.n; i++) {
		enum note_kind kind = notes->note[said.line[i].note].kind;

		if (is_about_loss(kind) && note_defs[kind].of_run != lasting)
			message_print(s->env->err, "pstat: note: %s\n", said.line[i].text);
	}
}

/* --- intervals --------------------------------------------------------------------------------------- */

/* Without a command, a run ends when no output can be written any more. */
static bool can_be_written(const struct counting *s)
{
	return s->write_error.kind == ERROR_NONE || s->opts->command || output_is_alive(&s->out) ||
	       recorder_is_alive(&s->recorder);
}

/* For formats that are read from time to time, and shall miss no interval. */
static void add_so_far(struct counting *s)
{
	s->report.place.so_far = s->so_far.n_units ? &s->so_far : NULL;
	s->report.place.so_far_ns = s->so_far_ns;
}

/* No counter was on in the whole interval; a pinned one may have been lost. */
static bool is_idle(const struct table *t, const struct events *events)
{
	bool any = false;

	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].attr.head.pinned)
			return false;
	for (size_t i = 0; i < t->n_units * t->n_rows; i++) {
		const struct cell *c = &t->cell[i];

		if (c->state == CELL_COUNTED && events->event[i % t->n_rows].tool == TOOL_NONE)
			return false;
		any |= c->state == CELL_NOT_COUNTED && !c->enabled;
	}
	return any;
}

/* The notes come at the end, but who attaches to a process that sleeps reads lines without a count now. */
static void say_idle(struct counting *s, const struct table *t)
{
	const struct options *o = s->opts;

	if (s->told_idle || !(o->measure.target.pids || o->measure.target.tids) || o->session.quiet ||
	    o->measure.wait_loop.delay_ns || o->measure.control || !output_is_text(&o->out) || o->out.live ||
	    !is_idle(t, &s->report.b->events))
		return;
	s->told_idle = true;
	message_print(s->env->err, "pstat: note: what is counted did not run in this interval; "
		      "such intervals are <not counted>\n");
}

static void print_interval(struct counting *s, const struct tick *tick, const struct table *t)
{
	struct report *r = &s->report;
	struct error lost = ERROR_INIT;

	r->table = t;
	r->time_s = (double)tick->to->tool[TOOL_DURATION] / 1e9;
	r->counted_ns = tick->to->time_ns - tick->from->time_ns;
	r->run_index = s->session.done;
	if (output_has_flag(&s->out, FORMAT_SNAPSHOT)) {
		table_accumulate(&s->so_far, t, &r->b->events);
		s->so_far_ns += r->counted_ns;
	}
	add_so_far(s);
	if (s->write_error.kind == ERROR_NONE && s->opts->session.interval_clear && !s->opts->session.quiet)
		message_print(s->env->out, "\033[H\033[2J\n");
	output_block(&s->out, r, error_slot(&s->write_error, &lost));
	say_idle(s, t);
	if (output_has_flag(&s->out, FORMAT_INTERVALS))
		benchmark_add_interval(&s->session.side->measure.b, r);
	r->place.interval_index++;
}

/* A failed output does not end the command, but its run is the last one, and the error is reported then. */
static int on_tick(void *ctx, const struct tick *tick, const struct table *t, struct error *err)
{
	struct counting *s = ctx;
	struct error lost = ERROR_INIT;

	if (!t) {
		say_tick(s, tick);
		return 0;
	}
	recorder_tick(&s->recorder, tick, error_slot(&s->write_error, &lost));
	if (tick->kind != TICK_END)
		print_interval(s, tick, t);
	else
		output_end_intervals(&s->out, error_slot(&s->write_error, &lost));
	s->session.stop = s->write_error.kind != ERROR_NONE;
	if (tick->kind == TICK_END || can_be_written(s))
		return 0;
	*err = s->write_error;
	return -1;
}

/* Before the first run, as intervals are printed as they come. */
static int begin_report(struct counting *s, struct error *err)
{
	struct session *session = &s->session;

	session_sum(session);
	s->report = session->side->report;
	s->report.total = false;
	s->report.place.first_run = s->opts->session.repeat ? 0 : session->done;
	s->begun = s->opts->measure.wait_loop.interval_ns;
	return s->begun ? output_begin(&s->out, &s->report, err) : 0;
}

/* --- the report -------------------------------------------------------------------------------------- */

/* Fills in the report after the last run. */
static void finish_report(struct counting *s)
{
	struct session_side *side = s->session.side;
	const struct report before = s->report;
	struct report *r = &s->report;

	session_sum(&s->session);
	*r = side->report;
	r->total = false;
	r->place = before.place;
	r->run_index = s->opts->session.repeat || !s->session.done ? 0 : s->session.done - 1;
	r->counted_ns = before.counted_ns;
	r->ended_early = before.ended_early;
	add_so_far(s);
	if (r->table && side->exact.sets.n > 1 && !side->measure.metric_request.by_default)
		metrics_note(&side->measure.b.metrics, r->table, &side->measure.b.sum.notes);
}

static int print_total(struct counting *s, struct error *err)
{
	struct report *r = &s->report;
	struct error lost = ERROR_INIT;
	int rc = 0;

	r->total = true;
	r->place.summary = s->opts->measure.wait_loop.interval_ns != 0;
	if (!r->place.summary)
		rc = output_begin(&s->out, r, err);
	if (output_block(&s->out, r, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return output_end(&s->out, r, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

/* Intervals have no report at their end unless --summary asks for it. */
static int print_end(struct counting *s, struct error *err)
{
	bool wanted = !s->opts->measure.wait_loop.interval_ns || s->opts->session.summary;

	if (s->report.n_runs && wanted)
		return print_total(s, err);
	return s->begun ? output_end(&s->out, &s->report, err) : 0;
}

/* --- the runs ---------------------------------------------------------------------------------------- */

static int print_and_forget(struct counting *s, struct error *err)
{
	int rc;

	finish_report(s);
	rc = print_end(s, err);
	say_notes(s, false);
	s->has_saved |= rc == 0 && !s->report.ended_early;
	s->begun = false;
	benchmark_next(&s->session.side->measure.b);
	return rc;
}

/* -r 0: every run has a report of its own. */
static int run_for_ever(struct counting *s, struct error *err)
{
	struct session *session = &s->session;

	while (!session->over) {
		int status;

		if (begin_report(s, err) < 0 || session_run(session, session->rounds + 1, err) < 0)
			return -1;
		status = session->status;
		s->report.ended_early = s->opts->command && status != STATUS_OK && status != STATUS_TIMEOUT;
		if (session->side->measure.b.n_runs && print_and_forget(s, err) < 0)
			return -1;
	}
	return 0;
}

/*
 * Without a command an interrupt is the normal end.  --timeout is one as well, unless more runs were
 * planned.
 */
static bool has_ended_early(const struct session *s, int rc)
{
	if (s->cut_short)
		return true;
	if (rc == STATUS_TIMEOUT)
		return s->n_kept < s->planned;
	return rc < 0 || (rc != STATUS_OK && (s->side->opts.launch.argv || s->n_kept < s->planned));
}

/* Reports the runs that succeeded even if a later one failed. */
static int report(struct counting *s, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = session_end(&s->session, err);

	finish_report(s);
	session_say_ignored(&s->session);
	if (print_end(s, rc < 0 ? &lost : err) < 0)
		rc = -1;
	say_notes(s, false);
	say_kept_older(s);
	return rc;
}

static int open_recorder(struct counting *s, struct error *err)
{
	const struct options *o = s->opts;
	const struct aggr_opts *aggr = &o->measure.aggr;

	s->recorder.data = (struct perfdata){
		.version = PSTAT_VERSION, .argv = o->argv, .interval_ns = o->measure.wait_loop.interval_ns,
		.aggr = aggr->mode, .cache_level = aggr->cache_level, .no_scale = aggr->no_scale,
		.host = &s->session.side->measure.b.host, .machine = &s->session.side->measure.b.machine,
	};
	return recorder_open(&s->recorder, s->env, o->out.path, err);
}

static int cmd_stat_count(struct counting *s, struct error *err)
{
	const struct options *o = s->opts;
	struct error lost = ERROR_INIT;
	int rc;

	if (session_prepare(&s->session, err) < 0 || output_open(&s->out, s->env, o, err) < 0)
		return -1;
	if (o->verb == VERB_RECORD && open_recorder(s, err) < 0)
		return -1;
	if (o->verb == VERB_RECORD || output_has_flag(&s->out, FORMAT_HOST))
		session_load_facts(&s->session);
	s->session.tick = on_tick;
	s->session.ctx = s;
	session_sum(&s->session);
	print_warnings(s);
	if (session_start(&s->session, err) < 0)
		return -1;
	say_notes(s, true);
	if (o->session.repeat && begin_report(s, err) < 0)
		return -1;
	rc = o->session.repeat ? session_run(&s->session, (size_t)o->session.repeat, err) :
				 run_for_ever(s, err);
	rc = rc < 0 ? -1 : s->session.status;
	s->report.ended_early = has_ended_early(&s->session, rc);
	if (rc >= 0)
		rc = error_keep_first(err, &s->write_error, rc);
	return report(s, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

/* Called as perf, pstat ends as perf does after a command that --timeout or a signal ended: with 0. */
static int perf_status(const struct session *s, int status)
{
	return s->was_ended && status > 0 && status < STATUS_SIGNAL ? STATUS_OK : status;
}

/* Refuses to count on the CPU of PSTAT_CPUID, which is not this one. */
static int check_cpu(const struct options *o, struct error *err)
{
	if (!o->measure.catalog.cpuid || o->session.dry_run)
		return 0;
	error_set(err, ERROR_USAGE, 0, "PSTAT_CPUID names another CPU, which cannot count here");
	return error_hint(err,
			  "--dry-run shows what would be opened there; to count here, unset PSTAT_CPUID");
}

int cmd_stat(const struct env *env, const struct options *o, struct error *err)
{
	struct counting s = { .env = env, .opts = o, .write_error = ERROR_INIT };
	struct measure_opts measure = o->measure;
	struct error lost = ERROR_INIT;
	int rc;

	if (o->verb == VERB_RECORD && recorder_streams(env, o->out.path))
		measure.launch.out_fd = STDERR_FILENO;
	rc = check_cpu(o, err) < 0 ? -1 : session_open(&s.session, env, &o->session, &measure, err);
	if (rc == 0)
		rc = o->session.dry_run ? session_print_plan(&s.session, err) : cmd_stat_count(&s, err);
	if (o->as_perf)
		rc = perf_status(&s.session, rc);
	if (recorder_close(&s.recorder, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (output_close(&s.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	table_release(&s.so_far);
	session_release(&s.session);
	return rc;
}
