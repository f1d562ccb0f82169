/* SPDX-License-Identifier: MIT */
/* totals.h - what several runs come to, for formats that show a report of them. */
#ifndef OUT_TOTALS_H
#define OUT_TOTALS_H

#include "calc/stats.h"
#include "calc/table.h"
#include "out/report.h"

struct totals {
	struct report report;		/* the one it is made of, with what its runs come to */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
};

/* The runs of r have tables of equal shape.  t stays where it is from then on: its report borrows of it. */
void totals_build(struct totals *t, const struct report *r);
void totals_release(struct totals *t);

#endif
