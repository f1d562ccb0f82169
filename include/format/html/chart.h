/* SPDX-License-Identifier: MIT */
/*
 * chart.h - draws numbers as small SVG pictures inside a page.
 *
 * Pure functions from numbers to text.  A picture is as wide as its place on the page: so it has no text, its
 * lines keep their width, and dots are lines without length.  The label says the same in words, for readers
 * who do not see the picture.  Values that are NaN or infinite are left out.
 */
#ifndef FORMAT_HTML_CHART_H
#define FORMAT_HTML_CHART_H

#include <stddef.h>

#include "base/str.h"

/* With more values than this, dots would cover each other: a histogram is drawn. */
enum { CHART_DOTS_MOST = 150 };

struct chart_range {		/* of an axis; both NaN: no value */
	double low, high;
};

struct chart_step {		/* of a time line: a value from one moment to another */
	double from, to, value;
};

struct chart_difference {	/* shares: 0.02 is 2 per cent; NaN: not known */
	double estimate, low, high;
	double limit;
	double reach;		/* the axis is from -reach to reach; what lies outside ends there */
	int    tone;		/* 1: worse, -1: better, 0: neither or not sure */
};

struct chart_level {		/* of a trend: values that belong together */
	size_t first, n;
	double start, level;	/* they differ in a drift */
	int    tone;		/* as above */
};

struct chart_range chart_range_of(const double *value, size_t n);
/* The range that has all of both. */
struct chart_range chart_range_join(struct chart_range a, struct chart_range b);

/* A dot for each value, dots of nearly equal values above each other, and a line at the middle one. */
void chart_values(struct str *out, const double *value, size_t n, double middle, struct chart_range range,
		  const char *label);
/* Steps over 0, with gaps where there is no value. */
void chart_time_line(struct str *out, const struct chart_step *step, size_t n, const char *label);
/* A bar from one moment to another. */
void chart_span(struct str *out, struct chart_range span, struct chart_range all, const char *label);
/* 0, the limit, the interval of a change, and its estimate. */
void chart_change(struct str *out, const struct chart_difference *d, const char *label);
/* A dot for each value in order, and a line for each level.  The height is at least 4 % of the last level. */
void chart_trend(struct str *out, const double *value, size_t n, const struct chart_level *level,
		 size_t n_levels, const char *label);

#endif
