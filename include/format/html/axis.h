/* SPDX-License-Identifier: MIT */
/*
 * axis.h - places values on a picture, and chooses the round numbers that stand beside it.
 *
 * A tick is 1, 2 or 5 times a power of ten of the unit that is shown.  There are as many as their labels have
 * room for; the last one has the unit.  Values that are NaN or infinite have no place.
 */
#ifndef FORMAT_HTML_AXIS_H
#define FORMAT_HTML_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct quantity;

struct axis_range {		/* both NaN: no value */
	double low, high;
};

struct axis {
	struct axis_range range;	/* its ends */
	const struct quantity *unit;	/* borrowed */
	const char *per;		/* after the unit: "", "/s" */
	double step;			/* between two ticks, in the unit; 0: one tick, in the middle */
	double first;			/* the first tick is this many steps from 0 */
	size_t n;			/* ticks */
	size_t every;			/* which of them has a label: 2: every second one */
	int    digits;			/* after the point */
};

struct axis_range axis_range_of(const double *value, size_t n);
/* The range that has all of both. */
struct axis_range axis_range_join(struct axis_range a, struct axis_range b);

/* For the unit and "per" of an axis; room: pixels at least, for labels beside each other. */
void axis_choose(struct axis *a, struct axis_range range, double room);
/* The same for labels above each other. */
void axis_choose_upright(struct axis *a, struct axis_range range, double room);
/* From 0 at its low end to 1. */
double axis_share(const struct axis *a, double value);
double axis_tick(const struct axis *a, size_t i);
bool axis_has_label(const struct axis *a, size_t i);
void axis_add_label(struct str *out, const struct axis *a, size_t i);
/* It leaves out 0, so that small differences look large. */
bool axis_is_cut(const struct axis *a);
/* Pixels that a text needs, about. */
double axis_width(const char *text);

#endif
