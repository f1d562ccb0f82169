/* SPDX-License-Identifier: MIT */
/*
 * benchmark.h - one result: what was counted, each run, and what all runs together say.
 *
 *	measuring	measure_prepare() says what is counted, benchmark_add_run() takes each run,
 *			benchmark_sum() adds them up
 *	a file		saved_parse() or perfdata_parse() reads it, benchmark_regroup() adds it up
 *	then		benchmark_report() lends it to the formats
 *
 * A benchmark owns everything in it.  struct measure has one and counts with that one's machine, target,
 * events and metrics, so nothing is copied and nothing has two owners.
 */
#ifndef BENCHMARK_BENCHMARK_H
#define BENCHMARK_BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"
#include "base/stats.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

struct report;

struct benchmark_interval {
	size_t   run;			/* the run that it is part of: index into run */
	uint64_t end_ns;		/* since the start of the run */
	uint64_t counted_ns;		/* metrics are of this time */
	struct table table;
	struct figure *figure;		/* of the given metrics: [unit * n_given + metric] */
};

struct benchmark_sum {			/* of the runs that count: benchmark_sum() fills it */
	struct result *run; size_t n_runs;	/* what they point to belongs to benchmark.run */
	struct table mean;		/* only where result_needs_mean() */
	struct stats *stats;		/* parallel to the cells of mean */
	struct stats elapsed, counted;	/* times in seconds */
	struct notes notes;		/* those of the benchmark and of the runs, each once */
};

struct benchmark {
	char *name;			/* of --name, else the words of the command */
	bool named;			/* those words do not say it */
	char *title;			/* heads a report; NULL: target and command say it */
	char *version;			/* of the pstat that measured it; NULL: not known */
	char *date;			/* when it began, as ISO 8601 in UTC; NULL: not known */
	/* results with the same one were measured in turns, so their rounds are pairs; NULL: none */
	char *race;
	char **argv;			/* the command, NULL-terminated; NULL: none */
	bool fixed;			/* each run was to have the same addresses */
	bool each_cgroup;		/* --for-each-cgroup: the cgroup is outermost, then the unit */
	struct host host;
	struct machine machine;		/* of what is read: the CPUs of rows and the names of PMUs */
	struct target_opts asked;	/* its lists are borrowed from list, or from whoever measures */
	char *list;			/* NULL: none, or not owned */
	struct target target;		/* borrows asked */
	struct aggr_opts aggr;		/* how the tables are added up: nothing finer can be told */
	enum aggr_mode recorded;	/* how perf was told to add up what it recorded; else as aggr */
	struct events events;
	struct metrics metrics;
	struct given_metric *given; size_t n_given;	/* only their values are known: they were read */
	struct figure *figure;		/* their values, of all runs: [unit * n_given + metric] */
	struct result *run; size_t n_runs;	/* in their order, with tables of equal shape */
	struct result *failed;		/* ended the series and does not count; NULL: none */
	struct benchmark_interval *interval; size_t n_intervals;	/* of what is read, in their order */
	struct notes notes;		/* of preparing or reading; their events are indices into events */
	struct benchmark_sum sum;
};

struct benchmarks {
	struct benchmark *benchmark;
	size_t n;
};

/* Copies both; name NULL: the words of the command; argv NULL: no command. */
void benchmark_set_command(struct benchmark *b, const char *name, char *const *argv);
/* What was read ends with this: is the name another one than the words of the command? */
void benchmark_set_named(struct benchmark *b);
void benchmark_add_run(struct benchmark *b, struct result *r);		/* takes r over */
void benchmark_set_failed(struct benchmark *b, struct result *r);	/* takes r over */
/*
 * Fills b->sum anew.  left_out: parallel to run, those that do not count; NULL: all count.  why: notes on
 * that, or NULL.
 */
void benchmark_sum(struct benchmark *b, const bool *left_out, const struct notes *why);
/* Of the runs that count: their mean, or the table of the only one; NULL: there is none. */
const struct table *benchmark_table(const struct benchmark *b);
/* -r 0: drops the runs and their sum, and keeps the notes that hold for later runs, too. */
void benchmark_next(struct benchmark *b);
/*
 * Adds up what was read: in these rows, or, with NULL, as it was recorded; selects the metrics, and fills
 * b->sum.  An error if the rows need what the file does not tell.
 */
int  benchmark_regroup(struct benchmark *b, const struct aggr_opts *rows, struct error *err);
/* The report of all runs.  It borrows everything: it is valid until b changes. */
void benchmark_report(struct report *r, const struct benchmark *b);
/* The report of all runs becomes that of interval i, whose metrics are evaluated. */
void benchmark_report_interval(struct report *r, struct benchmark *b, size_t i);
void benchmark_release(struct benchmark *b);
void benchmarks_release(struct benchmarks *bs);

#endif
