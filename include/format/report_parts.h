/* SPDX-License-Identifier: MIT */
/*
 * report_parts.h - divides a report into tables for csv and ndjson: one for each run, one for the mean.
 *
 * An interval is one table; a result has one for each run, followed by one for the mean of several.
 */
#ifndef FORMAT_REPORT_PARTS_H
#define FORMAT_REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "benchmark/report.h"

struct report_cell;
struct str;
struct style;

enum report_part_kind { PART_INTERVAL, PART_RUN, PART_MEAN, PART_FAILED };

struct report_part {
	enum report_part_kind kind;
	size_t run;			/* from 1; 0: the mean */
	const struct run_result *result;	/* of a run, even of one that failed; else NULL */
	struct report report;		/* with the table and time of the part; stats only with the mean */
};

struct report_part_visitor {
	/* once for each cell; not with --metric-only */
	void (*count)(struct str *out, const struct report_part *p, const struct report_cell *at);
	void (*metric)(struct str *out, const struct report_part *p, const struct report_cell *at, size_t i);
	/* after the cells of a run or the mean; NULL: nothing; not with --metric-only */
	void (*end)(struct str *out, const struct report_part *p);
};

void report_parts_each(struct str *out, const struct report *r, const struct style *s,
		       const struct report_part_visitor *visitor);
void report_parts_run(struct report_part *p, const struct report *r, size_t i);
/* The run whose failure ended the series, which has no table; returns false if there is none. */
bool report_parts_failed(struct report_part *p, const struct report *r);

#endif
