/* SPDX-License-Identifier: MIT */
/*
 * metric.h - finds the metrics that stand beside the counts of each row, and computes their values.
 *
 * A built-in metric is a row of metric_defs: the event beside which it stands, and an expression
 * over event names (metric_partner.h finds those events).  All counts come from one unit: the
 * metric of a core is computed from what that core counted.
 *
 * Metrics of -M (metric_select.h) stand beside the first of their events, after the built-in ones.  They are
 * saved as values, not as expressions: report shows them beside the rows they were saved for, and
 * leaves them out where it adds rows up.
 *
 * A metric whose event was not counted is blank, with a note (perf prints nan); so is one that
 * divides by 0.  Rates divide by the time that was counted; in an interval, by the time that passed
 * (perf divides by the requested length, but the last interval is shorter, and one after missed ones is
 * longer).
 */
#ifndef METRIC_METRIC_H
#define METRIC_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "metric/metric_builtin.h"
#include "note/note.h"

struct events;
struct expr;
struct figure;
struct selected_metric;
struct metric_selection;
struct table;

struct given_metric {		/* of a result that was read: only its values are known */
	char *name, *unit, *label, *group;	/* owned */
	int row;
	struct metric_def def;			/* made of these words */
};

char *metric_id(const struct metric_def *def);	/* its id or the default; owned by the caller */

struct metric;
/* The name of its row: the id; if again, the id with its event: "ipc@cycles:u".  Owned by the caller. */
char *metric_row_name(const struct metric *m, const struct events *events, const char *id, bool again);

struct metric {
	const struct metric_def *def;
	const struct expr *expr;	/* in metrics->expr; NULL: selected or saved */
	int row;			/* the event beside which it stands */
	const struct selected_metric *selected;	/* NULL: built-in or saved */
	size_t binding;			/* selected: index of its cgroup in metrics->bound */
	size_t given;			/* saved: 1 + index of its value; 0: not saved */
};

struct metrics {
	struct metric *metric;		/* by row; within a row in the order of metric_defs */
	size_t n;
	struct expr **expr;		/* parallel to metric_defs, owned; NULL: not used */
	const struct metric_selection *selection;	/* borrowed; NULL: none */
	struct metric_def *own;		/* owned: parallel to the selection */
	/*
	 * bound: for each cgroup (no cgroup is the first) the first row of each slot of the selection; -1:
	 * there is none.  other: for each row the next one of the same slot; -1: it is the last.
	 */
	int *bound, *other; size_t n_bound;
};

/* The built-in metrics; then one of the next two, which add to them. */
int  metrics_select(struct metrics *ms, const struct events *events, struct error *err);
/* from_source: index of the first source of the selection in the specs. */
void metrics_add_selection(struct metrics *ms, const struct events *events,
			   const struct metric_selection *selection, size_t from_source);
/* The metrics of a saved result, which it borrows, each with its row. */
void metrics_add_given(struct metrics *ms, const struct events *events, const struct given_metric *given,
		       size_t n);
void given_metric_release(struct given_metric *g);
/* After metrics_eval(): sets their saved values, [unit * n + metric]. */
void metrics_give(struct table *t, const struct metrics *ms, const struct figure *given, size_t n);
/* Computes all figures of t.  elapsed_ns: the time counted, in the run, the interval, or the mean run. */
void metrics_eval(struct table *t, const struct metrics *ms, const struct events *events, double elapsed_ns);
/* Adds notes: which metrics of -M have no value, and why, and which are estimates. */
void metrics_note(const struct metrics *ms, const struct table *t, struct notes *notes);
const char *metric_label(const struct metric *m);
const char *metric_unit(const struct metric *m);	/* for machines; "": none */
/* Index of the first metric of the row, or of where it would be. */
size_t metrics_first(const struct metrics *ms, int row);
bool metrics_is_of(const struct metrics *ms, size_t i, int row);	/* false if i is past the end, too */
void metrics_release(struct metrics *ms);

#endif
