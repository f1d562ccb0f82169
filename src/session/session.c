/* SPDX-License-Identifier: MIT */
/* Runs one command or several in rounds, with warm-ups and hooks, and adds up what the runs gave. */
#define _GNU_SOURCE
#include "session/session.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "base/mem.h"
#include "benchmark/notes.h"
#include "output/message.h"
#include "output/output_file.h"
#include "count/plan.h"
#include "host/kernel.h"
#include "session/hook.h"

_Static_assert((int)STATUS_TIMEOUT == (int)RUN_RESULT_TIMED_OUT, "pstat ends as the command did");

const uint64_t *session_ignored(const struct session_opts *o)
{
	return o->ignore_failure ? o->ignored : NULL;
}

/* --- before the first run ---------------------------------------------------------------------------- */

int session_stdout(const struct session_opts *o)
{
	return o->show_output ? STDERR_FILENO : LAUNCH_NULL;
}

/* Without the terminal, so that typing does not make runs differ. */
static struct launch detached_launch(const struct session *s, const struct launch *like, char *const *argv)
{
	bool shown = s->opts->show_output;
	struct launch l = *like;

	l.argv = argv;
	l.group = true;
	l.held = true;	/* else the child shares memory until its exec, and max-rss is pstat's */
	l.in_fd = LAUNCH_NULL;
	l.out_fd = session_stdout(s->opts);
	l.err_fd = shown ? 0 : s->kept_fd >= 0 ? s->kept_fd : LAUNCH_NULL;
	l.err_kept = !shown && s->kept_fd >= 0;
	return l;
}

static char *make_title(const struct session_command *c)
{
	struct str out = {0};
	LOCAL(str) words = {0};

	str_add(&words, c->name ? c->name : "");
	if (!c->name && c->argv)
		str_add_words(&words, c->argv);
	str_add(&out, "");
	str_add_line(&out, words.text);
	return out.text;
}

int session_open(struct session *s, const struct env *env, const struct session_opts *o,
		 const struct measure_opts *measure, struct error *err)
{
	const struct session_command none = { .name = o->name };
	const struct session_command *command = o->n_commands ? o->command : &none;
	size_t n = o->n_commands ? o->n_commands : 1;

	*s = (struct session){ .env = env, .opts = o, .n = n, .kept_fd = -1,
			       .timeout_ns = measure->wait_loop.timeout_ns };
	if (o->budget_ns)
		budget_start(&s->budget, o->budget_ns, env->kernel->now_ns(env->kernel),
			     o->cleanup || o->keep_time);
	s->budget.whole_ns = o->whole_budget_ns;
	s->side = mem_resize(NULL, n, sizeof(*s->side));
	for (size_t i = 0; i < n; i++)
		s->side[i] = (struct session_side){ .command = command[i], .opts = *measure,
						    .title = make_title(&command[i]) };
	/* the scratch file for stderr */
	if (o->detached && !o->show_output && !o->dry_run)
		s->kept_fd = o->shared ? o->shared->kept_fd : env->kernel->open_scratch(env->kernel);
	for (size_t i = 0; i < n; i++) {
		struct session_side *side = &s->side[i];

		if (o->detached) {
			side->opts.launch = detached_launch(s, &measure->launch, command[i].argv);
			side->opts.where = !o->no_where;
		}
		if (measure_prepare(&side->measure, &side->opts, env, err) < 0)
			return -1;
		benchmark_set_command(&side->measure.b, command[i].name, command[i].argv);
	}
	return 0;
}

static int format_plan(struct str *out, struct session *s, struct error *err)
{
	for (size_t i = 0; i < s->n; i++) {
		struct session_side *side = &s->side[i];
		const struct benchmark *b = &side->measure.b;
		LOCAL(plan) plan = {0};
		int rc = plan_build(&plan, &b->events, NULL, &b->target, err);

		if (s->opts->detached)
			str_addf(out, "%scommand %zu: %s\n", i ? "\n" : "", i + 1, side->title);
		if (rc == 0)
			plan_format(&plan, out);
		notes_format(out, &b->notes, &b->events, &b->target.cgroups, 0, s->opts->verbose > 0);
		if (rc < 0)
			return -1;
	}
	return 0;
}

int session_print_plan(struct session *s, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = format_plan(&text, s, err);

	if (s->opts->detached)
		message_fit(&text, s->env->out);
	if (rc == 0)
		rc = output_file_print(s->env->out, &text, err);
	return rc;
}

/* All sides share one descriptor; see session.h. */
static int watch_signals(struct session *s, struct error *err)
{
	if (s->opts->shared)
		s->side[0].measure.signals = s->opts->shared->signals;
	if (measure_watch(&s->side[0].measure, err) < 0)
		return -1;
	for (size_t i = 1; i < s->n; i++)
		s->side[i].measure.signals = s->side[0].measure.signals;
	return 0;
}

int session_prepare(struct session *s, struct error *err)
{
	if (watch_signals(s, err) < 0)
		return -1;
	for (size_t i = 0; i < s->n && s->opts->exact; i++)
		if (exact_prepare(&s->side[i].exact, &s->side[i].measure, err) < 0)
			return -1;
	return 0;
}

void session_watch_machine(struct session *s, uint64_t spacing_ns)
{
	s->watch.on = true;
	s->watch.spacing_ns = spacing_ns;
	for (size_t i = 0; i < s->n; i++)
		s->side[i].opts.launch.counts_wait = true;
}

void session_load_facts_of(struct benchmark *b, const struct env *env)
{
	time_t now = time(NULL);
	char date[32] = "";
	struct tm tm;

	if (gmtime_r(&now, &tm))
		strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	b->date = date[0] ? mem_copy_text(date) : NULL;
	host_facts_load(&b->host, env->root);
}

void session_load_facts(struct session *s)
{
	LOCAL(str) id = {0};

	for (size_t i = 0; i < s->n; i++) {
		struct benchmark *b = &s->side[i].measure.b;

		session_load_facts_of(b, s->env);	/* each side can be saved */
		if (!i)
			str_addf(&id, "%s/%d", b->date ? b->date : "", (int)getpid());
		b->session_id = s->n > 1 ? mem_copy_text(id.text) : NULL;
	}
}

void session_stop_with(struct session *s, int status)
{
	s->status = status;
	s->over = true;
}

bool session_has_rounds(const struct session *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (!s->side[i].rounds)
			return false;
	return s->n > 0;
}

/* --- sums ------------------------------------------------------------------------------------------- */

/* Leaves out runs that did other work, and, where rounds are compared, the runs of an incomplete one. */
static void sum_side(struct session_side *side, const struct session_opts *o)
{
	struct benchmark *b = &side->measure.b;
	FREED bool *left_out = mem_zeroed(b->n_runs, sizeof(*left_out));
	LOCAL(notes) why = {0};
	size_t n = b->n_runs;

	while (o->detached && n && b->run[n - 1].round > side->rounds)
		left_out[--n] = true;
	if (o->exact && n)
		exact_find_outliers(left_out, &side->exact, b->run, n, &why);
	b->fixed = side->opts.launch.layout == LAUNCH_LAYOUT_FIXED;
	measure_finish(&side->measure);
	benchmark_sum(b, left_out, &why);
	notes_merge(&b->sum.notes, &side->end_notes);
}

void session_sum(struct session *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct session_side *side = &s->side[i];

		sum_side(side, s->opts);
		benchmark_report(&side->report, &side->measure.b);
		side->report.place.entry = i;
		side->report.place.n_entries = s->n;
	}
}

static void release_side(struct session_side *side)
{
	free(side->title);
	notes_release(&side->end_notes);
	exact_release(&side->exact);
	program_calls_release(&side->calls);
	measure_release(&side->measure);
}

void session_release(struct session *s)
{
	for (size_t i = s->n; i--;) {
		if (i || s->opts->shared)	/* the first side owns it, or the suite */
			s->side[i].measure.signals.fd = -1;
		release_side(&s->side[i]);
	}
	str_release(&s->failure_text);
	free(s->side);
	budget_release(&s->budget);
	if (s->env && s->kept_fd >= 0 && !s->opts->shared)
		s->env->kernel->close(s->env->kernel, s->kept_fd);
	*s = (struct session){ .kept_fd = -1 };
}
