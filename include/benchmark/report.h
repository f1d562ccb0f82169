/* SPDX-License-Identifier: MIT */
/* report.h - holds the data that an output format prints: one result in total, or one interval of it. */
#ifndef BENCHMARK_REPORT_H
#define BENCHMARK_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct benchmark;
struct run_result;
struct stats;
struct table;

struct report_place {		/* where a report stands in what is written; {0}: alone */
	const char *started;		/* local time, perf's first line of a file; NULL: not a file */
	size_t entry, n_entries;	/* position among several results of one document, and their number */
	bool   again;			/* other reports precede it in the same stream */
	size_t first_run;		/* -r 0: the run of this report; else 0 */
	unsigned interval_index;	/* 0, 1, ...: the heading is repeated every 26th time */
	bool   summary;			/* the total after interval_index intervals */
	/* the counts and the counted time of all intervals since pstat began; NULL: there are none */
	const struct table *so_far;
	uint64_t so_far_ns;
};

struct report {			/* borrows everything */
	const struct benchmark *b;	/* the notes to show are in its sum */
	const char *version;		/* of the pstat that writes it */
	const char *name;		/* --name; NULL: the words of the command */
	const struct table *table;	/* of one interval, or of all runs */
	const struct stats *stats;	/* parallel to table->cell; NULL with a single run */
	const struct stats *elapsed;	/* of the times of the runs, in seconds; NULL with a single run */
	const struct run_result *run; size_t n_runs;	/* those that count; none with an interval */
	size_t run_index;		/* from 0: the first of them, or the run of the interval */
	bool   ended_early;		/* it failed or was interrupted, so it replaces no older result */
	double time_s;			/* from the start to the end of the interval, or of the run */
	uint64_t counted_ns;		/* of an interval: the time that its metrics divide by */
	bool   total;			/* false: one interval */
	bool   own_units;		/* of top: json leaves out its intervals, whose units differ */
	struct report_place place;
};

#endif
