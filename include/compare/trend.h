/* SPDX-License-Identifier: MIT */
/*
 * trend.h - divides a history of results into segments: a new one begins where the values change.  pstat
 * trend prints the segments, and gate --trend compares a new result with one of them.
 *
 * A series has one value for each result: the median of its runs.  Results belong to the same series if
 * benchmark, row, encoding, unit and kind of machine are equal: architecture, CPU model and number of CPUs.
 * Another kernel or governor is the same series, and is named where the series changes.  For what valgrind
 * counts, the kind of machine is the CPU that valgrind shows.
 *
 * A series is exact if the runs of each result agree.  Then every difference of more than 0.1 % is a
 * change. Other series are tested as compare/stats/change_points.h says.  A segment may be a drift: a
 * line, not a level.
 *
 * gate --trend compares with an anchor, which is one of the segments.  If it were the last one, a program
 * could become slower by 1 % again and again: each small change begins a new segment.  So the anchor stays
 * until three results in a row are better, or three have failed the gate and their segment is beyond the
 * limit: that is the new normal then.  --update accepts it at once: the anchor is never older than the last
 * accepted result.
 *
 * A drift is no new normal, as it has no level.  If it is the first segment, its beginning is the anchor;
 * if it leads to better values, its end is.
 *
 * One or two newest results that lie apart may be the beginning of a change.  Until a third one tells, they
 * are part of their segment, but neither of its noise nor of the anchor: a regression that was merged would
 * otherwise look like noise to the next run, which could not tell.  The same holds for all newest results
 * that the gate has not passed: after a short history it takes many of them to be a change, and until then
 * the gate stays red.
 */
#ifndef COMPARE_TREND_H
#define COMPARE_TREND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "benchmark/history.h"
#include "compare/limit.h"
#include "compare/samples.h"

struct trend_point {
	const struct history_result *result;
	const struct history_row *row;
};

struct trend_segment {
	size_t first, n;	/* its points */
	double level;		/* the median of their values; of a drift its end */
	/* from the segment before, or from its own begin: the first one, a drift; 0.05: 5 % more */
	double change;		/* NaN: no change, or from 0 */
	int    tone;		/* 1: worse than the one before, -1: better, 0: neither */
	bool   changed;		/* false: the first one, unless it drifts, and where a drift ended */
	bool   drift;
	double start;		/* where the line of a drift begins; otherwise the level */
};

struct trend_series {		/* borrows from the history */
	const struct history_result *newest;
	const struct history_row *row;		/* of the newest result */
	enum sample_class class;
	enum better better;
	struct trend_point *point; size_t n;	/* owned, by date */
	bool   exact;
	size_t accepted;			/* index of the last accepted point; 0: none */
	struct trend_segment *segment; size_t n_segments;	/* owned */
	size_t n_apart;		/* newest results that lie apart from the others of the last segment */
	/* deviation of the results of one segment, relative to their level; NaN: too few results */
	double noise;
	size_t freedom;				/* its degrees of freedom */
};

struct trend_opts {
	const char *name;			/* of the benchmark; NULL: all */
	const char *const *row; size_t n_rows;	/* names as in limits; none: the rows with a limit, or all */
};

struct trend {
	const struct history *history;		/* borrowed */
	struct trend_series *series; size_t n;	/* owned; series of a benchmark and machine are neighbours */
	size_t n_results;			/* that are in a series */
	size_t n_hidden;			/* series without a limit that were left out beside others */
};

/* It is an error if the history has no such benchmark or row. */
int  trend_build(struct trend *t, const struct history *h, const struct trend_opts *o, struct error *err);
/* The last segment that changed; NULL: none. */
const struct trend_segment *trend_last_change(const struct trend_series *s);
/* What gate --trend compares with: a segment, or the accepted part of it.  The threshold may be none. */
struct trend_segment trend_anchor(const struct trend_series *s, const struct threshold *limit);
bool trend_same_machine(const struct host_facts *a, const struct host_facts *b);
/* Whether the row of a result, and one that was counted on host, are of the same kind of machine. */
bool trend_is_alike(const struct trend_point *p, const char *valgrind_cpu, const struct host_facts *host);
/*
 * Whether results of the row can be compared with those of a row of this name.  encoding and unit may be
 * NULL: none.
 */
bool trend_is_row(const struct history_row *r, const char *name, const char *encoding, const char *unit);
/* Appends what else changed between two results: "kernel 6.8 to 6.11"; nothing if nothing did. */
void trend_add_differences(struct str *out, const struct history_result *before,
			   const struct history_result *after);
void trend_release(struct trend *t);

#endif
