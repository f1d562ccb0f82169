/* SPDX-License-Identifier: MIT */
/*
 * table.h - keeps the counts: one cell for each row (a core, a thread, the total) and each event.
 *
 * The index of a row is that of its first event; the other events of the row refer to it.  A total
 * that lacks one part is not shown: a counter that could not be read, or whose number is impossible,
 * makes its cell CELL_UNKNOWN (`<not counted>` with a note), and so is every sum of that cell.  A CPU
 * whose event never got a counter is unknown, too; one that had nothing to count adds 0.  In an
 * interval such a counter has not moved, so the next interval has both and totals are whole; a mean
 * over runs takes the other runs.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "note/note.h"
#include "table/aggregation.h"

struct events;
struct machine;
struct plan;
struct sample;
struct stats;

enum cell_state {
	CELL_ABSENT,		/* not in this set or unit: never printed, skipped by means */
	CELL_COUNTED,
	CELL_NOT_COUNTED,
	CELL_NOT_SUPPORTED,
	CELL_UNKNOWN,		/* something was there to count, but the number is not known */
	CELL_STATES
};

struct cell {
	enum cell_state state;
	uint64_t value;		/* scaled for multiplexing, exact */
	uint64_t raw;		/* as read */
	uint64_t enabled, running;
	double   shown;		/* value * the scale of the event: what people read */
	unsigned members;	/* CPUs or threads with the row's first event here; 0: it was never open */
};

enum { FIGURE_BAD = 3, FIGURE_GOOD = 4 };	/* the threshold of a metric: exceeded (red), or kept */

struct figure {			/* the value of a metric */
	double value;		/* NaN: not known */
	double exact;		/* without K, M or G in the unit: a column of numbers keeps its unit */
	const char *unit;	/* borrowed: the metric's own, or with the fitting prefix: "K/sec" */
	int severity;		/* how many of its thresholds the value exceeds: 0 to 3; or FIGURE_GOOD */
	bool none;		/* NaN because the value is 0 and the metric shows no 0 */
	/*
	 * 1 + the row of a requested event that has no count, so that the value is NaN, or computed
	 * from other events; 0: no such row
	 */
	size_t missing_row;
};

struct packed_cell {
	size_t at;		/* unit * n_rows + row */
	struct cell cell;
};

struct table {
	/* sorted by key, in the order of its fields; threads in the order of the target */
	struct unit *unit; size_t n_units;
	size_t n_rows, n_metrics;
	struct cell *cell;	/* [unit * n_rows + row]; NULL: packed */
	struct figure *figure;	/* [unit * n_metrics + metric] */
	struct packed_cell *packed; size_t n_packed;	/* sorted by at; NULL: not packed */
};

/*
 * Takes the difference of two samples, scales each counter by its own share of time, and adds up.
 * A row without a counter in a unit is ABSENT there.  machine: its topology, as far as aggr_needs()
 * asks for it.  notes NULL: another table of the same run already has the notes.
 */
void table_build(struct table *t, const struct plan *plan, const struct sample *from, const struct sample *to,
		 const struct machine *machine, const struct aggr_opts *o, struct notes *notes);
/* A count in the unit of its event.  For a scale of 1e-6 it divides by a million, which loses less. */
double cell_shown(uint64_t value, double scale);
double cell_running_pct(const struct cell *c);	/* of the enabled time; 0: it never ran */
/* Standard error in per cent of the mean; 0: no count. */
double cell_error_pct(const struct cell *mean, const struct stats *s);

/*
 * Adds one run to a mean, which starts as {0}; all tables have the same shape.  The mean of a cell is
 * over the runs that counted it, rounded to the nearest count (perf 6.12 truncates), in every
 * aggregation mode (perf 6.12 shows the last run).  raw and the times are those of the last run that
 * has them.  stats gets one entry for each cell.
 */
void table_add(struct table *mean, struct stats **stats, const struct table *t);

/*
 * Adds the counts of an interval to a sum, which starts as {0}; all tables have the same shape.  A cell
 * that was not counted adds nothing, so no sum ever gets less.
 */
void table_accumulate(struct table *sum, const struct table *t, const struct events *events);

/*
 * Keeps only the cells that are not ABSENT, and no figures.  A run of --exact counts few of many
 * events, and there may be thousands of runs.
 */
void table_pack(struct table *t);
bool table_is_packed(const struct table *t);
/* For packed tables, too; at: unit * n_rows + row. */
const struct cell *table_cell(const struct table *t, size_t at);
/* A table of this shape with no counts; copies the units. */
void table_init(struct table *t, const struct unit *unit, size_t n_units, size_t n_rows);
/* Copies any table into one that is not packed and has no figures. */
void table_copy(struct table *out, const struct table *in);
void table_release(struct table *t);

#endif
