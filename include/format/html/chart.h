/* SPDX-License-Identifier: MIT */
/*
 * chart.h - draws the pictures of an HTML page: runs, intervals, processes and changes.
 *
 * Each has an axis with round ticks and the unit, each dot, step and bar a <title>, and what lies outside of
 * an axis an arrow with its number.  The label says the same in words, for readers who do not see the
 * picture.  Values that are NaN or infinite are left out.
 */
#ifndef FORMAT_HTML_CHART_H
#define FORMAT_HTML_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "format/html/axis.h"

struct quantity;

/* With more values than this, dots would cover each other: a histogram is drawn. */
enum { CHART_DOTS_MOST = 150 };

struct chart_lane {		/* of dots above the same axis */
	const char *name;	/* "A"; "": there is only one */
	const double *value;
	size_t n;
	double median;
};

struct chart_step {		/* of a time line: a value from one moment to another */
	double from, to, value;
};

struct chart_difference {	/* shares: 0.02 is 2 per cent; NaN: not known */
	double estimate, low, high;
	double limit;
	int    tone;		/* 1: worse, -1: better, 0: neither or not sure */
	const char *name;	/* of its lane; "": there is only one */
	const char *title;	/* the same in words */
};

/* A dot for each run, dots of nearly equal values above each other, and a line at the median of each lane. */
void chart_runs(struct str *out, const struct chart_lane *lane, size_t n, const struct quantity *unit,
		const char *label);
/* Steps over 0, with gaps where there is no value; per: "/s", or "" */
void chart_time_line(struct str *out, const struct chart_step *step, size_t n, const struct quantity *unit,
		     const char *per, const char *label);
/* 0, the limit, the interval of each change, and its estimate.  The axis is from -reach to reach. */
void chart_changes(struct str *out, const struct chart_difference *d, size_t n, double reach,
		   const char *label);
/*
 * A bar on an axis that many rows share: with grid lines at its ticks, and with their labels if it has some.
 * A range of NaN has only them.
 */
void chart_bar(struct str *out, struct axis_range bar, const struct axis *axis, bool has_labels,
	       const char *label);
#endif
