/* SPDX-License-Identifier: MIT */
/*
 * top: shows live what each process counts, on a terminal, as plain tables, or in files.
 *
 * It is on the terminal if stdin and stdout are one that can redraw, and stdout has nothing else to show:
 * no -x, no --format, no -o.  The last table stays there.  Ctrl-C is the usual end, so files are complete
 * then, and the exit status is 0.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "benchmark/benchmark.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "output/full_screen.h"
#include "session/session.h"
#include "top/top_counting.h"

enum { USUAL_ROWS = 20, NO_SIGNAL = 0 };

struct showing {
	const struct env *env;
	const struct options *opts;
	struct top_opts top;
	struct top_counting counting;
	struct top_view view;
	struct output out;		/* files */
	struct output_file tables;	/* plain tables; mode NONE: there are none */
	struct full_screen screen;	/* fd -1: there is none */
	char keys[64]; size_t n_keys;	/* not used yet */
	double seconds;			/* of the interval on the screen */
	bool quit;
	int  signo;			/* ended by it */
};

/* --- what is shown ----------------------------------------------------------------------------------- */

static void set_clock(char *text, size_t size)
{
	time_t now = time(NULL);
	struct tm tm;

	if (!localtime_r(&now, &tm) || !strftime(text, size, "%H:%M:%S", &tm))
		*text = '\0';
}

static struct top_screen screen_of(const struct showing *s, const char *clock)
{
	const struct top_counting *c = &s->counting;

	return (struct top_screen){
		.view = &s->view, .list = top_counting_list(c, &s->view, s->seconds),
		.load = s->screen.fd >= 0 ? &c->load : NULL, .clock = clock,
		.n_tasks = c->rows[s->view.by].n_tasks, .n_cpus = c->counter.n_cpus, .cost = c->cost,
		.limit = (size_t)s->opts->top.limit,
	};
}

static void cmd_top_draw(struct showing *s)
{
	LOCAL(str) text = {0};
	struct top_screen screen;
	char clock[16];

	if (s->screen.fd < 0 || !s->counting.intervals)
		return;
	set_clock(clock, sizeof(clock));
	screen = screen_of(s, clock);
	screen.color = message_has_color(s->opts->out.color, s->env->out);
	full_screen_size(&s->screen, &screen.height, &screen.width);
	top_counting_look(&s->counting, &s->view, s->seconds, top_screen_rows(&screen));
	top_screen_add(&text, &screen);
	full_screen_show(&s->screen, &text);
}

/* In a file or a pipe, lines are as long as they need to be. */
static int print_table(struct showing *s, struct error *err)
{
	enum { WIDEST = 1000 };
	LOCAL(str) text = {0};
	struct top_screen screen;
	char clock[16];
	size_t columns = message_columns_fd(s->tables.fd);

	if (s->tables.mode == OUTPUT_NONE)
		return 0;
	set_clock(clock, sizeof(clock));
	screen = screen_of(s, clock);
	screen.width = columns ? columns : WIDEST;
	screen.limit = screen.limit ? screen.limit : USUAL_ROWS;
	screen.color = message_use_color(s->opts->out.color, columns != 0);
	top_screen_add(&text, &screen);
	str_add(&text, "\n");
	return output_file_write(&s->tables, &text, err);
}

/* The screen keeps an interval while it is paused; files do not. */
static int end_interval(struct showing *s, struct error *err)
{
	struct top_counting *c = &s->counting;

	c->paused = s->view.paused && c->intervals;
	if (top_counting_end_interval(c, err) < 0)
		return -1;
	if (!c->paused)
		s->seconds = (double)(c->to_ns - c->from_ns) / 1e9;
	cmd_top_draw(s);
	if (print_table(s, err) < 0)
		return -1;
	return s->top.saved ? output_block(&s->out, &c->report, err) : 0;
}

/* --- keys and signals -------------------------------------------------------------------------------- */

static void press(struct showing *s, int key)
{
	struct top_screen now = screen_of(s, "");

	full_screen_size(&s->screen, &now.height, &now.width);
	switch (top_view_key(&s->view, key, s->counting.columns.n, top_screen_rows(&now))) {
	case TOP_QUIT:
		s->quit = true;
		break;
	case TOP_DRAW:
		cmd_top_draw(s);
		break;
	case TOP_NOTHING:
		break;
	}
}

/* A terminal that is gone reads as its end. */
static void read_keys(struct showing *s)
{
	const struct kernel *k = s->env->kernel;
	ssize_t n = k->read(k, s->screen.in, s->keys + s->n_keys, sizeof(s->keys) - s->n_keys);
	const char *at = s->keys;
	size_t before;

	if (n <= 0) {
		s->quit = true;
		return;
	}
	s->n_keys += (size_t)n;
	do {
		before = s->n_keys;
		press(s, top_key_take(&at, &s->n_keys));
	} while (s->n_keys && s->n_keys != before);
	if (s->n_keys == sizeof(s->keys))	/* no key is that long */
		s->n_keys = 0;
	memmove(s->keys, at, s->n_keys);
}

static void take_signal(struct showing *s)
{
	s->signo = measure_signal(&s->counting.measure);
	s->quit |= s->signo != NO_SIGNAL;
}

/* --- the loop ---------------------------------------------------------------------------------------- */

static bool is_enough(const struct showing *s)
{
	uint64_t most = s->opts->measure.wait_loop.max_intervals;

	return s->quit || (most && s->counting.intervals >= most);
}

/* The keys count as --control, the signals of the screen as a target: only their kinds tell them apart. */
static int wait_and_act(struct showing *s, uint64_t deadline_ns, struct error *err)
{
	bool screen = s->screen.fd >= 0;
	struct wait_fd fds[] = {
		{ .fd = s->counting.measure.signals.fd, .kind = WAIT_SIGNAL },
		{ .fd = screen ? s->screen.in : -1, .kind = WAIT_CONTROL },
		{ .fd = screen ? s->screen.fd : -1, .kind = WAIT_TARGET },
	};
	int kinds = top_counting_wait(&s->counting, fds, sizeof(fds) / sizeof(*fds), deadline_ns, err);

	if (kinds < 0)
		return -1;
	if (kinds & WAIT_SIGNAL)
		take_signal(s);
	if (kinds & WAIT_TARGET) {
		full_screen_signal(&s->screen);
		cmd_top_draw(s);
	}
	if (kinds & WAIT_CONTROL)
		read_keys(s);
	return 0;
}

/* Keys and signals are read in each interval, also if writing takes longer than an interval. */
static int cmd_top_run(struct showing *s, struct error *err)
{
	const struct kernel *k = s->env->kernel;
	struct top_counting *c = &s->counting;

	while (!is_enough(s)) {
		uint64_t deadline = c->to_ns + s->view.interval_ns;

		if (wait_and_act(s, deadline, err) < 0)
			return -1;
		if (!s->quit && k->now_ns(k) >= deadline && end_interval(s, err) < 0)
			return -1;
	}
	return s->quit && s->top.saved ? top_counting_end_interval(c, err) : 0;
}

/* --- the beginning and the end ----------------------------------------------------------------------- */

static bool has_screen(const struct env *env, const struct options *o)
{
	return output_is_text(&o->out) && !o->out.path && isatty(STDIN_FILENO) && isatty(fileno(env->out)) &&
	       message_can_redraw();
}

/* Until the first interval is over. */
static void say_begun(const struct showing *s)
{
	LOCAL(str) text = {0};

	str_addf(&text, "pstat top: counting; the first table comes after %.1f s, h shows the keys\n",
		 (double)s->view.interval_ns / 1e9);
	full_screen_show(&s->screen, &text);
}

static int open_screen(struct showing *s, struct error *err)
{
	const struct options *o = s->opts;
	int out = fileno(s->env->out);

	if (!output_is_text(&o->out))
		return 0;
	if (has_screen(s->env, o)) {
		if (full_screen_open(&s->screen, STDIN_FILENO, out, err) < 0)
			return -1;
		say_begun(s);
		return 0;
	}
	if (o->out.path && strcmp(o->out.path, "-") != 0)
		return output_file_open_stream(&s->tables, o->out.path, false, err);
	output_file_use(&s->tables, out);
	return 0;
}

static int cmd_top_begin(struct showing *s, struct error *err)
{
	struct top_counting *c = &s->counting;

	if (top_counting_open(c, s->env, &s->opts->measure, &s->top, err) < 0)
		return -1;
	if (s->top.saved) {
		benchmark_set_command(&c->measure.b, s->opts->session.name, NULL);
		session_load_facts_of(&c->measure.b, s->env);
		c->measure.b.aggr.mode = s->top.by;
		benchmark_report(&c->report, &c->measure.b);
		c->report.total = false;
		if (output_begin(&s->out, &c->report, err) < 0)
			return -1;
	}
	return open_screen(s, err) < 0 || top_counting_start(c, err) < 0 ? -1 : 0;
}

/* The screen that was before is back; the last table follows it. */
static int leave_table(struct showing *s, struct error *err)
{
	LOCAL(str) text = {0};
	struct top_screen screen;
	size_t height, width;
	char clock[16];

	full_screen_size(&s->screen, &height, &width);
	set_clock(clock, sizeof(clock));
	screen = screen_of(s, clock);
	screen.height = height;
	screen.limit = screen.limit && screen.limit < top_screen_rows(&screen) ? screen.limit :
		       top_screen_rows(&screen);
	screen.height = 0;
	screen.width = width;
	screen.color = message_has_color(s->opts->out.color, s->env->out);
	s->view.first = 0;
	top_counting_look(&s->counting, &s->view, s->seconds, screen.limit);
	top_screen_add(&text, &screen);
	return output_file_print(s->env->out, &text, err);
}

static int cmd_top_end(struct showing *s, int rc, struct error *err)
{
	struct error lost = ERROR_INIT;
	struct top_counting *c = &s->counting;
	bool screen = s->screen.fd >= 0;

	full_screen_close(&s->screen);
	if (screen && c->intervals && leave_table(s, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (s->top.saved && c->intervals) {
		top_counting_finish(c, s->quit ? WAIT_LOOP_SIGNAL : WAIT_LOOP_ENOUGH, s->signo);
		if (output_end(&s->out, &c->report, rc < 0 ? &lost : err) < 0)
			rc = -1;
	}
	if (output_file_close(&s->tables, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc;
}

static int cmd_top_show(struct showing *s, struct error *err)
{
	int rc = cmd_top_begin(s, err);

	if (rc == 0)
		rc = cmd_top_run(s, err);
	return cmd_top_end(s, rc, err);
}

int cmd_top(const struct env *env, const struct options *o, struct error *err)
{
	struct showing s = { .env = env, .opts = o, .top = o->top,
			     .screen = { .kernel = env->kernel, .fd = -1 },
			     .view = { .by = o->top.by, .interval_ns = o->measure.wait_loop.interval_ns } };
	struct error lost = ERROR_INIT;
	int rc;

	if (o->command)
		return error_set(err, ERROR_USAGE, 0, "top shows what runs and takes no argument: '%s'",
				 o->command[0]);
	s.top.saved = o->out.save || o->out.n_exports || !output_is_text(&o->out);
	s.top.all_views = has_screen(env, o);
	rc = output_open(&s.out, env, o, err);
	if (rc == 0)
		rc = cmd_top_show(&s, err);
	if (output_close(&s.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	top_counting_release(&s.counting);
	return rc < 0 ? -1 : s.signo && s.signo != SIGINT ? STATUS_SIGNAL + s.signo : STATUS_OK;
}
