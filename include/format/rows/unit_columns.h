/* SPDX-License-Identifier: MIT */
/*
 * unit_columns.h - the columns that the tables of processes and of functions have in common.
 *
 * A line is a unit, and a column has what it counted of one event.  Both tables end with the total.
 *
 *	struct unit_columns v = { .r = r, .s = s, .grid = g };
 *
 *	unit_columns_add_count(&v, event);
 *	unit_columns_add(&v, "exit", unit_columns_number, exit_cell, 0);
 *	unit_columns_add_rows(&v);
 */
#ifndef FORMAT_ROWS_UNIT_COLUMNS_H
#define FORMAT_ROWS_UNIT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "format/grid.h"

struct report;
struct style;
struct unit_columns;

/* Appends the text of a cell; index: of the event or metric of the column. */
typedef void unit_columns_fill(struct str *out, const struct unit_columns *v, size_t unit, size_t index);

struct unit_columns {
	const struct report *r;
	const struct style *s;
	struct grid *grid;
	struct unit_filler {
		unit_columns_fill *cell;
		size_t index;
	} *filler;			/* by column of the grid */
};

extern const struct grid_column unit_columns_number;

/* The event is known of at least one process or function: not of the total alone. */
bool unit_columns_is_known(const struct report *r, size_t event);
/* The first such event: rows are sorted by it.  The number of events: none. */
size_t unit_columns_first_known(const struct report *r);
/* Of the total: 0.5 is half of it, which --min compares; NaN: not known. */
double unit_columns_share(const struct report *r, size_t unit, size_t event);

void unit_columns_add(struct unit_columns *v, const char *title, struct grid_column column,
		      unit_columns_fill *cell, size_t index);
void unit_columns_add_count(struct unit_columns *v, size_t event);
void unit_columns_add_share(struct unit_columns *v, size_t event);
void unit_columns_add_metrics(struct unit_columns *v);		/* those of --metric-only */
/* Fills a row for each unit; no column can be added after that. */
void unit_columns_add_rows(struct unit_columns *v);

#endif
