/* SPDX-License-Identifier: MIT */
/*
 * metric.h - which metrics stand beside the counts, and their values.
 *
 * A metric is a row of metric_defs: the event beside which it stands, and an expression
 * over event names.  A name means the first other event of that kind in the list that
 * counts the same modes in the same cgroup, and the same group where the row is in one.
 * All counts are of one unit: a core's metric is of what that core counted.
 *
 * Those that were asked for by name (pick.h) stand beside the first of their events, behind
 * its own.
 */
#ifndef CALC_METRIC_H
#define CALC_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"

struct events;
struct expr;
struct figure;
struct pick;
struct picks;
struct table;

enum better { BETTER_NEITHER, BETTER_LOWER, BETTER_HIGHER };

struct metric_def {
	const char *name;	/* for people, behind the value */
	/* the event whose row shows it, a name of event_names; NULL: any without one of its own */
	const char *on;
	/* over such names; self is the row's own count, clock the first clock in ns, elapsed ns */
	const char *expr;
	int width, digits;	/* of the value: "%*.*f" */
	const char *suffix;	/* behind it: "%", or a blank that stands for it */
	double warn[3];		/* the value is yellow, magenta, red above these; 0: never */
	bool positive;		/* nothing is shown unless it is above 0 */
	/* per second: divided by 1000 until it is small, the prefix goes before the unit */
	bool rate;
	bool aside;		/* --metric-only leaves it out, as perf does: it is about time */
	const char *label;	/* for people, instead of the name; NULL: the name */
	const char *unit;	/* for machines; NULL: what the suffix says */
	const char *id;		/* in limits and comparisons; NULL: the name, in lower case and with dashes */
	enum better better;
	/* of one asked for by name: what heads it where it is a default, or ""; NULL: of the table */
	const char *group;
};

struct given_metric {		/* of a result that was read: only its values are known */
	char *name, *unit, *label, *group;	/* owned */
	int row;
	struct metric_def def;			/* made of these words */
};

extern const struct metric_def metric_defs[];	/* metric_table.c; name NULL ends */
char *metric_id(const struct metric_def *def);	/* in limits and comparisons; owned by the caller */

struct metric;
/* The row's: the id, or of a second one of it the id and its event, "ipc@cycles:u"; owned by the caller. */
char *metric_row_name(const struct metric *m, const struct events *events, const char *id, bool again);

struct metric {
	const struct metric_def *def;
	const struct expr *expr;	/* in metrics->expr; NULL: of a pick, or given */
	int row;			/* the event beside which it stands */
	const struct pick *pick;	/* NULL: of the table, or given */
	size_t binding;			/* of a pick: index into metrics->bound */
	size_t given;			/* 1, 2, ...: figures that were read, not made; 0: none of them */
};

struct metrics {
	struct metric *metric;		/* by row; those of one row in the order of the table */
	size_t n;
	struct expr **expr;		/* parallel to metric_defs, owned; NULL: not used */
	const struct picks *picks;	/* borrowed; NULL: none */
	struct metric_def *own;		/* parallel to the picks; owned */
	/*
	 * For each cgroup (that of none is the first): the first row of each slot of the picks, -1:
	 * there is none; and for each row another one of the same slot, -1: that was all.
	 */
	int *bound, *other; size_t n_bound;
};

int  metrics_select(struct metrics *ms, const struct events *events, struct error *err);
/* After that; from_source: the text of the picks' first source in the specs. */
void metrics_add_picks(struct metrics *ms, const struct events *events, const struct picks *picks,
		       size_t from_source);
/* Borrows them. */
void metrics_add_given(struct metrics *ms, const struct events *events, const struct given_metric *given,
		       size_t n);
void given_metric_release(struct given_metric *g);
/* After metrics_eval: their figures, [unit * n + metric]. */
void metrics_give(struct table *t, const struct metrics *ms, const struct figure *given, size_t n);
/* Behind the others of its row. */
void metrics_insert(struct metrics *ms, struct metric m);
/* Fills t's figures.  elapsed_ns: that were counted: of the run, the mean over runs, or of the interval. */
void metrics_eval(struct table *t, const struct metrics *ms, const struct events *events, double elapsed_ns);
/* What of the picks has no value, and for lack of what; and which are estimates. */
void metrics_note(const struct metrics *ms, const struct table *t, struct notes *notes);
/* Rates that cannot be told, of rows that show a pick: they would only be a blank before it. */
void metrics_drop_rates(struct metrics *ms, const struct events *events);
const char *metric_label(const struct metric *m);
const char *metric_unit(const struct metric *m);	/* for machines; "" : none */
/* index of the row's first one, or of where it would be */
size_t metrics_first(const struct metrics *ms, int row);
bool metrics_is_of(const struct metrics *ms, size_t i, int row);	/* false behind the last one, too */
void metrics_release(struct metrics *ms);

#endif
