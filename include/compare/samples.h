/* SPDX-License-Identifier: MIT */
/*
 * samples.h - the samples of one benchmark: rows of numbers that can be compared with those of another.
 *
 * A row is an event summed over all CPUs and threads, a metric, or a fact of the runs: wall, user, sys,
 * max-rss.  Each region of --regions has rows of its own for events and metrics.  A row has one value for
 * each round.  A round is one run or, where the events need several sets, one run of each set; a row that
 * several of them counted has their mean.
 *
 * A value that may not be compared is NaN, and `lack` says why: the count was multiplexed or missing, or
 * the run failed.
 *
 * Values are in seconds and bytes, whatever the unit of the event, so that limits and formats have one
 * unit for each kind of number.  A count of 0 instructions or cycles comes from a broken counter.  A
 * max-rss that is not above that of pstat has only an upper bound, which is enough for a cap; in documents
 * the row then has no values, but a `max`.
 */
#ifndef COMPARE_SAMPLES_H
#define COMPARE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/index.h"
#include "base/str.h"
#include "compare/limit.h"
#include "metric/metric.h"

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
	/* as in limits: "cycles:u", "ipc", "wall", "REGION:cycles:u"; after an @ the cgroup, or the event of
	 * a second metric of the same name */
	char *name;
	char *region;		/* NULL: the row is of the whole program */
	char *metric;		/* the name without that event and region; NULL: the row is not a metric */
	char *unit;		/* "s" of a time, "B" of a size; "%"; "": a plain number */
	char *encoding;		/* what the kernel counts; only equal ones are compared; "": no event */
	int event;		/* index into the report's events; -1: none */
	size_t part;		/* the unit in the report's tables; 0: the whole program */
	bool per_entry;		/* the metric is the mean of an entry of the region */
	size_t nth;		/* among the rows of that name, from 0 */
	size_t n_namesakes;	/* in the first of them: how many follow */
	double *value;		/* owned: one for each round */
	size_t without;		/* a metric: 1 + the missing event that others replace; 0: none */
	bool lacks_event;	/* a metric: a requested event had no count in some round */
	size_t n_valid;		/* values that are not NaN */
	size_t lack[LACKS];	/* the other values, counted by the reason */
	double at_most;		/* LACK_HIDDEN: an upper bound of the values; 0: not known */
	/* of a history: the deviation of its results, relative to their level, and its degrees of freedom */
	double noise; size_t freedom;
};

struct samples {
	const struct report *report;	/* borrowed: the source */
	struct sample_row *row; size_t n;
	struct index names;	/* finds rows by name and nth */
	size_t n_rounds;
	size_t n_failed;	/* runs of the report that failed */
};

/*
 * ignored: as in run_result_failed().  It is an error if the rows of the report cannot be added up to one
 * for each event.
 */
int  samples_build(struct samples *s, const struct report *r, const uint64_t *ignored, struct error *err);
/* Indexes the rows, for samples_find(). */
void samples_index(struct samples *s);
/* Index of the row; -1: there is none. */
int  samples_find(const struct samples *s, const char *name, size_t nth);
struct measured sample_measured(const struct sample_row *row);	/* for limits */
/* Adds "multiplexed in 2 of 10 runs, failed in 1", or "not supported"; nothing if no value is missing. */
void samples_add_lacks(struct str *out, const struct samples *s, const struct sample_row *row);
void samples_release(struct samples *s);

/* The words for the enums in documents. */
extern const char *const sample_kinds[SAMPLES_RUN + 1];
extern const char *const sample_classes[CLASS_RATIO + 1];
extern const char *const sample_betters[BETTER_HIGHER + 1];
extern const char *const sample_lacks[LACKS];

#endif
