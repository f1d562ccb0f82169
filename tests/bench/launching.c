/* SPDX-License-Identifier: MIT */
/* Measures what it costs to start a command and count it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

#define TRUE "/bin/true"

static const char *of_build(char *name, size_t size, const char *what, const struct build *b)
{
	snprintf(name, size, "%s, %s", what, b->name);
	return name;
}

/* Of the floors, one for each build, the one that costs least to start itself. */
static double quickest_floor(const struct bench *b, const struct rival *rival)
{
	double least = INFINITY;

	for (size_t i = 0; i < b->n_builds; i++)
		least = fmin(least, run_median(&rival[1 + 2 * i]));
	return least;
}

/* rival[0] is the bare command, then each build's floor and pstat, in the end perf */
static void add_launch_rows(struct bench *b, const struct rival *rival, const char *what, bool whole)
{
	const double over_floor = whole ? 2.6 : 2.0, over_perf = whole ? 7 : 8;
	double floor = quickest_floor(b, rival), perf = b->perf ? run_median(&rival[1 + 2 * b->n_builds]) : NAN;
	char name[72];

	for (size_t i = 0; i < b->n_builds; i++) {
		const struct rival *pstat = &rival[2 + 2 * i];
		/* the dynamic linker's time is not ours to save */
		bool all_ours = strcmp(b->build[i].name, "dynamic") != 0;
		struct row *r = bench_row(b, of_build(name, sizeof(name), what, &b->build[i]), "us");

		r->pstat = run_median(pstat);
		r->floor = floor;
		r->perf = perf;
		r->spread = series_spread(&pstat->wall_us);
		row_judge(r, ROW_OVER_FLOOR, all_ours ? over_floor : NAN, 5);
		if (!b->perf)
			continue;
		r = bench_row(b, name, "us");
		r->pstat = run_median(pstat);
		r->perf = perf;
		row_judge(r, ROW_UNDER_PERF, all_ours ? over_perf : NAN, 3);
	}
}

static void launch(struct bench *b, const char *what, const char *options, bool whole)
{
	struct rival rival[RUN_RIVALS_MOST] = {0};
	size_t n = 0;

	rival[n++].argv = run_words(TRUE);
	for (size_t i = 0; i < b->n_builds; i++) {
		rival[n++].argv = run_words("%s 1 " TRUE, b->build[i].floor);
		rival[n++].argv = run_words("%s%s " TRUE, b->build[i].pstat, options);
	}
	if (b->perf)
		rival[n++].argv = run_words("%s stat%s " TRUE, b->perf, options);
	run_turns(rival, n, b->rounds);
	b->noise = series_spread(&rival[0].wall_us);
	add_launch_rows(b, rival, what, whole);
	run_release(rival, n);
}

void measure_launch(struct bench *b)
{
	launch(b, "pstat true", "", true);
	if (!b->guards_only)
		launch(b, "pstat -e task-clock true", " -e task-clock", false);
}

/* A shell that runs 1,000 short programs, with rows for them and without. */
void measure_processes(struct bench *b)
{
	const char *pstat = b->build[0].pstat;
	char script[80];
	struct rival rival[2] = {0};
	struct row *r;
	FILE *f;

	snprintf(script, sizeof(script), "%s/thousand", b->scratch);
	f = fopen(script, "w");
	if (!f) {
		bench_skip("--per-process", "the script cannot be written");
		return;
	}
	fputs("i=0; while [ $i -lt 1000 ]; do " TRUE "; i=$((i + 1)); done\n", f);
	fclose(f);
	rival[0].argv = run_words("%s -o /dev/null -e " SOFTWARE_EVENTS " sh %s", pstat, script);
	rival[1].argv = run_words("%s -o /dev/null --per-process --top 10 -e " SOFTWARE_EVENTS " sh %s", pstat,
				  script);
	run_turns(rival, 2, b->few);
	r = bench_row(b, "1,000 short programs, --per-process (floor: pstat without it)", "us");
	r->pstat = run_median(&rival[1]);
	r->floor = run_median(&rival[0]);
	r->spread = series_spread(&rival[1].wall_us);
	row_judge(r, ROW_OVER_FLOOR, 1.05, NAN);
	r = bench_row(b, "1,000 short programs, --per-process, CPU of all", "us");
	r->pstat = series_quantile(&rival[1].cpu_us, 0.5);
	r->floor = series_quantile(&rival[0].cpu_us, 0.5);
	r->spread = series_spread(&rival[1].cpu_us);
	row_judge(r, ROW_OVER_FLOOR, NAN, NAN);
	run_release(rival, 2);
	unlink(script);
}

void measure_series(struct bench *b)
{
	const struct build *best = &b->build[0];
	struct rival rival[4] = {
		{ .argv = run_words("%s 100 " TRUE, best->floor) },
		{ .argv = run_words("%s -r 100 " TRUE, best->pstat) },
		{ .argv = run_words("%s -r 100 -e " SOFTWARE_EVENTS " " TRUE, best->pstat) },
		{ .argv = b->perf ? run_words("%s stat -r 100 " TRUE, b->perf) : run_words("true") },
	};
	struct row *r;

	run_turns(rival, 4, b->few);
	r = bench_row(b, "pstat -r 100 true", "us");
	r->pstat = run_median(&rival[1]);
	r->floor = run_median(&rival[0]);
	r->spread = series_spread(&rival[1].wall_us);
	row_judge(r, ROW_OVER_FLOOR, 2.5, 3.2);
	if (b->perf) {
		r = bench_row(b, "pstat -r 100 true", "us");
		r->pstat = run_median(&rival[1]);
		r->perf = run_median(&rival[3]);
		row_judge(r, ROW_UNDER_PERF, 1.6, 1.3);
	}
	r = bench_row(b, "pstat -r 100 true, software events only", "us");
	r->pstat = run_median(&rival[2]);
	r->floor = run_median(&rival[0]);
	r->spread = series_spread(&rival[2].wall_us);
	row_judge(r, ROW_OVER_FLOOR, 1.15, 1.6);
	run_release(rival, 4);
}

static size_t count_wrong(const char *what, const char *options, size_t runs)
{
	char **argv = run_words("%s%s /bin/false", what, options);
	size_t wrong = 0;

	for (size_t i = 0; i < runs; i++)
		wrong += run_status(argv) != 1;
	run_free_words(argv);
	return wrong;
}

void measure_status(struct bench *b)
{
	const size_t runs = b->guards_only ? 200 : 1000;
	struct row *r = bench_row(b, b->guards_only ? "wrong exit statuses in 200 runs of false" :
				  "wrong exit statuses in 1,000 runs of false", "");

	r->pstat = (double)count_wrong(b->build[0].pstat, "", runs);
	r->perf = b->perf ? (double)count_wrong(b->perf, " stat", runs) : NAN;
	row_judge(r, ROW_VALUE, 0, 0);
}
