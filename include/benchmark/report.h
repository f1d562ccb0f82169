/* SPDX-License-Identifier: MIT */
/* report.h - one result as the formats see it: what was measured, and how. */
#ifndef BENCHMARK_REPORT_H
#define BENCHMARK_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aggr_opts;
struct events;
struct host;
struct machine;
struct metrics;
struct notes;
struct result;
struct stats;
struct table;
struct target;

struct report {			/* everything a printer may show; all of it borrowed */
	const char *version;			/* of pstat, which writes it */
	const char *measured_by;		/* that which measured it; NULL: the same; "": not known */
	/* local time, for files: perf's first line; NULL: not a file */
	const char *started;
	size_t entry, n_entries;		/* of several results in one document: which, of how many */
	const char *name;			/* --name; NULL: the command says it */
	/* what the result is headed with; NULL: target and command say it */
	const char *title;
	const char *date;			/* when it began, as ISO 8601 in UTC; NULL: not known */
	/* results of the same one took turns, so that their rounds are pairs; NULL: it is of none */
	const char *race;
	bool   fixed;				/* the command's addresses were to be the same in each run */
	const struct host *host;		/* NULL: no printer that is used asks for it */
	/* where CPUs are rows: what else they are part of; NULL: not known */
	const struct machine *machine;
	char *const *argv;			/* the command; NULL: none */
	const struct target *target;		/* names of threads and cgroups, and what was asked for */
	const struct aggr_opts *aggr;
	const struct events *events;
	const struct metrics *metrics;
	const struct table *table;		/* this block's numbers: one interval, or the totals */
	const struct stats *stats;		/* parallel to table->cell; NULL with a single run */
	const struct stats *elapsed;		/* of the runs' times, in seconds; NULL with a single run */
	/* those that count; none before the first has ended */
	const struct result *run; size_t n_runs;
	/* the run behind them that ended the series and does not count; NULL: there is none */
	const struct result *failed;
	size_t run_index;			/* from 0: the first of them, or the interval's */
	size_t first_run;			/* -r 0: the one this report is of; else 0 */
	/* a run failed, or it was interrupted: where results are kept an older one of its name stays */
	bool   ended_early;
	bool   again;				/* reports stand before this one in the same stream */
	const struct notes *notes;
	double   time_s;			/* end of the block since the start */
	uint64_t counted_ns;			/* of an interval: its metrics are of it */
	unsigned interval_index;		/* 0, 1, ...: the heading comes every 26th */
	bool     total;				/* false: one interval; told to begin and end, too */
	/* total, behind interval_index intervals: 26, 52, ... get a heading */
	bool     summary;
	/* of the same events: the cgroup is outermost, then the unit */
	bool     each_cgroup;
};

/* The version of pstat that measured it; NULL: it is not known. */
const char *report_measured_by(const struct report *r);

#endif
