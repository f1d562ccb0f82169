/* SPDX-License-Identifier: MIT */
/* report.h - one result as the formats see it: what was measured, and how. */
#ifndef BENCHMARK_REPORT_H
#define BENCHMARK_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct benchmark;
struct result;
struct stats;
struct table;

struct report {			/* everything that formats may show; all of it borrowed */
	const struct benchmark *b;	/* what was measured, and how; its notes are those of the sum */
	const char *version;		/* of the pstat that writes it */
	const char *name;		/* --name; NULL: the command says it */
	const char *started;		/* local time, perf's first line of a file; NULL: not a file */
	size_t entry, n_entries;	/* of several results in one document: which, of how many */
	const struct table *table;	/* the numbers of this block: of one interval, or the totals */
	const struct stats *stats;	/* parallel to table->cell; NULL with a single run */
	const struct stats *elapsed;	/* of the times of the runs, in seconds; NULL with a single run */
	const struct result *run; size_t n_runs;	/* those that count; none with an interval */
	size_t run_index;		/* from 0: the first of them, or the run of the interval */
	size_t first_run;		/* -r 0: the run that this report is of; else 0 */
	bool   ended_early;		/* it failed or was interrupted: no older result is replaced */
	bool   again;			/* other reports precede it in the same stream */
	double time_s;			/* the end of the block since the start */
	uint64_t counted_ns;		/* of an interval: its metrics are of this time */
	unsigned interval_index;	/* 0, 1, ...: the heading comes every 26th */
	bool   total;			/* false: one interval; begin and end are told, too */
	bool   summary;			/* the total after interval_index intervals */
};

#endif
