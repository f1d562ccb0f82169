/* SPDX-License-Identifier: MIT */
/*
 * bench.h - measures, and the rows that come of them.
 *
 * A row compares what pstat needs with the least that the machine allows, or with what perf
 * needs for the same.  No absolute time is ever judged: only ratios of numbers of one loop.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "run.h"

enum row_ratio {
	ROW_NONE,		/* a number to know */
	ROW_OVER_FLOOR,		/* pstat / floor: the lower the better */
	ROW_UNDER_PERF,		/* perf / pstat: the higher the better */
	ROW_VALUE,		/* pstat's own number: the lower the better */
};

struct row {
	char name[72];
	const char *unit;
	double pstat, floor, perf;	/* NAN: none */
	enum row_ratio kind;
	double ratio;
	double target, guard;		/* what is aimed at, and what must hold; NAN: nothing */
	double spread;			/* interquartile range over median, of pstat's runs; NAN */
};

struct build {			/* of pstat, with a floor that was linked the same way */
	const char *name;		/* "musl", "static", "dynamic" */
	char pstat[256], floor[256];
};

struct bench {
	struct build build[3];
	size_t n_builds;
	const char *tools;		/* the folder of least, tiny, sleepers, pstat-fake */
	const char *perf;		/* NULL: none here */
	char scratch[64];		/* a folder of ours */
	size_t rounds, few;		/* for rows below and above 50 ms */
	bool guards_only;		/* only what a guard holds */
	bool has_hardware;
	double noise;			/* spread of `true`, once measured; NAN */
	struct row *row;
	size_t n_rows;
};

/* A new row; it is moved by the next one. */
struct row *bench_row(struct bench *b, const char *name, const char *unit);
/* Fills in the ratio of that kind, and its reference. */
void row_judge(struct row *r, enum row_ratio kind, double target, double guard);
/* Says on stderr what is not measured, and why. */
void bench_skip(const char *what, const char *why);

/* "EVENT,EVENT,...", owned by the caller. */
char *bench_repeated(const char *event, int n);

void measure_launch(struct bench *b);
void measure_series(struct bench *b);
void measure_processes(struct bench *b);
void measure_regions(struct bench *b);
void measure_status(struct bench *b);
void measure_attach(struct bench *b);
void measure_intervals(struct bench *b);
void measure_system(struct bench *b);
void measure_tables(struct bench *b);
void measure_formats(struct bench *b);
void measure_growth(struct bench *b);
void measure_fidelity(struct bench *b);

#define SOFTWARE_EVENTS "task-clock,context-switches,cpu-migrations,page-faults"

#endif
