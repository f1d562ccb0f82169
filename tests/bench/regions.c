/* SPDX-License-Identifier: MIT */
/* Measures what an entry of a region costs: with system calls, in user space, and not under pstat. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

struct region_cost {
	const char *name;
	char **argv;
	double floor_calls;		/* system calls that an entry needs */
	struct series ns, call_ns;	/* of an entry, and of one system call beside it */
};

static void measure_once(struct region_cost *c)
{
	double entry, call;
	int status, n;
	char *text = run_output(c->argv, &status, NULL);

	n = sscanf(text, "%lf %lf", &entry, &call);
	if (status == 0 && n >= 1)
		series_add(&c->ns, entry);
	if (status == 0 && n == 2)
		series_add(&c->call_ns, call);
	free(text);
}

static void add_cost_row(struct bench *b, const struct region_cost *c)
{
	struct row *r;

	if (!c->ns.n) {
		bench_skip(c->name, "the program failed");
		return;
	}
	r = bench_row(b, c->name, "ns");
	r->pstat = series_quantile(&c->ns, 0.5);
	r->spread = series_spread(&c->ns);
	if (c->floor_calls > 0) {
		r->floor = c->floor_calls * series_quantile(&c->call_ns, 0.5);
		row_judge(r, ROW_OVER_FLOOR, NAN, NAN);
	}
}

void measure_regions(struct bench *b)
{
	enum { ROUNDS = 7 };
	static const char under[] = "%s --regions -o /dev/null -e %s %s/live/region_loops cost";
	const char *pstat = b->build[0].pstat;
	struct region_cost cost[] = {
		{ .name = "entry of a region, not under pstat",
		  .argv = run_words("%s/live/region_loops cost", b->tools) },
		{ .name = "entry of a region, a made page in user space",
		  .argv = run_words("%s/bench/region_page", b->tools) },
		{ .name = "entry of a region, page-faults (floor: two getppid)", .floor_calls = 2,
		  .argv = run_words(under, pstat, "page-faults", b->tools) },
		{ .name = "entry of a region, four events (floor: two getppid)", .floor_calls = 2,
		  .argv = run_words(under, pstat, SOFTWARE_EVENTS, b->tools) },
	};
	enum { N = sizeof(cost) / sizeof(*cost) };

	for (size_t i = 0; i < ROUNDS * N; i++)
		measure_once(&cost[i % N]);
	for (size_t i = 0; i < N; i++) {
		add_cost_row(b, &cost[i]);
		series_release(&cost[i].ns);
		series_release(&cost[i].call_ns);
		run_free_words(cost[i].argv);
	}
}
