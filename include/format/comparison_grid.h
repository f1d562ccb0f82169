/* SPDX-License-Identifier: MIT */
/*
 * comparison_grid.h - makes the cells of a comparison's table, for text, Markdown and HTML.
 *
 * Text has a line for each side of each row: the values of a row are below each other, however many sides
 * there are.  Markdown has a line for each row, with columns for each side.  HTML has pictures, and of more
 * than two sides a line for each, which share the pictures.
 */
#ifndef FORMAT_COMPARISON_GRID_H
#define FORMAT_COMPARISON_GRID_H

#include <stddef.h>

struct comparison;
struct grid;
struct str;
struct style;

enum comparison_rows { COMPARISON_ALL, COMPARISON_LIMITED, COMPARISON_OTHERS };

struct comparison_pictures {	/* each appends markup, of all sides */
	void (*change)(struct str *out, const struct comparison *cmp, size_t row, double reach);
	void (*runs)(struct str *out, const struct comparison *cmp, size_t row);
	double reach;		/* of the axis of all changes; 0: each row has its own */
};

/* Fills a grid that has only its form; pictures: of HTML, otherwise NULL. */
void comparison_grid_build(struct grid *g, const struct comparison *cmp, enum comparison_rows which,
			   const struct comparison_pictures *pictures, const struct style *s);
/* The rows that a reader wants: those with a limit, if the comparison hides the others. */
enum comparison_rows comparison_grid_main(const struct comparison *cmp);

#endif
