/* SPDX-License-Identifier: MIT */
/*
 * told.h - metrics of which a file has the values, but not what they are made of.
 *
 * They stand with those that can be worked out again, as long as the counts are added up as they
 * were: nobody can tell what they come to otherwise.
 */
#ifndef CALC_TOLD_H
#define CALC_TOLD_H

#include <stddef.h>

struct events;
struct metrics;
struct table;

struct told {
	char *name, *unit, *group;	/* owned; "": none */
	char *label;			/* owned: "%slots  retiring" */
	int   row;			/* the event beside which it stands */
};

struct tolds {
	struct told *told; size_t n;
};

/* Its index; what is there already is not added again. */
size_t tolds_add(struct tolds *ts, const char *name, const char *unit, const char *group, int row);
void tolds_release(struct tolds *ts);

/* After metrics_select; ts is borrowed. */
void metrics_add_told(struct metrics *ms, const struct events *events, const struct tolds *ts);
/* The figures of a table that metrics_eval has filled: [unit * ts->n + told], NaN: none. */
void metrics_tell(struct table *t, const struct metrics *ms, const double *value, size_t n_told);

#endif
