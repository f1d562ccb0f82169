/* SPDX-License-Identifier: MIT */
/*
 * limit.h - how much worse a row may get: --limit 'instructions:u=+1%,page-faults=+5%|+100'.
 *
 *	NAME=VALUE[|VALUE...],...
 *	+1%	relative change, growing is bad; -5%: shrinking is bad
 *	+100	absolute change, in the row's unit or one that is given: +20ms, +4M
 *	64M	a cap on the value itself; where less is worse, the least it may be
 *	a|b	is exceeded only when both are
 *
 * A name is a row's; or a row's without its modifiers, if no row has just that name; or what of
 * a row's stands in slashes, as in "cpu_core/cycles:u/"; or a metric's, for all rows that are of it;
 * or a pattern with * and ?.  Other names of the same are as good: wall, user, sys and max-rss for
 * duration_time, user_time, system_time and max_rss, ipc, cpu-cycles.  @default is for events and
 * metrics that nothing else names.  The last one that fits a row is the row's, whole: it adds
 * nothing to earlier ones.  The + of patterns and of @default means "worse": it is turned around
 * for rows of which more is better.
 *
 * Rows beside what was asked for (wall, user, sys, max-rss) are judged by their own name only.
 * K, M, G and T are powers of 1024 for rows in bytes, of 1000 for others.  Rows of time want a
 * unit (ns, us, ms, s, m), rows in bytes too (B, K, KiB, KB, ...).
 */
#ifndef CALC_LIMIT_H
#define CALC_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum measured_kind {
	MEASURED_COUNT,		/* the kernel or the machine have a part in it: page-faults, max-rss */
	MEASURED_WORK,		/* what a program does by itself: counters in user mode */
	MEASURED_VARIES,	/* times, and what is made of several numbers */
};

struct measured {		/* a row that is compared; all of it borrowed */
	const char *name;
	const char *unit;	/* of its values: "ns", "msec", "KiB", "B"; "" or NULL: a count */
	bool more_is_better;
	bool beside;		/* not asked for: shown anyway */
	enum measured_kind kind;
	const char *metric;	/* "ipc", of the rows "ipc" and "ipc@instructions:k"; NULL: it is none */
};

enum limit_unit { LIMIT_PLAIN, LIMIT_PREFIX, LIMIT_BYTES, LIMIT_SECONDS };

struct limit_amount {		/* NaN: none */
	double value;
	enum limit_unit unit;
	int power;		/* of LIMIT_PREFIX: 1 for K, 2 for M, ... of whatever the row is */
};

struct limit {
	char  *name, *value;	/* owned, as typed: "page-faults", "+5%|+100" */
	const char *text;	/* the whole list it stood in, of limits; at: where in it */
	size_t at, value_at;
	int    sign;		/* of the changes that are bad: 1, -1; 0: there is only a cap */
	double relative;	/* 0.01: by one per cent; not below 0; NaN: none */
	struct limit_amount absolute, cap;
};

struct limits {
	struct limit *limit;
	size_t n;
	char **list;		/* owned: what was parsed, once for all that stand in it */
	size_t n_lists;
};

struct threshold {		/* a limit in the terms of its row; all three NaN: none */
	int    sign;		/* 1: growing is bad, -1: shrinking is */
	double relative;	/* 0.01 */
	double absolute;	/* in the row's unit, not below 0 */
	double cap;
};

/* Adds to what is there, so that --limit can be given again.  An error points at the word. */
int limits_parse(struct limits *ls, const char *text, struct error *err);
/*
 * For each row its limit and threshold; NULL where it has none.  A limit that fits no row, or
 * whose unit is not the row's, is an error.
 */
int limits_match(const struct limits *ls, const struct measured *row, size_t n, const struct limit **limit,
		 struct threshold *threshold, struct error *err);
/* Whether one of them is about this row, among others perhaps. */
bool limits_reach(const struct limits *ls, const struct measured *row);
void limits_release(struct limits *ls);
struct threshold threshold_none(void);
bool threshold_is_none(const struct threshold *t);

#endif
