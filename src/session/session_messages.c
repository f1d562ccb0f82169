/* SPDX-License-Identifier: MIT */
/* Reports on stderr: progress, the start of a run, and how a run failed. */
#define _GNU_SOURCE
#include "session/session_messages.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "host/kernel.h"
#include "output/message.h"
#include "session/progress.h"
#include "session/session.h"

/* --- progress ---------------------------------------------------------------------------------------- */

void session_start_progress(struct session *s)
{
	const struct session_opts *o = s->opts;
	bool several = o->detached || o->repeat > 1 || s->side[0].exact.sets.n > 1;

	if (!several || !o->progress || o->quiet || o->verbose || s->side[0].opts.wait_loop.interval_ns ||
	    !message_can_redraw() || !isatty(fileno(s->env->err)))
		return;
	s->progress = (struct session_progress){
		.shown = true, .begin_ns = s->env->kernel->now_ns(s->env->kernel)
	};
}

/* The cursor stays at the left, so that output of the command overwrites the line. */
void session_show_progress(struct session *s)
{
	uint64_t now = s->progress.shown ? s->env->kernel->now_ns(s->env->kernel) : 0;
	const struct progress p = {
		.done = s->done, .planned = s->planned, .most = s->most_runs, .detached = s->opts->detached,
		.spent_ns = now - s->progress.begin_ns, .budget_ns = budget_left(&s->budget, now),
	};
	LOCAL(str) line = {0};

	if (s->progress.shown)
		progress_add(&line, &p);
	if (line.len)
		message_print(s->env->err, "%s\r", line.text);
	s->progress.drawn |= line.len > 0;
}

/* What a command wrote without the end of a line stays, unless it has overwritten a line of ours. */
void session_clear_progress(struct session *s)
{
	if (s->progress.drawn)
		message_print(s->env->err, "\r\033[K");
	s->progress.drawn = false;
}

/* --- runs -------------------------------------------------------------------------------------------- */

void session_say_sets(const struct session *s)
{
	LOCAL(str) text = {0};

	if (!s->opts->verbose || s->opts->quiet || s->side[0].exact.sets.n < 2)
		return;
	exact_format(&text, &s->side[0].exact);
	message_print(s->env->err, "%s", text.text);
}

void session_say_start(struct session *s)
{
	const struct session_opts *o = s->opts;

	if (o->quiet)
		return;
	if (!o->detached && o->verbose && s->planned != 1)
		message_print(s->env->err, "[ pstat: executing run #%zu ... ]\n", s->done + 1);
	session_show_progress(s);
	if (s->side[0].opts.wait_loop.delay_ns)
		message_print(s->env->err, "Events disabled\n");
}

void session_say_trace(struct session *s, struct session_side *side)
{
	if (side->measure.trace.len)
		message_print(s->env->err, "%s", side->measure.trace.text);
	str_reset(&side->measure.trace);
}

void session_say_long(void *of)
{
	static const char *const why[] = {
		[VALGRIND_FOR_COUNTS] = "which takes 20 to 100 times as long",
		[VALGRIND_FOR_LINES] = "for the lines of code, which takes 20 to 100 times as long",
		[VALGRIND_FOR_CALLS] = "for the callers of functions, which takes 40 to 400 times as long",
	};
	struct session *s = of;

	if (s->opts->quiet || s->progress.shown || s->said_long & 1u << s->valgrind)
		return;
	s->said_long |= 1u << s->valgrind;
	message_print(s->env->err, "pstat: still running under valgrind, %s\n", why[s->valgrind]);
}

static void say_killed(FILE *to, const char *command, int signo)
{
	LOCAL(str) name = {0};

	str_add(&name, "");
	str_add_line(&name, command);
	message_print(to, "%s: %s\n", name.text, strsignal(signo));
}

void session_say_result(const struct session *s, const struct run_result *r, int status, bool bad)
{
	FILE *to = s->env->err;

	if (s->opts->quiet)
		return;
	if (r->status >= 0 && WIFSIGNALED(r->status))
		say_killed(to, s->side[0].command.argv[0], WTERMSIG(r->status));
	if (s->cut_short && !bad)
		message_print(to, "pstat: interrupted: %zu of %zu runs are complete\n", s->done, s->planned);
	if (s->planned == 1 || status >= STATUS_SIGNAL || !bad)
		return;
	message_print(to, "pstat: run %zu", s->done);
	if (s->planned)
		message_print(to, " of %zu", s->planned);
	message_print(to, " ended with status %d\n", status);
}

void session_say_ignored(const struct session *s)
{
	if (!s->n_ignored || s->opts->quiet)
		return;
	if (s->planned == 1)
		message_print(s->env->err, "pstat: the command ended with status %d, which is ignored\n",
			      s->ignored_status);
	else
		message_print(s->env->err,
			      "pstat: %zu of %zu runs failed and were accepted; run %zu was the first, "
			   "with status %d\n", s->n_ignored,
			   s->opts->exact ? s->side[0].report.n_runs : s->n_kept, s->first_ignored,
			   s->ignored_status);
}

/* --- detached runs that fail ------------------------------------------------------------------------- */

/* what: "stderr", or "output" if both streams are kept. */
static void say_end_of(const struct session *s, const char *what)
{
	enum { MOST_BYTES = 4000, MOST_LINES = 10 };
	const struct kernel *k = s->env->kernel;
	char text[MOST_BYTES + 1];
	ssize_t n = s->kept_fd < 0 ? 0 : k->take_scratch(k, s->kept_fd, text, MOST_BYTES);
	LOCAL(str) out = {0};
	char *from;

	if (s->kept_fd < 0 && !s->opts->show_output)
		message_print(s->env->err, "pstat: its %s was not kept: %s\n"
			   "pstat: hint: --show-output shows it\n", what, strerror(-s->kept_fd));
	while (n > 0 && text[n - 1] == '\n')
		n--;
	if (n <= 0)
		return;
	text[n] = '\0';
	from = text + n;
	for (int lines = 0; from > text; from--)
		if (from[-1] == '\n' && ++lines == MOST_LINES)
			break;
	str_addf(&out, "pstat: the end of its %s:\n", what);
	for (char *end; from; from = end ? end + 1 : NULL) {
		end = strchr(from, '\n');
		if (end)
			*end = '\0';
		str_add(&out, "  | ");
		str_add_visible(&out, from);
		str_add(&out, "\n");
	}
	message_print(s->env->err, "%s", out.text);
}

void session_say_failure(const struct session *s, const struct next_run *run, const struct run_result *r,
			 int status)
{
	LOCAL(str) text = {0};

	if (s->opts->quiet)
		return;
	str_addf(&text, "%s %zu of '%s'", run->warmup ? "warm-up" : "run", run->number, run->side->title);
	if (status == STATUS_TIMEOUT && r->end == WAIT_LOOP_TIMEOUT)
		str_add(&text, " exceeded --timeout");
	else if (WIFSIGNALED(r->status))
		str_addf(&text, " was ended by signal %d, %s", WTERMSIG(r->status),
			 strsignal(WTERMSIG(r->status)));
	else
		str_addf(&text, " ended with status %d", status);
	message_print(s->env->err, "pstat: %s\n", text.text);
	say_end_of(s, "stderr");
	if (WIFEXITED(r->status) && status == WEXITSTATUS(r->status))
		message_print(s->env->err, "pstat: hint: use --ignore-failure=%d to accept exit status %d\n",
			      status, status);
}

void session_say_build(const struct session *s)
{
	if (s->opts->quiet)
		return;
	message_print(s->env->err, "pstat: %s\n", s->failure_text.text);
	say_end_of(s, "output");
}

void session_say_cut(const struct session *s, const struct session_side *side, const char *hook,
		     const char *run, size_t rounds, uint64_t enough)
{
	LOCAL(str) text = {0};

	if (s->opts->quiet)
		return;
	str_addf(&text, "pstat: %s%s%s of '%s' had not ended when ", hook ? hook : "",
		 hook && run[0] ? " of " : "", run, side->title);
	budget_add_name(&text, &s->budget);
	str_add(&text, " ended\n");
	message_print(s->env->err, "%s", text.text);
	if (!hook)
		say_end_of(s, "stderr");
	str_reset(&text);
	budget_add_enough(&text, enough);
	if (enough)
		message_print(s->env->err,
			      "pstat: hint: --budget %s is about enough for %zu runs of each command\n",
			      text.text, rounds);
}
