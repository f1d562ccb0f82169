/* SPDX-License-Identifier: MIT */
/* Measures what it costs to attach: to many threads, and to the whole system. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

/* Ten that every kernel has: more counters than most people ask for, of each thread. */
#define TEN_EVENTS "task-clock,cpu-clock,context-switches,cpu-migrations,page-faults,minor-faults," \
		   "major-faults,alignment-faults,emulation-faults,dummy"

static const int thread_counts[] = { 200, 1900 };
enum { N_THREAD_COUNTS = sizeof(thread_counts) / sizeof(*thread_counts) };

struct sleepers {
	pid_t pid;
	int input;
};

static bool start_sleepers(const struct bench *b, struct sleepers *s, int n)
{
	char **argv = run_words("%s/live/sleepers %d", b->tools, n);

	s->pid = run_helper(argv, &s->input);
	run_free_words(argv);
	if (s->pid < 0)
		bench_skip("threads", "they could not be started");
	return s->pid > 0;
}

/* --- attaching ------------------------------------------------------------------------- */

static void attach_row(struct bench *b, const struct rival *rival, int n_threads, bool cpu)
{
	const struct series *pstat = cpu ? &rival[0].cpu_us : &rival[0].wall_us,
			    *perf = cpu ? &rival[1].cpu_us : &rival[1].wall_us;
	char name[72];
	struct row *r;

	snprintf(name, sizeof(name), "attach and detach, %d threads x 10 events%s", n_threads, cpu ? ", CPU" : "");
	r = bench_row(b, name, "us");
	r->pstat = series_quantile(pstat, 0.5);
	r->spread = series_spread(pstat);
	r->perf = b->perf ? series_quantile(perf, 0.5) : NAN;
	row_judge(r, ROW_UNDER_PERF, n_threads < 1000 ? NAN : 1.8, 1.2);
}

/* Being traced makes calls dearer, and all calls alike. */
static void traced_row(struct bench *b, const struct rival *rival, int n_threads)
{
	struct traced pstat = {0}, perf = {0};
	char name[72];
	struct row *r;

	if (!run_traced(rival[0].argv, &pstat) || (b->perf && !run_traced(rival[1].argv, &perf))) {
		bench_skip("first to last counter enabled", "tracing is not allowed here");
		return;
	}
	snprintf(name, sizeof(name), "first to last counter enabled, traced, %d threads", n_threads);
	r = bench_row(b, name, "us");
	r->pstat = pstat.last_us - pstat.first_us;
	r->perf = b->perf ? perf.last_us - perf.first_us : NAN;
	row_judge(r, ROW_UNDER_PERF, NAN, NAN);
}

static void attach_rows(struct bench *b, int n_threads, pid_t pid)
{
	struct rival rival[2] = {
		{ .argv = run_words("%s -e " TEN_EVENTS " -p %d /bin/true", b->build[0].pstat, (int)pid) },
		{ .argv = b->perf ? run_words("%s stat -e " TEN_EVENTS " -p %d /bin/true", b->perf, (int)pid) :
			  run_words("true") },
	};

	run_turns(rival, 2, b->few);
	if (rival[0].n_failed + rival[1].n_failed) {
		bench_skip("threads", "they ended before they were counted");
		run_release(rival, 2);
		return;
	}
	attach_row(b, rival, n_threads, false);
	attach_row(b, rival, n_threads, true);
	if (!b->guards_only)
		traced_row(b, rival, n_threads);
	run_release(rival, 2);
}

void measure_attach(struct bench *b)
{
	for (int i = 0; i < (b->guards_only ? 1 : N_THREAD_COUNTS); i++) {
		struct sleepers s;

		if (!start_sleepers(b, &s, thread_counts[i]))
			continue;
		attach_rows(b, thread_counts[i], s.pid);
		run_end_helper(s.pid, s.input);
	}
}

/* --- intervals ------------------------------------------------------------------------- */

enum { SKIPPED = 3 };		/* the first intervals have what starting costs */

struct pace {			/* of a command that prints lines, the time of their interval in front */
	pid_t pid;
	int fd;
	off_t at;		/* how much of its output was looked at */
	double stamp;		/* of the last interval that was seen */
	int n;			/* how many were */
	/* what it had used up when the first interval that counts was seen, and when the last one was */
	struct seen { double cpu_us; int n; } first, last;
	struct series spacing_us;
};

static bool has_ended(pid_t pid)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid;
}

static double cpu_us_of(pid_t pid)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &ts) < 0)
		return NAN;
	return (double)ts.tv_sec * 1e6 + (double)ts.tv_nsec / 1e3;
}

static void take_stamp(struct pace *p, const char *line)
{
	char *end;
	double stamp = strtod(line, &end);

	if (end == line || *end != ',' || !(stamp > p->stamp))
		return;
	if (p->n >= SKIPPED)
		series_add(&p->spacing_us, (stamp - p->stamp) * 1e6);
	p->stamp = stamp;
	p->n++;
}

/* Whole lines only: the rest is looked at the next time. */
static void look_at_output(struct pace *p)
{
	char text[16384];
	ssize_t size = pread(p->fd, text, sizeof(text) - 1, p->at);
	int before = p->n;

	for (char *line = text, *end; size > 0 && (end = memchr(line, '\n', (size_t)(text + size - line))); line = end + 1) {
		*end = '\0';
		take_stamp(p, line);
		p->at += end + 1 - line;
	}
	if (p->n == before || p->n < SKIPPED || has_ended(p->pid))
		return;
	p->last.cpu_us = cpu_us_of(p->pid);
	p->last.n = p->n;
	if (!p->first.n)
		p->first = p->last;
}

struct interval_cost {
	double cpu_us;		/* of one interval */
	double late_us;		/* how much longer than asked for; the median */
};

/* The last one is not looked at: detaching may have begun. */
static bool interval_cost(struct interval_cost *c, const char *tool, const char *target, int ms)
{
	const int intervals = ms < 50 ? 60 : 18;
	const struct timespec glance = { 0, 1000000L * ms / 5 };
	char **argv = run_words("%s -x, -I %d --interval-count %d -e " TEN_EVENTS " %s", tool, ms, intervals, target);
	struct pace p = {0};

	p.pid = run_begin(argv, &p.fd);
	while (p.pid > 0 && p.n < intervals - 1 && !has_ended(p.pid)) {
		nanosleep(&glance, NULL);
		look_at_output(&p);
	}
	c->cpu_us = p.last.n > p.first.n ? (p.last.cpu_us - p.first.cpu_us) / (p.last.n - p.first.n) : NAN;
	c->late_us = series_quantile(&p.spacing_us, 0.5) - ms * 1e3;
	if (p.pid > 0)
		run_end(p.pid);
	series_release(&p.spacing_us);
	close(p.fd);
	run_free_words(argv);
	return !isnan(c->cpu_us) && !isnan(c->late_us);
}

struct interval_series { struct series cpu_us, late_us; };

static void add_interval_rows(struct bench *b, const char *what, const struct interval_series *s, int ms,
			      double target_ratio)
{
	char name[72];
	struct row *r;

	snprintf(name, sizeof(name), "CPU of an interval, -I %d, %s", ms, what);
	r = bench_row(b, name, "us");
	r->pstat = series_quantile(&s[0].cpu_us, 0.5);
	r->perf = series_quantile(&s[1].cpu_us, 0.5);
	r->spread = series_spread(&s[0].cpu_us);
	row_judge(r, ROW_UNDER_PERF, target_ratio, isnan(target_ratio) ? NAN : 1.5);
	snprintf(name, sizeof(name), "what intervals are too long, -I %d, %s", ms, what);
	r = bench_row(b, name, "us");
	r->pstat = fabs(series_quantile(&s[0].late_us, 0.5));
	r->perf = fabs(series_quantile(&s[1].late_us, 0.5));
	row_judge(r, ROW_VALUE, 100, NAN);
}

static void interval_rows(struct bench *b, const char *what, const char *target, int ms, double target_ratio)
{
	enum { ROUNDS = 10 };
	const double end = run_now_us() + RUN_SECONDS_MOST * 1e6 / 2;
	const char *tool[2] = { b->build[0].pstat };
	struct interval_series s[2] = {0};
	char perf[300];

	snprintf(perf, sizeof(perf), "%s stat", b->perf ? b->perf : "");
	tool[1] = perf;
	for (int round = 0; round < ROUNDS && (!round || run_now_us() < end); round++)
		for (int i = 0; i < (b->perf ? 2 : 1); i++) {
			struct interval_cost c;

			if (!interval_cost(&c, tool[i], target, ms))
				continue;
			series_add(&s[i].cpu_us, c.cpu_us);
			series_add(&s[i].late_us, c.late_us);
		}
	add_interval_rows(b, what, s, ms, target_ratio);
	for (int i = 0; i < 2; i++) {
		series_release(&s[i].cpu_us);
		series_release(&s[i].late_us);
	}
}

void measure_intervals(struct bench *b)
{
	for (int i = 0; i < (b->guards_only ? 1 : N_THREAD_COUNTS); i++) {
		char what[40], target[40];
		struct sleepers s;

		if (!start_sleepers(b, &s, thread_counts[i]))
			continue;
		snprintf(what, sizeof(what), "%d threads", thread_counts[i]);
		snprintf(target, sizeof(target), "-p %d", (int)s.pid);
		interval_rows(b, what, target, 10, 2.2);
		if (!b->guards_only)
			interval_rows(b, what, target, 100, 2.2);
		run_end_helper(s.pid, s.input);
	}
}

/* All that a series of short intervals costs, from start to end; loop: its floor, -1: none. */
static void paced_row(struct bench *b, const char *name, const struct rival *rival, int pstat, int perf, int loop,
		      double target)
{
	struct row *r = bench_row(b, name, "us");

	r->pstat = series_quantile(&rival[pstat].cpu_us, 0.5);
	r->floor = loop < 0 ? NAN : series_quantile(&rival[loop].cpu_us, 0.5);
	r->perf = b->perf ? series_quantile(&rival[perf].cpu_us, 0.5) : NAN;
	r->spread = series_spread(&rival[pstat].cpu_us);
	if (loop >= 0)
		row_judge(r, ROW_OVER_FLOOR, target, 2);
	else if (b->perf)
		row_judge(r, ROW_UNDER_PERF, target, NAN);
}

/* The loops sleep, read and write a line: each counter by itself, or the four of a CPU at once. */
void measure_system(struct bench *b)
{
	enum { EACH, GROUP, SYSTEM, COMMAND, PERF_SYSTEM, PERF_COMMAND, N };
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct rival rival[N] = {
		[EACH] = { .argv = run_words("%s/bench/pacer each %ld 10 100", b->tools, cpus) },
		[GROUP] = { .argv = run_words("%s/bench/pacer group %ld 10 100", b->tools, cpus) },
		[SYSTEM] = { .argv = run_words("%s -a -x, -I 10 --interval-count 100", b->build[0].pstat) },
		[COMMAND] = { .argv = run_words("%s -x, -I 10 /bin/sleep 1", b->build[0].pstat) },
		[PERF_SYSTEM] = { .argv = run_words("%s stat -a -x, -I 10 --interval-count 100",
						    b->perf ? b->perf : "") },
		[PERF_COMMAND] = { .argv = run_words("%s stat -x, -I 10 /bin/sleep 1", b->perf ? b->perf : "") },
	};

	run_turns(rival, b->perf ? N : PERF_SYSTEM, 6);
	if (rival[EACH].n_failed + rival[GROUP].n_failed + rival[SYSTEM].n_failed) {
		bench_skip("system", "CPUs may not be counted here, or are not numbered from 0");
	} else {
		paced_row(b, "CPU of 100 intervals, -a, 10 ms; floor: group reads", rival, SYSTEM, PERF_SYSTEM, GROUP,
			  1.25);
		paced_row(b, "CPU of 100 intervals, -a, 10 ms; floor: single reads", rival, SYSTEM, PERF_SYSTEM, EACH,
			  0.9);
		paced_row(b, "CPU of 100 intervals, a command, 10 ms", rival, COMMAND, PERF_COMMAND, -1, 1.8);
	}
	run_release(rival, N);
	if (!b->guards_only)
		interval_rows(b, "the whole system", "-a", 10, NAN);
}
