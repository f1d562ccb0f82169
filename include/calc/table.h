/* SPDX-License-Identifier: MIT */
/* table.h - the counted numbers: a unit (what is added up) by a row (what is printed). */
#ifndef CALC_TABLE_H
#define CALC_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"

struct events;
struct machine;
struct plan;
struct sample;
struct stats;

enum aggr_mode {		/* of several that are asked for the last one here wins */
	AGGR_TOTAL, AGGR_NODE, AGGR_PACKAGE, AGGR_DIE, AGGR_CLUSTER, AGGR_CACHE, AGGR_CORE, AGGR_THREAD,
	AGGR_CPU,
};

struct aggr_opts {
	enum aggr_mode mode;
	int  cache_level;	/* of AGGR_CACHE; 0: the last level a CPU has */
	/* AGGR_CPU: of percore events each CPU shows its core's sum, not each core once */
	bool percore_threads;
	bool no_scale;		/* what was read, not what it would have been all the time */
};

enum cell_state {
	CELL_ABSENT,		/* not part of this set or unit: never printed, skipped by stats */
	CELL_COUNTED,
	CELL_NOT_COUNTED,
	CELL_NOT_SUPPORTED,
	CELL_UNKNOWN,		/* there was something to count, and it is not known: nor is a sum of it */
};
enum { CELL_STATES = CELL_UNKNOWN + 1 };

struct cell {
	enum cell_state state;
	uint64_t value;		/* scaled for multiplexing, exact */
	uint64_t raw;		/* as it was read */
	uint64_t enabled, running;
	double   shown;		/* value * the event's scale: what people read */
	unsigned members;	/* CPUs or threads of the row's first event here; 0: it was open nowhere */
};

struct unit {			/* -1: the machine does not say; UNIT_NONE: not part of the key */
	int cpu;		/* a CPU has its core's ids, too */
	int package, die, cluster, cache_level, cache, core, node;
	int thread;		/* index into target->thread */
};

enum { UNIT_NONE = -2 };

enum { FIGURE_BAD = 3, FIGURE_GOOD = 4 };	/* what a threshold says: red, or as it wants it */

struct figure {			/* a metric's value */
	double value;		/* NaN: cannot be told */
	double exact;		/* the same without a prefix to the unit: for machines */
	const char *unit;	/* borrowed: the metric's own, or with the prefix that fits: "K/sec" */
	int severity;		/* how many of its thresholds it is above: 0 to 3; or FIGURE_GOOD */
	bool none;		/* NaN, because it is 0, and then not shown */
	/*
	 * 1 + the row of what was asked for, and had no count, 0: there is none; the value is NaN for it,
	 * or made of others
	 */
	size_t wants;
};

struct packed_cell {
	size_t at;		/* unit * n_rows + row */
	struct cell cell;
};

struct table {
	/* sorted by key, in the order of its fields; threads as the target has them */
	struct unit *unit; size_t n_units;
	size_t n_rows, n_metrics;
	/* [unit * n_rows + row]; a row is the index of its first event; NULL: packed */
	struct cell *cell;
	struct figure *figure;	/* [unit * n_metrics + metric] */
	struct packed_cell *packed; size_t n_packed;	/* sorted by at; NULL: not packed */
};

/*
 * Deltas of raw readings, each scaled by its own ratio, then added.  A row that has no
 * counter in a unit is ABSENT there.  machine: its topology, as far as aggr_needs it.
 * notes NULL: those of another table say the same.
 */
int table_build(struct table *t, const struct plan *plan, const struct sample *from, const struct sample *to,
		const struct machine *machine, const struct aggr_opts *o, struct notes *notes,
		struct error *err);
/* enum machine_part, to be loaded before; 0: nothing. */
unsigned aggr_needs(enum aggr_mode mode, const struct events *events);
/* A count in the unit of its event: 1e-6 is a division by a million, which loses less. */
double cell_shown(uint64_t value, double scale);
double cell_running_pct(const struct cell *c);	/* of the time it was enabled; 0: never */
/* of the count as it is shown; 0: none */
double cell_error_pct(const struct cell *mean, const struct stats *s);

/*
 * The mean over the repeats in which a cell was counted, to the nearest count; raw and times
 * are the last run's, unless they are of what was left out.  stats gets one entry for each cell.
 * Starts from {0}; tables of equal shape.
 */
void table_add(struct table *mean, struct stats **stats, const struct table *t);

/*
 * A run that counts few of many events keeps only the cells that are not ABSENT, and no figures, as there
 * may be thousands of such runs.
 */
void table_pack(struct table *t);
bool table_is_packed(const struct table *t);
/* Of any table; at: unit * n_rows + row. */
const struct cell *table_cell(const struct table *t, size_t at);
/* Of any table one with all cells, without figures. */
void table_copy(struct table *out, const struct table *in);
void table_release(struct table *t);

#endif
