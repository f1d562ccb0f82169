/* SPDX-License-Identifier: MIT */
/* What does it cost to count what is running already: many threads, or the whole system? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static char *words_output(char **argv, double *cpu_us)
{
	int status;
	char *text = run_output(argv, &status, cpu_us);

	if (status != 0) {
		free(text);
		text = NULL;
	}
	run_free_words(argv);
	return text;
}

/*
 * The time between the first and the last counter of a thread: how much longer one event
 * was enabled than another.  In lines of -x, it is the field behind the event, in ns.
 */
static double skew_us(const char *text, int n_threads)
{
	double least = INFINITY, most = 0;

	for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
		const char *field = line;

		for (int i = 0; i < 3 && field; i++)
			field = strchr(field, ',') ? strchr(field, ',') + 1 : NULL;
		if (!field || strtod(field, NULL) <= 0)
			continue;
		least = fmin(least, strtod(field, NULL));
		most = fmax(most, strtod(field, NULL));
	}
	return isinf(least) ? NAN : (most - least) / n_threads / 1e3;
}

static double skew_of(const char *tool, pid_t pid, int n_threads)
{
	char *text = words_output(run_words("%s -x, -e " TEN_EVENTS " -p %d /bin/sleep 0.1", tool, (int)pid), NULL);
	double skew = text ? skew_us(text, n_threads) : NAN;

	free(text);
	return skew;
}

static void attach_rows(struct bench *b, int n_threads, pid_t pid)
{
	char name[72], perf[300];
	struct rival rival[2] = {
		{ .argv = run_words("%s -e " TEN_EVENTS " -p %d /bin/true", b->build[0].pstat, (int)pid) },
		{ .argv = b->perf ? run_words("%s stat -e " TEN_EVENTS " -p %d /bin/true", b->perf, (int)pid) :
			  run_words("true") },
	};
	struct traced pstat_size, perf_size;
	struct row *r;

	snprintf(perf, sizeof(perf), "%s stat", b->perf ? b->perf : "");
	/* a second each: the kernel waits for grace periods when so many go */
	run_turns(rival, 2, n_threads < 1000 ? 10 : 3);
	if (rival[0].n_failed + rival[1].n_failed) {
		bench_skip("threads", "they ended before they were counted");
		run_release(rival, 2);
		return;
	}
	snprintf(name, sizeof(name), "attach and detach, %d threads x 10 events", n_threads);
	r = bench_row(b, name, "us");
	r->pstat = run_median(&rival[0]);
	r->spread = series_spread(&rival[0].wall_us);
	r->perf = b->perf ? run_median(&rival[1]) : NAN;
	row_judge(r, ROW_UNDER_PERF, 1.8, 1.2);
	snprintf(name, sizeof(name), "skew of first and last event, %d threads", n_threads);
	r = bench_row(b, name, "us");
	r->pstat = skew_of(b->build[0].pstat, pid, n_threads);
	r->perf = b->perf ? skew_of(perf, pid, n_threads) : NAN;
	row_judge(r, ROW_UNDER_PERF, NAN, NAN);
	if (run_traced(rival[0].argv, &pstat_size) && b->perf && run_traced(rival[1].argv, &perf_size)) {
		snprintf(name, sizeof(name), "peak memory, %d threads x 10 events", n_threads);
		r = bench_row(b, name, "KiB");
		r->pstat = (double)pstat_size.peak_kb;
		r->perf = (double)perf_size.peak_kb;
		row_judge(r, ROW_UNDER_PERF, 6, 2);
	}
	run_release(rival, 2);
}

void measure_attach(struct bench *b)
{
	for (int i = 0; i < N_THREAD_COUNTS; i++) {
		struct sleepers s;

		if (!start_sleepers(b, &s, thread_counts[i]))
			continue;
		attach_rows(b, thread_counts[i], s.pid);
		run_end_helper(s.pid, s.input);
	}
}

/* --- intervals ------------------------------------------------------------------------- */

struct interval_cost {
	double cpu_us;		/* of one interval */
	double late_us;		/* how much longer than asked for, in the mean */
};

/* The stamps before each line: when the first interval ended, and the last. */
static void find_stamps(const char *text, double *first, double *last, int *n)
{
	*first = *last = NAN;
	*n = 0;
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
		char *end;
		double stamp = strtod(line, &end);

		if (end == line || *end != ',' || stamp == *last)
			continue;
		if (!*n)
			*first = stamp;
		*last = stamp;
		++*n;
	}
}

/* Of long runs what short ones need is taken away: attaching is no part of an interval. */
static bool interval_cost(struct interval_cost *c, const char *tool, const char *target, int ms)
{
	const int few = 5, many = ms < 50 ? 55 : 15;
	double cpu[2] = {0}, first = NAN, last = NAN;
	int n = 0;

	for (int i = 0; i < 2; i++) {
		char *text = words_output(run_words("%s -x, -I %d --interval-count %d -e " TEN_EVENTS " %s", tool, ms,
						    i ? many : few, target), &cpu[i]);

		if (!text)
			return false;
		find_stamps(text, &first, &last, &n);
		free(text);
	}
	c->cpu_us = (cpu[1] - cpu[0]) / (many - few);
	c->late_us = n > 1 ? (last - first) * 1e6 / (n - 1) - ms * 1e3 : NAN;
	return true;
}

struct interval_series { struct series cpu_us, late_us; };

static void interval_rows(struct bench *b, const char *what, const char *target, int ms, double target_ratio)
{
	const char *tool[2] = { b->build[0].pstat };
	struct interval_series s[2] = {0};
	char name[72], perf[300];
	struct row *r;

	snprintf(perf, sizeof(perf), "%s stat", b->perf ? b->perf : "");
	tool[1] = perf;
	for (int round = 0; round < (ms < 50 ? 5 : 2); round++)
		for (int i = 0; i < (b->perf ? 2 : 1); i++) {
			struct interval_cost c;

			if (!interval_cost(&c, tool[i], target, ms))
				continue;
			series_add(&s[i].cpu_us, c.cpu_us);
			series_add(&s[i].late_us, c.late_us);
		}
	snprintf(name, sizeof(name), "CPU of an interval, -I %d, %s", ms, what);
	r = bench_row(b, name, "us");
	r->pstat = series_quantile(&s[0].cpu_us, 0.5);
	r->perf = series_quantile(&s[1].cpu_us, 0.5);
	row_judge(r, ROW_UNDER_PERF, target_ratio, isnan(target_ratio) ? NAN : 1.2);
	snprintf(name, sizeof(name), "drift per interval, -I %d, %s", ms, what);
	r = bench_row(b, name, "us");
	r->pstat = fabs(series_quantile(&s[0].late_us, 0.5));
	r->perf = fabs(series_quantile(&s[1].late_us, 0.5));
	row_judge(r, ROW_VALUE, 100, NAN);
	for (int i = 0; i < 2; i++) {
		series_release(&s[i].cpu_us);
		series_release(&s[i].late_us);
	}
}

void measure_intervals(struct bench *b)
{
	for (int i = 0; i < N_THREAD_COUNTS; i++) {
		char what[40], target[40];
		struct sleepers s;

		if (!start_sleepers(b, &s, thread_counts[i]))
			continue;
		snprintf(what, sizeof(what), "%d threads", thread_counts[i]);
		snprintf(target, sizeof(target), "-p %d", (int)s.pid);
		interval_rows(b, what, target, 10, 2.2);
		interval_rows(b, what, target, 100, 2.2);
		run_end_helper(s.pid, s.input);
	}
}

void measure_system(struct bench *b)
{
	interval_rows(b, "the whole system", "-a", 10, NAN);
}
