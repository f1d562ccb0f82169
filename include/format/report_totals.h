/* SPDX-License-Identifier: MIT */
/*
 * report_totals.h - the sum of several runs, for formats that show a report of them.
 *
 * Run time and its share are means here, and a mean has no raw count.  Text, -x and -j show those of
 * the last run instead, as perf does.
 */
#ifndef FORMAT_REPORT_TOTALS_H
#define FORMAT_REPORT_TOTALS_H

#include "calc/stats.h"
#include "calc/table.h"
#include "out/report.h"

struct report_totals {
	struct report report;		/* the one it is made of, with what its runs come to */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
};

/* The runs of r have tables of equal shape.  t stays where it is from then on: its report borrows of it. */
void report_totals_build(struct report_totals *t, const struct report *r);
void report_totals_release(struct report_totals *t);

#endif
