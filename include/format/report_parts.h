/* SPDX-License-Identifier: MIT */
/*
 * report_parts.h - cuts a report into tables, for formats that are lists of numbers: one for an interval;
 * or one for each run, followed by one for their mean.
 */
#ifndef FORMAT_REPORT_PARTS_H
#define FORMAT_REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stats.h"
#include "benchmark/report.h"
#include "table/table.h"

struct str;
struct style;

enum report_part_kind { PART_INTERVAL, PART_RUN, PART_MEAN, PART_FAILED };

struct report_part {
	enum report_part_kind kind;
	size_t run;			/* from 1; 0: the mean */
	const struct result *result;	/* of a run, even of one that failed; else NULL */
	struct report report;		/* its table, its time; stats only with the mean */
};

typedef void report_part_visit(struct str *out, const struct report_part *p, const struct style *s);

void report_parts_each(struct str *out, const struct report *r, const struct style *s,
		       report_part_visit *visit);
void report_parts_run(struct report_part *p, const struct report *r, size_t i);
/* The run that failed and ended the series, which has no table; returns false if there is none. */
bool report_parts_failed(struct report_part *p, const struct report *r);

/*
 * The sum and the mean of several runs, for formats that show one report of them.
 *
 * Run time and its share are means here, and a mean has no raw count.  Text, -x and -j show those of
 * the last run instead, as perf does.
 */
struct report_totals {
	struct report report;		/* a copy of the given one, with the mean of its runs */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
};

/* The tables of all runs have equal shape.  t must not move afterwards: its report points into it. */
void report_totals_build(struct report_totals *t, const struct report *r);
void report_totals_release(struct report_totals *t);

#endif
