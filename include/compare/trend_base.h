/* SPDX-License-Identifier: MIT */
/*
 * trend_base.h - makes the baseline of gate --trend from the earlier results of a history.
 *
 *	trend_base_open(&t, path, &err);		before anything runs
 *	trend_base_fill(&t, &base, &now, limits, &err);	the rows of now, with the values of the history
 *
 * Each row has the results of its anchor (trend.h), the newest 40 of them, of the same benchmark and kind of
 * machine.  A row has NaN where another one has more results.
 */
#ifndef COMPARE_TREND_BASE_H
#define COMPARE_TREND_BASE_H

#include "base/error.h"
#include "benchmark/benchmark.h"
#include "benchmark/history.h"
#include "benchmark/report.h"
#include "compare/comparison.h"
#include "compare/samples.h"
#include "compare/trend.h"

struct trend_base {
	struct history history;
	struct trend trend;
	struct benchmark b;		/* without runs: the report of the side */
	struct report report;
	bool   other_machines;		/* the history has the benchmark, but no result of this machine */
};

/* may_be_missing: a file that does not exist or is empty is a history without results. */
int  trend_base_open(struct trend_base *t, const char *path, bool may_be_missing, struct error *err);
/* base: {0}, to be released with samples_release() */
int  trend_base_fill(struct trend_base *t, struct samples *base, const struct samples *now,
		     const struct limits *limits, struct error *err);
/* Notes which results each row with a limit is compared with, and what is wrong with the file. */
void trend_base_note(struct trend_base *t, struct comparison *cmp);
void trend_base_release(struct trend_base *t);

#endif
