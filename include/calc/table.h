/* SPDX-License-Identifier: MIT */
/* table.h - the counted numbers: a unit (what is added up) by a row (what is printed). */
#ifndef CALC_TABLE_H
#define CALC_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"

struct plan;
struct sample;
struct stats;

struct aggr_opts {
	bool no_scale;		/* what was read, not what it would have been all the time */
};

enum cell_state {
	CELL_ABSENT,		/* not part of this set or unit: never printed, skipped by stats */
	CELL_COUNTED,
	CELL_NOT_COUNTED,
	CELL_NOT_SUPPORTED,
};

struct cell {
	enum cell_state state;
	uint64_t value;		/* scaled for multiplexing, exact */
	uint64_t raw;		/* as it was read */
	uint64_t enabled, running;
	double   shown;		/* value * the event's scale: what people read */
};

struct unit {			/* -1: not part of the key */
	int node, package, die, cluster, cache, core, cpu, thread;
	int members;		/* CPUs or threads added up */
};

struct figure {			/* a metric's value */
	double value;		/* NaN: cannot be told */
	const char *unit;	/* static: the metric's own, or with the prefix that fits: "K/sec" */
	int severity;		/* how many of its thresholds it is above: 0 to 3 */
};

struct table {
	struct unit *unit; size_t n_units;
	size_t n_rows, n_metrics;
	struct cell *cell;	/* [unit * n_rows + row]; a row is the index of its first event */
	struct figure *figure;	/* [unit * n_metrics + metric] */
};

/* Deltas of raw readings, each scaled by its own ratio, then added. */
int  table_build(struct table *t, const struct plan *plan, const struct sample *from, const struct sample *to,
		 const struct aggr_opts *o, struct notes *notes, struct error *err);
double cell_running_pct(const struct cell *c);	/* of the time it was enabled; 0: never */
/* of the count as it is shown; 0: none */
double cell_error_pct(const struct cell *mean, const struct stats *s);

/*
 * The mean over the repeats in which a cell was counted, to the nearest count; raw and times
 * are the last run's.  stats gets one entry for each cell.  Starts from {0}; tables of equal shape.
 */
void table_add(struct table *mean, struct stats **stats, const struct table *t);
void table_release(struct table *t);

#endif
