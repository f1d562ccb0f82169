/* SPDX-License-Identifier: MIT */
/*
 * distribution.h - implements --hist: shows how the values of each row are spread, as bars beside numbers.
 *
 * A line has the values of one row of one side.  All sides of a row have one axis, from the smallest value
 * to the largest.  The highest bar is the bin with most values of that line.
 */
#ifndef FORMAT_TERMINAL_DISTRIBUTION_H
#define FORMAT_TERMINAL_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct comparison;
struct quantity;
struct report;
struct style;

struct distribution_side {
	const double *value; size_t n;	/* those that are not finite are left out */
};

/* The numbers that are shown of a row, before they have a width. */
struct distribution_line {
	struct str name, side, mean, min, median, max, unit;
	double low, high;		/* of the axis */
	double *value; size_t n;	/* owned: the finite ones */
};

struct distribution {
	struct distribution_line *line; size_t n;
	size_t fewest;			/* values of a line; SIZE_MAX: there is none */
};

/* Adds a line for each side that has values; several sides are called A, B ... */
void distribution_add(struct distribution *d, const char *name, const struct quantity *q,
		      const struct distribution_side *side, size_t n_sides, const struct style *s);
/* Appends the lines, and a note if they have few values; nothing if there are none. */
void distribution_print(struct str *out, const struct distribution *d, const struct style *s);
void distribution_release(struct distribution *d);

/* The rows of a report of several runs, and their times and memory; else a note that there is one run. */
void distribution_add_report(struct str *out, const struct report *r, const struct style *s);
/* The rows that the table of the comparison shows. */
void distribution_add_comparison(struct str *out, const struct comparison *cmp, const struct style *s);

#endif
