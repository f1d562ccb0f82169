/* SPDX-License-Identifier: MIT */
/*
 * metric.h - metrics beside the counts: selects them for each row and computes their values.
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
#include "base/note.h"

struct events;
struct expr;
struct figure;
struct selected_metric;
struct metric_selection;
struct table;

enum metric_scope { METRIC_ANYWHERE, METRIC_OF_REGION, METRIC_OF_REGION_TIME, METRIC_NEWEST };

enum better { BETTER_NEITHER, BETTER_LOWER, BETTER_HIGHER };

struct metric_def {
	const char *name;	/* for people, after the value */
	/* the event whose row shows it, a name of event_names; NULL: any event without a metric of its own */
	const char *on;
	/*
	 * over such names; self: the count of the row; clock: the first clock, in ns; elapsed: in ns, of the
	 * total only; in regions also whole: the count of the total, and entries
	 */
	const char *expr;
	int width, digits;	/* of the value: "%*.*f" */
	const char *suffix;	/* after the value: "%", or a blank in its place */
	double warn[3];		/* above these the value is yellow, magenta, red; 0: never */
	bool positive;		/* shown only if above 0 */
	/* per second: divided by 1000 until it is small, with K, M or G before the unit */
	bool rate;
	bool aside;		/* a metric of time: --metric-only leaves it out, as perf does */
	const char *label;	/* for people, instead of the name; NULL: the name */
	const char *unit;	/* for machines; NULL: "%" if that is the suffix, else none */
	const char *id;		/* in limits and comparisons; NULL: the name, in lower case and with dashes */
	enum better better;
	/* beside all rows; with --regions those of counts or of times; default events of --like newest */
	enum metric_scope scope;
	/* of a metric of -M: the title above it if it is a default, or ""; NULL: a built-in metric */
	const char *group;
};

struct given_metric {		/* of a result that was read: only its values are known */
	char *name, *unit, *label, *group;	/* owned */
	int row;
	struct metric_def def;			/* made of these words */
};

extern const struct metric_def metric_defs[];	/* metric_builtin.c; name NULL ends */
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
