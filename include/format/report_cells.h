/* SPDX-License-Identifier: MIT */
/* report_cells.h - lists the cells of a report in the order of perf's lines. */
#ifndef FORMAT_REPORT_CELLS_H
#define FORMAT_REPORT_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "calc/table.h"

struct event;
struct report;

struct report_cell {			/* a cell and where it is; all of it borrowed */
	const struct event *event;
	const struct unit *unit;
	const struct cell *cell;
	size_t row, at;		/* at: index of its unit */
	const struct report_cell *before;	/* the one that is printed before it; NULL: none */
};

struct report_cells {
	struct report_cell *cell;
	size_t n;
};

void report_cells_list(struct report_cells *ps, const struct report *r);
/* Behind the events of the same cgroup as this one; behind all where that does not matter. */
size_t report_cells_end_of_part(const struct report *r, size_t from);
bool report_cells_have_cgroups(const struct report *r);		/* so that there is a column of them */
/* Its id is that of its core. */
bool report_cell_is_percore(const struct report_cell *p, const struct report *r);
enum aggr_mode report_cells_mode(const struct report *r);
/* Appends nothing where all CPUs are one. */
void report_cell_add_id(struct str *out, const struct report_cell *p, const struct report *r);
/*
 * The cell, which of several runs has the last one's times, as perf shows them: with the means
 * over all runs in their place.
 */
struct cell report_cell_mean(const struct report_cell *p, const struct report *r);
const char *report_cell_cgroup(const struct report_cell *p, const struct report *r);	/* "": none */
/*
 * The default metrics of a row stand in groups: the name of the first one behind this name;
 * NULL: there is none.
 */
const char *report_cell_next_group(const struct report_cell *p, const struct report *r, const char *name);
/* Does the row before it end with metrics of this group, whose name then stands above already? */
bool report_cell_continues(const struct report_cell *p, const struct report *r, const char *group);
bool report_cell_shows(const struct report_cell *p, const struct report *r, size_t metric, const char *group);
void report_cells_release(struct report_cells *ps);

#endif
