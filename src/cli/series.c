/* SPDX-License-Identifier: MIT */
/* What is said beside the report, to whoever sits there: progress, failures, what --control did. */
#define _GNU_SOURCE
#include "cli/series.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/evlist.h"
#include "cli/options.h"
#include "out/notes.h"

typedef unsigned long long ull;

/* Nobody sees that pstat counts until a key ends it: whoever sits there is told. */
static void say_what_ends(const struct series *s)
{
	const struct options *o = s->opts;
	const struct target_opts *t = &o->measure.target;
	const char *ids = t->pids ? t->pids : t->tids, *what = t->pids ? "process" : "thread";
	bool many = ids && strchr(ids, ',');

	if (o->command || o->session.quiet || o->measure.runloop.interval_ns || o->measure.runloop.timeout_ns ||
	    o->measure.control || !isatty(fileno(s->env->err)))
		return;
	if (ids)
		output_say(s->env->err, "pstat: counting %s%s %s until %s or Ctrl-C\n", what,
			   !many ? "" : t->pids ? "es" : "s", ids, many ? "they end" : "it ends");
	else if (o->measure.each_cgroup || o->measure.n_cgroups)
		output_say(s->env->err, "pstat: counting control groups until Ctrl-C\n");
	else if (t->cpus && !t->system_wide)
		output_say(s->env->err, "pstat: counting CPU%s %s until Ctrl-C\n",
			   t->cpus[strspn(t->cpus, "0123456789")] ? "s" : "", t->cpus);
	else
		output_say(s->env->err, "pstat: counting the whole system until Ctrl-C\n");
}

void series_warn(const struct series *s)
{
	enum { ADVISED_NS = 100000000 };
	uint64_t ns = s->opts->measure.runloop.timeout_ns;

	say_what_ends(s);
	if (ns && ns < ADVISED_NS && !s->opts->session.quiet)
		output_say(s->env->err,
			   "timeout < 100ms. The overhead percentage could be high in some cases. "
		      "Please proceed with caution.\n");
}

void series_say_sets(const struct series *s)
{
	struct str text = {0};

	if (!s->opts->session.verbose || s->opts->session.quiet || s->exact.sets.n < 2)
		return;
	exact_format(&text, &s->exact);
	output_say(s->env->err, "%s", text.text);
	str_release(&text);
}

void series_say_run(const struct series *s, ull i)
{
	if (s->opts->session.quiet)
		return;
	if (s->n_planned != 1 && s->opts->session.verbose)
		output_say(s->env->err, "[ pstat: executing run #%llu ... ]\n", i + 1);
	progress_show(&s->progress, (size_t)i, (size_t)s->n_planned);
	if (s->opts->measure.runloop.delay_ns)
		output_say(s->env->err, "Events disabled\n");
}

/* What --control did, or what the end of a delay does by itself. */
static void add_tick(struct str *out, const struct series *s, const struct tick *t)
{
	const struct events *events = &s->measure.b.events;
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
		str_add_line(out, strchr(t->text, ' ') + 1);
		str_add(out, "' event\n");
		break;
	case TICK_INTERVAL:
	case TICK_END:
		break;
	}
}

void series_say_tick(const struct series *s, const struct tick *t)
{
	struct str text = {0};

	if (s->opts->session.quiet)
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
	str_add_line(&name, command);
	output_say(to, "%s: %s\n", name.text, strsignal(signo));
	str_release(&name);
}

/* How run i went, as far as the report does not tell. */
void series_say_end(const struct series *s, ull i, const struct result *r, int status, bool bad)
{
	FILE *to = s->env->err;
	ull n = s->n_planned;

	if (s->opts->session.quiet)
		return;
	if (r->status >= 0 && WIFSIGNALED(r->status))
		say_killed(to, s->opts->command[0], WTERMSIG(r->status));
	if (s->cut_short && !bad)
		output_say(to, "pstat: interrupted: %llu of %llu runs are complete\n", i + 1, n);
	if (n == 1 || status >= APP_DIE || !bad)
		return;
	output_say(to, "pstat: run %llu", i + 1);
	if (n)
		output_say(to, " of %llu", n);
	output_say(to, " ended with status %d\n", status);
}

void series_say_ignored(const struct series *s)
{
	if (!s->n_ignored || s->opts->session.quiet)
		return;
	if (s->n_planned == 1)
		output_say(s->env->err, "pstat: the command ended with status %d, which is ignored\n",
			   s->ignored_status);
	else
		output_say(s->env->err,
			   "pstat: %llu of %llu runs failed and count all the same; run %llu was the first, "
			"with status %d\n", s->n_ignored, s->n_counted, s->first_ignored, s->ignored_status);
}

void series_say_older_stays(const struct series *s)
{
	if (output_older_stays(&s->out) && !s->has_put && !s->opts->session.quiet)
		output_say(s->env->err, "pstat: warning: %s keeps the older result of that name, as this one "
			   "is not complete\n", s->opts->out.save);
}

/* A metric that was asked for has no row, and a row does not tell that its count was lost by a fault. */
static bool is_to_say(enum note_kind kind)
{
	return kind == NOTE_NO_METRIC || kind == NOTE_METRIC_WRONG || kind == NOTE_METRIC_VOID ||
	       kind == NOTE_NOT_READ || kind == NOTE_IMPOSSIBLE;
}

void series_say_notes(const struct series *s, bool lasting)
{
	struct notes_said said;

	if (s->opts->session.quiet || output_wants(&s->out, FORMAT_NOTES))
		return;
	notes_say(&said, &s->notes, &s->measure.b.events, &s->measure.b.target.cgroups, s->n_runs, false);
	for (size_t i = 0; i < said.n; i++) {
		enum note_kind kind = s->notes.note[said.line[i].note].kind;

		if (is_to_say(kind) && note_defs[kind].of_run != lasting)
			output_say(s->env->err, "pstat: note: %s\n", said.line[i].text);
	}
	notes_said_release(&said);
}

void series_say_trace(struct series *s)
{
	if (s->measure.trace.len)
		output_say(s->env->err, "%s", s->measure.trace.text);
	str_reset(&s->measure.trace);
}
