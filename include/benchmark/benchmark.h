/* SPDX-License-Identifier: MIT */
/*
 * benchmark.h - keeps one result: its events, each of its runs, and the sum of the runs.
 *
 *	measured	measure_prepare() fills it, benchmark_add_run() adds each run,
 *			benchmark_sum() adds them up
 *	from a file	saved_json_parse() or perfdata_parse() reads it, benchmark_regroup() adds it up
 *	then		benchmark_report() fills a report for the formats
 *
 * A benchmark owns everything in it.  struct measure has one, and counts with its machine, target, events
 * and metrics, so nothing is copied and nothing has two owners.
 */
#ifndef BENCHMARK_BENCHMARK_H
#define BENCHMARK_BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stats.h"
#include "benchmark/run_result.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/target.h"
#include "metric/metric.h"
#include "note/note.h"
#include "table/table.h"
#include "where/program_where.h"

struct report;

struct benchmark_interval {
	size_t   run;			/* the run that it is part of: index into run */
	uint64_t end_ns;		/* since the start of the run */
	uint64_t counted_ns;		/* metrics are of this time */
	struct table table;
	struct figure *figure;		/* of the given metrics: [unit * n_given + metric] */
};

struct benchmark_sum {			/* of the runs that count: benchmark_sum() fills it */
	struct run_result *run; size_t n_runs;	/* shallow copies of those in benchmark.run */
	struct table mean;		/* only where run_result_needs_mean() */
	struct stats *stats;		/* parallel to the cells of mean */
	struct stats elapsed, counted;	/* times in seconds */
	struct notes notes;		/* those of the benchmark and of the runs, each once */
};

struct benchmark {
	char *name;			/* of --name, else the words of the command */
	bool named;			/* the name differs from those words */
	char *tree;			/* of --base: the commit of the tree where it ran; NULL: none */
	char *title;			/* heading of a report; NULL: target and command */
	char *version;			/* of the pstat that measured it; NULL: not known */
	char *date;			/* when it began, as ISO 8601 in UTC; NULL: not known */
	char *session_id;		/* the same in results measured in turns; NULL: none */
	char **argv;			/* the command, NULL-terminated; NULL: none */
	bool fixed;			/* each run should have the same addresses */
	char *emulator;			/* the version of valgrind that counted events; NULL: none did */
	char *emulated_cpu;		/* what it showed of the CPU, as valgrind names it; NULL: not known */
	bool each_cgroup;		/* --for-each-cgroup: the cgroup is outermost, then the unit */
	struct host_facts host;
	struct machine machine;		/* from a file: only the CPUs of rows and the names of PMUs */
	struct target_opts asked;	/* its lists are borrowed from list, or from the measuring caller */
	char *list;			/* NULL: none, or not owned */
	struct target target;		/* borrows asked */
	struct aggr_opts aggr;		/* of the tables */
	enum aggr_mode recorded;	/* the mode that perf was to use; else as aggr */
	struct events events;
	struct metrics metrics;
	struct given_metric *given; size_t n_given;	/* from a file: only their values are known */
	struct figure *figure;		/* their values, of all runs: [unit * n_given + metric] */
	struct process_tree processes;	/* of the rows of processes, if the aggregation has them */
	struct run_result *run; size_t n_runs;	/* in order; all tables have the same shape */
	struct run_result *failed;		/* ended the series and does not count; NULL: none */
	/* in order: those of a file, or of benchmark_add_interval() */
	struct benchmark_interval *interval; size_t n_intervals;
	struct program_where where;	/* the lines that ran under valgrind; summed by benchmark_sum() */
	struct notes notes;		/* of preparing or reading */
	struct benchmark_sum sum;
};

struct benchmarks {
	struct benchmark *benchmark;
	size_t n;
};

/* Copies both; name NULL: the words of the command; argv NULL: no command. */
void benchmark_set_command(struct benchmark *b, const char *name, char *const *argv);
/* Sets b->named; readers call it when they know name and command. */
void benchmark_set_named(struct benchmark *b);
void benchmark_add_run(struct benchmark *b, struct run_result *r);	/* takes the contents of r */
void benchmark_set_failed(struct benchmark *b, struct run_result *r);	/* takes the contents of r */
/* Copies an interval with its metrics, for formats that show all of them at the end. */
void benchmark_add_interval(struct benchmark *b, const struct report *r);
/*
 * Computes b->sum again.  left_out: parallel to run, true for runs that do not count; NULL: all count.  why:
 * notes on that, or NULL.
 */
void benchmark_sum(struct benchmark *b, const bool *left_out, const struct notes *why);
/* The mean of the runs that count, or the table of the only one; NULL: there is none. */
const struct table *benchmark_table(const struct benchmark *b);
/* -r 0: drops the runs, their intervals and their sum; keeps notes that hold for later runs, too. */
void benchmark_next(struct benchmark *b);
/*
 * Adds up a benchmark from a file, in these rows, or in the recorded ones with NULL; selects the metrics and
 * computes b->sum.  It is an error if the file does not have what the rows need.
 */
int  benchmark_regroup(struct benchmark *b, const struct aggr_opts *rows, struct error *err);
/* Fills the report of all runs.  It borrows everything, and is valid until b changes. */
void benchmark_report(struct report *r, const struct benchmark *b);
/* Changes the report of all runs to that of interval i, and evaluates the metrics of that. */
void benchmark_report_interval(struct report *r, struct benchmark *b, size_t i);
void benchmark_release(struct benchmark *b);
void benchmarks_release(struct benchmarks *bs);

#endif
