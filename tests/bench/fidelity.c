/* SPDX-License-Identifier: MIT */
/* Measures how much of a command's counts the counting itself causes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { TOOLS = 3 };	/* pstat, the least that can count, perf */

static const struct { const char *name, *unit; double target; } events[] = {
	{ "task-clock", "msec", NAN }, { "context-switches", "", NAN }, { "page-faults", "", NAN },
	{ "instructions:k", "", NAN }, { "cycles", "", NAN },
};
enum { N_EVENTS = sizeof(events) / sizeof(*events), N_SOFTWARE = 3 };

/* The value before ",UNIT,EVENT," in the lines of -x; NAN: not counted. */
static double value_of(const char *text, const char *event)
{
	size_t length = strlen(event);

	for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
		const char *name = strchr(line, ',');
		char *end;
		double value = strtod(line, &end);

		name = name ? strchr(name + 1, ',') : NULL;
		if (name && end != line && *end == ',' && strncmp(name + 1, event, length) == 0 &&
		    strchr(",:", name[1 + length]))
			return value;
	}
	return NAN;
}

static void add_rows(struct bench *b, const char *what, struct series (*seen)[TOOLS], size_t n)
{
	for (size_t e = 0; e < n; e++) {
		char name[72];
		struct row *r;

		snprintf(name, sizeof(name), "%s of %s", events[e].name, what);
		r = bench_row(b, name, events[e].unit);
		/* most runs have no context switch at all: the mean says how many do */
		r->pstat = e == 1 ? series_mean(&seen[e][0]) : series_quantile(&seen[e][0], 0.5);
		r->floor = e == 1 ? series_mean(&seen[e][1]) : series_quantile(&seen[e][1], 0.5);
		r->perf = e == 1 ? series_mean(&seen[e][2]) : series_quantile(&seen[e][2], 0.5);
		r->spread = series_spread(&seen[e][0]);
		if (e != 1)
			row_judge(r, ROW_OVER_FLOOR, e == 0 ? 1.5 : NAN, NAN);
	}
}

static void disturb(struct bench *b, const char *what, const char *path)
{
	const size_t n = b->has_hardware ? N_EVENTS : N_SOFTWARE;
	const char *list = b->has_hardware ? "task-clock,context-switches,page-faults,instructions:k,cycles" :
			   "task-clock,context-switches,page-faults";
	char **argv[TOOLS] = {
		run_words("%s -x, -e %s %s", b->build[0].pstat, list, path),
		run_words("%s/bench/least %s", b->tools, path),
		b->perf ? run_words("%s stat -x, -e %s %s", b->perf, list, path) : NULL,
	};
	struct series seen[N_EVENTS][TOOLS] = {0};

	for (size_t round = 0; round < b->rounds; round++)
		for (int tool = 0; tool < TOOLS; tool++) {
			int status;
			char *text = argv[tool] ? run_output(argv[tool], &status, NULL) : NULL;

			for (size_t e = 0; text && e < n; e++) {
				double value = value_of(text, events[e].name);

				if (!isnan(value))
					series_add(&seen[e][tool], value);
			}
			free(text);
		}
	add_rows(b, what, seen, n);
	for (int tool = 0; tool < TOOLS; tool++) {
		for (size_t e = 0; e < n; e++)
			series_release(&seen[e][tool]);
		run_free_words(argv[tool]);
	}
}

/* 200,000,004 instructions in user mode, and one more for each interrupt. */
static void known_count(struct bench *b)
{
	static const double known = 200000004;
	char **argv[2] = { run_words("%s -x, -e instructions:u %s/live/known", b->build[0].pstat, b->tools),
			   b->perf ? run_words("%s stat -x, -e instructions:u %s/live/known", b->perf, b->tools) : NULL };
	struct series wrong[2] = {0};
	struct row *r;

	for (size_t round = 0; round < b->few; round++)
		for (int tool = 0; tool < 2; tool++) {
			int status;
			char *text = argv[tool] ? run_output(argv[tool], &status, NULL) : NULL;
			double value = text ? value_of(text, "instructions") : NAN;

			free(text);
			if (!isnan(value))
				series_add(&wrong[tool], fabs(value - known) / known * 1e6);
		}
	r = bench_row(b, "error of a known number of instructions", "10^-6");
	r->pstat = series_quantile(&wrong[0], 0.5);
	r->perf = series_quantile(&wrong[1], 0.5);
	row_judge(r, ROW_VALUE, 2, 10);
	for (int tool = 0; tool < 2; tool++) {
		series_release(&wrong[tool]);
		run_free_words(argv[tool]);
	}
}

void measure_fidelity(struct bench *b)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/bench/tiny", b->tools);
	disturb(b, "a program that does nothing", path);
	disturb(b, "true", "/bin/true");
	if (b->has_hardware)
		known_count(b);
	else
		bench_skip("instructions and cycles of a command", "this machine has no hardware counters");
}
