/* SPDX-License-Identifier: MIT */
/*
 * report_parts.h - a report as tables, one after the other, for formats that are lists of numbers:
 * an interval; or each run, and behind several of them their mean.
 */
#ifndef FORMAT_REPORT_PARTS_H
#define FORMAT_REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "calc/stats.h"
#include "calc/table.h"
#include "out/report.h"

struct str;
struct style;

enum report_part_kind { PART_INTERVAL, PART_RUN, PART_MEAN, PART_FAILED };

struct report_part {
	enum report_part_kind kind;
	size_t run;			/* from 1; 0 with the mean */
	const struct result *result;	/* of a run, also of one that failed; NULL */
	struct report report;		/* its table, its time; stats only with the mean */
};

typedef void report_part_visit(struct str *out, const struct report_part *p, const struct style *s);

void report_parts_each(struct str *out, const struct report *r, const struct style *s,
		       report_part_visit *visit);
void report_parts_run(struct report_part *p, const struct report *r, size_t i);
/* The run that ended the series; false: there is none.  It has no table. */
bool report_parts_failed(struct report_part *p, const struct report *r);

/*
 * What several runs come to, for formats that show a report of them.
 *
 * Run time and its share are means here, and a mean has no raw count.  Text, -x and -j show those of
 * the last run instead, as perf does.
 */
struct report_totals {
	struct report report;		/* the one it is made of, with what its runs come to */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
};

/* The runs of r have tables of equal shape.  t stays where it is from then on: its report borrows of it. */
void report_totals_build(struct report_totals *t, const struct report *r);
void report_totals_release(struct report_totals *t);

#endif
