/* SPDX-License-Identifier: MIT */
/*
 * printer.h - output formats.
 *
 * A printer turns a report into text and nothing else: it appends to a str, does no I/O,
 * keeps no state of its own and sees only the report and the style.  Adding a format is
 * one new print_NAME.c and one line in printers[].
 */
#ifndef OUT_PRINTER_H
#define OUT_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct aggr_opts;
struct events;
struct metrics;
struct notes;
struct result;
struct stats;
struct style;
struct table;
struct target;

struct report {			/* everything a printer may show; all of it borrowed */
	const char *version;
	/* local time, for files: perf's first line; NULL: not a file */
	const char *started;
	char *const *argv;			/* the command; NULL: none */
	const struct target *target;		/* names of threads and cgroups, and what was asked for */
	const struct aggr_opts *aggr;
	const struct events *events;
	const struct metrics *metrics;
	const struct table *table;		/* this block's numbers: one interval, or the totals */
	const struct stats *stats;		/* parallel to table->cell; NULL with a single run */
	const struct stats *elapsed;		/* of the runs' times, in seconds; NULL with a single run */
	const struct result *run; size_t n_runs;	/* those that count */
	const struct notes *notes;
	double   time_s;			/* end of the block since the start */
	unsigned interval_index;		/* 0, 1, ...: the heading comes every 26th */
	bool     total;				/* false: one interval; told to begin and end, too */
	/* total, behind interval_index intervals: 26, 52, ... get a heading */
	bool     summary;
	/* of the same events: the cgroup is outermost, then the unit */
	bool     each_cgroup;
};

struct printer {
	const char *name;	/* the value of --format */
	const char *summary;	/* one line for --help */
	/* begin and end may be NULL; block is called once for each interval and for the totals */
	void (*begin)(struct str *out, const struct report *r, const struct style *s);
	void (*block)(struct str *out, const struct report *r, const struct style *s);
	void (*end)(struct str *out, const struct report *r, const struct style *s);
};

extern const struct printer *const printers[];		/* NULL-terminated, in --help order */
const struct printer *printer_find(const char *name);	/* NULL: unknown */

#endif
