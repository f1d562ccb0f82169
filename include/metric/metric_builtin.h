/* SPDX-License-Identifier: MIT */
/*
 * metric_builtin.h - lists the built-in metrics, which stand beside the count of an event, such as "insn per
 * cycle".
 */
#ifndef METRIC_METRIC_BUILTIN_H
#define METRIC_METRIC_BUILTIN_H

#include <stdbool.h>

enum metric_scope { METRIC_ANYWHERE, METRIC_OF_REGION, METRIC_OF_REGION_TIME, METRIC_NEWEST };

enum better { BETTER_NEITHER, BETTER_LOWER, BETTER_HIGHER };

struct str;

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

extern const struct metric_def metric_defs[];	/* name NULL ends */

/* Its expression as --define takes it, with the event in place of self: "instructions / cycles". */
void metric_builtin_add_expr(struct str *out, const struct metric_def *d);
bool metric_builtin_is_time(const char *name);	/* clock or elapsed, which no event has as its name */

#endif
