/* SPDX-License-Identifier: MIT */
/*
 * where_grid.h - makes the table of the block "where" (the source lines behind a count), for people.
 *
 * Changes and the instructions of one program have all their digits, as they are exact; before and after
 * have one after the point.  The rows, the others and what is not explained add up to the line above.
 */
#ifndef FORMAT_WHERE_WHERE_GRID_H
#define FORMAT_WHERE_WHERE_GRID_H

#include <stdbool.h>
#include <stddef.h>

struct grid;
struct str;
struct style;
struct where_block;

/* HTML: a page fills in WHERE_BAR. */
enum where_column { WHERE_SHARE, WHERE_BAR, WHERE_COUNT, WHERE_BEFORE, WHERE_AFTER, WHERE_PLACE, WHERE_TEXT,
		    WHERE_COLUMNS };

/* Fills a grid that has only its form. */
void where_grid_build(struct grid *g, const struct where_block *w, const struct style *s);
/* Of a row of the grid, which may be that of the others; NaN: nothing changed in all. */
double where_grid_share(const struct where_block *w, size_t row);

/* Appends the block as text: its lines begin with a blank, and none is wider than the terminal. */
void where_add_text(struct str *out, const struct where_block *w, const struct style *s);

#endif
