/* SPDX-License-Identifier: MIT */
/* report_cells.h - visits the values of a report in the order in which perf prints them. */
#ifndef FORMAT_REPORT_CELLS_H
#define FORMAT_REPORT_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "table/table.h"

struct event;
struct metric;
struct metric_def;
struct report;
struct stats;
struct style;

struct report_cell {			/* a cell and its place in the table; borrowed */
	const struct event *event;
	const struct unit *unit;
	const struct cell *cell;
	size_t row, at;		/* at: index of its unit */
	const struct report_cell *before;	/* the one that is printed before it; NULL: none */
	const struct stats *stats;		/* of all runs; NULL: there are none */
	/* the metrics of its event: their values are parallel to them */
	const struct metric *metric;
	const struct figure *figure;
	size_t n_metrics;
};

struct report_cells {
	struct report_cell *cell;
	size_t n;
};

void report_cells_list(struct report_cells *ps, const struct report *r);
/* The end of the events that have the same cgroup as from; of all events without --for-each-cgroup. */
size_t report_cells_end_of_part(const struct report *r, size_t from);
bool report_cells_have_cgroups(const struct report *r);		/* then they need a column */
/* Its id is the id of its core. */
bool report_cell_is_percore(const struct report_cell *p, const struct report *r);
enum aggr_mode report_cells_mode(const struct report *r);
double report_cell_error_pct(const struct report_cell *p);	/* of the mean of all runs; 0: none */
bool report_cell_is_scaled(const struct report_cell *p);	/* its event has another scale than 1 */
/* Appends the count in the unit of the event, with all digits; nothing if it was not counted. */
void report_cell_add_value(struct str *out, const struct report_cell *p);
/* Appends nothing where all CPUs are one. */
void report_cell_add_id(struct str *out, const struct report_cell *p, const struct report *r);
/*
 * A copy of the cell with the mean times of all runs.  The cell itself has the times of the last run, as
 * perf shows them.
 */
struct cell report_cell_mean(const struct report_cell *p, const struct report *r);
/* Its count in that run, in the unit of the event; NaN: the run did not count it. */
double report_cell_of_run(const struct report_cell *p, const struct report *r, size_t run);
const char *report_cell_cgroup(const struct report_cell *p, const struct report *r);	/* "": none */
/* The default metrics of a row are in groups, sorted by name: returns the first group after name, or NULL. */
const char *report_cell_next_group(const struct report_cell *p, const char *name);
/* Whether the row before ends with metrics of this group, so that its name is printed already. */
bool report_cell_continues(const struct report_cell *p, const char *group);
/* Whether its metric with this index is in the group and has a value. */
bool report_cell_shows(const struct report_cell *p, size_t metric, const char *group);
/*
 * A metric as people read it: the mean time of an entry in the unit that fits, a mean count of more than five
 * digits without a fraction.
 */
struct figure_words {
	double value;
	int digits;		/* after the point */
	const char *unit;	/* borrowed */
};
struct figure_words report_cell_figure(const struct metric_def *def, const struct figure *f);
/* The lines of -v above the rows, as in perf: each counter as it was read, with its times. */
void report_cells_add_raw(struct str *out, const struct report *r, const struct style *s);
void report_cells_release(struct report_cells *ps);

#endif
