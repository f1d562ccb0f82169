/* SPDX-License-Identifier: MIT */
/*
 * side.h - what one command, or one saved result, gave, as rows of numbers that can be compared.
 *
 * A row is an event over everything that was counted, a metric, or a fact of the runs: wall,
 * user, sys, max-rss.  It has one value for each round; one run or, where the events took
 * several sets, all runs of that round: what several of them counted is their mean.
 *
 * What may not be compared is NaN, and lack says why: a count that was multiplexed or not
 * counted, a run that failed.
 *
 * Values are in seconds and bytes, whatever the unit of the event, so that limits and formats have one
 * unit for each kind of number.  A count of instructions or cycles that is 0 comes from a dead
 * counter.  A max-rss that is not above that of pstat is not known, only bounded, which is enough for
 * a cap; in documents it is the `max` of no values.
 */
#ifndef OUT_SIDE_H
#define OUT_SIDE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/index.h"
#include "base/str.h"
#include "calc/limit.h"
#include "calc/metric.h"

struct report;

enum side_kind { SIDE_EVENT, SIDE_METRIC, SIDE_RUN };
enum side_class { CLASS_COUNT, CLASS_TIME, CLASS_SIZE, CLASS_RATIO };

enum lack { LACK_FAILED, LACK_NOT_SUPPORTED, LACK_NOT_COUNTED, LACK_MULTIPLEXED, LACK_HIDDEN, LACKS };

struct side_row {
	enum side_kind kind;
	enum side_class class;
	enum better better;
	enum measured_kind constancy;
	/* owned: as limits and results have it: "cycles:u", "ipc", "wall"; behind an @ the cgroup, or
	 * of a second metric of the same name its event */
	char *name;
	char *metric;		/* owned: without that event; NULL: it is none */
	char *unit;		/* owned: of a time "s", of a size "B"; "%"; "": a plain number */
	/* owned: what the kernel was asked for, in words; rows of one name are compared when they have
	 * the same; "": nothing was asked for */
	char *encoding;
	int event;		/* index into the report's events; -1: none */
	size_t nth;		/* of several rows of that name, from 0 */
	size_t again;		/* of the first of them: how many others were added */
	double *value;		/* owned: by round */
	size_t without;		/* a metric: 1 + the event that lacks here, for which others stand; or 0 */
	bool wanting;		/* a metric: what it needs was asked for, and had no count in some round */
	size_t n_valid;		/* values that are there */
	size_t lack[LACKS];	/* the others, by why */
	double at_most;		/* LACK_HIDDEN: none of them is larger; 0: not known */
};

struct side {
	const struct report *report;	/* borrowed: whose rows they are */
	struct side_row *row; size_t n;
	struct index names;	/* of the rows */
	size_t n_rounds;
	size_t n_failed;	/* of the report's runs; what ended the series is none of them */
};

struct side_opts {
	/* statuses that are no failure, as result_failed takes them; NULL: 0 alone */
	const uint64_t *ignored;
};

/*
 * report: its name, argv, host, target, aggr, machine, events, metrics and runs; a saved result
 * has all of it as 'report' makes it.  What cannot be added up to one row for each event is an
 * error that says why.
 */
int  side_build(struct side *s, const struct report *r, const struct side_opts *o, struct error *err);
/* Of rows that are there already: side_find finds them. */
void side_index(struct side *s);
/* Index of the row; -1: there is none. */
int  side_find(const struct side *s, const char *name, size_t nth);
struct measured side_measured(const struct side_row *row);	/* as limits look at it */
/* "multiplexed in 2 of 10 runs, failed in 1", "not supported"; nothing where each round has its value. */
void side_add_lacks(struct str *out, const struct side *s, const struct side_row *row);
void side_release(struct side *s);

/* The words for enums, as they stand in documents. */
extern const char *const side_kinds[SIDE_RUN + 1];
extern const char *const side_classes[CLASS_RATIO + 1];
extern const char *const side_betters[BETTER_HIGHER + 1];
extern const char *const side_lacks[LACKS];

#endif
