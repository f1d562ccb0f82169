/* SPDX-License-Identifier: MIT */
/*
 * rows.h - lists the values of a result that can be compared, as --limit names them: cycles:u, ipc, wall.
 *
 *	rows_add(&rows, &report, true);		of all events, metrics and facts that it has
 *	samples_build() fills in the values; before the first run there are none
 *	measured = rows_measured(&rows);
 *	limits_bind(&limits, measured, rows.n, &err);	which limit each row has
 *	rows_release(&rows);
 *
 * A row is an event summed over all CPUs and threads, a metric, or a fact of the runs: wall, user, sys,
 * max-rss.  Each region of --regions is a part of the program, with rows of its own for events and metrics.
 * The names of regions are known only after a run; before it, rows_add_part() makes those of a region that is
 * assumed to exist.
 *
 * A rate per second has no row, as its count and its time have rows; nor has the share of a region, as the
 * region and the total have rows.
 */
#ifndef COMPARE_ROWS_H
#define COMPARE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/index.h"
#include "compare/limit.h"
#include "metric/metric.h"

struct event;
struct report;

enum sample_kind { SAMPLES_EVENT, SAMPLES_METRIC, SAMPLES_RUN };
enum sample_class { CLASS_COUNT, CLASS_TIME, CLASS_SIZE, CLASS_RATIO };

enum lack { LACK_FAILED, LACK_NOT_SUPPORTED, LACK_NOT_COUNTED, LACK_MULTIPLEXED, LACK_HIDDEN, LACKS };

struct sample_row {		/* owns its texts */
	enum sample_kind kind;
	enum sample_class class;
	enum better better;
	enum measured_kind constancy;
	bool emulated;		/* counted under valgrind; gate stops that once the counts repeat */
	bool timeless;		/* a count of what is done, no matter how fast and with which caches */
	/* as in limits: "cycles:u", "ipc", "wall", "REGION:cycles:u"; after an @ the cgroup, or the event of
	 * a second metric of the same name */
	char *name;
	char *region;		/* NULL: the row is of the whole program */
	char *metric;		/* the name without that event and region; NULL: the row is not a metric */
	char *unit;		/* "s" of a time, "B" of a size; "%"; "": a plain number */
	char *encoding;		/* what the kernel counts; only equal ones are compared; "": no event */
	int event;		/* index into the report's events; -1: none */
	size_t of;		/* index into the report's metrics, or into run_facts */
	size_t part;		/* the unit in the report's tables; 0: the whole program */
	bool per_entry;		/* the metric is the mean of an entry of the region */
	size_t nth;		/* among the rows of that name, from 0 */
	size_t n_namesakes;	/* in the first of them: how many follow */

	/* set by samples_build() */
	double *value;		/* owned: one for each round */
	size_t without;		/* a metric: 1 + the missing event that others replace; 0: none */
	bool lacks_event;	/* a metric: a requested event had no count in some round */
	size_t n_valid;		/* values that are not NaN */
	size_t lack[LACKS];	/* the other values, counted by the reason */
	double at_most;		/* LACK_HIDDEN: an upper bound of the values; 0: not known */
	/* of a history: the deviation of its results, relative to their level, and its degrees of freedom */
	double noise; size_t freedom;
};

struct rows {
	struct sample_row *row; size_t n;
	struct index names;	/* finds rows by name and nth */
};

/* The number of parts that the report has: the whole program and its regions. */
size_t rows_parts(const struct report *r);
/* Adds to the rows that are there.  command: before the first run, facts of a command have rows, too. */
void rows_add(struct rows *rows, const struct report *r, bool command);
/* Adds the events and metrics of one part; region NULL: of the whole program, which is part 0. */
void rows_add_part(struct rows *rows, const struct report *r, size_t part, const char *region);
/* Whether it is known of regions: what their threads count, the time that passed, and their entries. */
bool rows_event_is_of_regions(const struct event *e);
/* Drops all rows but the first n. */
void rows_cut(struct rows *rows, size_t n);
/* After rows were dropped or changed by hand: indexes them again, for rows_find(). */
void rows_index(struct rows *rows);
/* Index of the row; -1: there is none. */
int  rows_find(const struct rows *rows, const char *name, size_t nth);
/* As limits see the row, or all of them; the caller frees the array.  They borrow from the rows. */
struct measured row_measured(const struct sample_row *row);
struct measured *rows_measured(const struct rows *rows);
void row_release(struct sample_row *row);
void rows_release(struct rows *rows);

/* The words for the enums in documents. */
extern const char *const sample_kinds[SAMPLES_RUN + 1];
extern const char *const sample_classes[CLASS_RATIO + 1];
extern const char *const sample_betters[BETTER_HIGHER + 1];
extern const char *const sample_lacks[LACKS];

#endif
