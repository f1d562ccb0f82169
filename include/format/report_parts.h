/* SPDX-License-Identifier: MIT */
/*
 * report_parts.h - a report as tables, one after the other, for formats that are lists of numbers:
 * an interval; or each run, and behind several of them their mean.
 */
#ifndef FORMAT_REPORT_PARTS_H
#define FORMAT_REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
