/* SPDX-License-Identifier: MIT */
/*
 * chart_trend.h - draws the picture of a trend, with the level of each segment and its change in words.
 *
 * Words beside each other are placed twice, for the narrowest page and for a wide one: those that only a wide
 * page has room for are of class "r", which page.css hides on a narrow one.  The newest have room first.
 */
#ifndef FORMAT_HTML_CHART_TREND_H
#define FORMAT_HTML_CHART_TREND_H

#include <stddef.h>

struct quantity;
struct str;

struct chart_level {		/* values that belong together */
	size_t first, n;
	double start, level;	/* they differ in a drift */
	int    tone;		/* 1: worse than the one before, -1: better, 0: neither */
	const char *change;	/* "+5.1 % abc1234", from the level before; "": none */
};

struct chart_trend {
	const double *value; size_t n;
	const struct chart_level *level; size_t n_levels;
	const struct quantity *unit;
	/* Append the date of value i as the axis has it, and what is known of it. */
	void (*add_date)(struct str *out, const void *of, size_t i);
	void (*add_point)(struct str *out, const void *of, size_t i);
	const void *of;
};

/* A dot for each value in order, and a line for each level.  The height is at least 4 % of the last level. */
void chart_trend(struct str *out, const struct chart_trend *t, const char *label);

#endif
