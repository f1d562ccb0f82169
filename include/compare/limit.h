/* SPDX-License-Identifier: MIT */
/*
 * limit.h - parses --limit: how much worse a row may get ('instructions:u=+1%,page-faults=+5%|+100').
 *
 *	[REGION:]NAME=VALUE[|VALUE...],...
 *	+1%	relative change, growing is bad; -5%: shrinking is bad
 *	+100	absolute change, in the unit of the row or with a unit: +20ms, +4M
 *	64M	a cap on the value itself; if less is worse, the lowest value allowed
 *	a|b	exceeded only if both are exceeded
 *	-40%..+5%  two-sided: how much less, and how much more is allowed; or -100..+20; one of each may be
 *		joined by |, and with no other limit
 *
 * NAME is the name of a row; or that name without modifiers, if no row has exactly NAME; or the
 * part between the slashes of "cpu_core/cycles:u/"; or the name of a metric, for all its rows; or a
 * pattern with * and ?.  Other names of an event are accepted: wall, user, sys and max-rss for
 * duration_time, user_time, system_time and max_rss, ipc, cpu-cycles.  @default applies to events
 * and metrics that no other limit names.  The last limit that fits a row replaces earlier ones
 * whole.  With patterns and @default + means "worse": it is turned around for rows where more is
 * better.
 *
 * A row of a region is named REGION:NAME, as in parse:instructions:u, where NAME may be any of the above.
 * Other names, @default and patterns without a colon are of the whole program only: regions are parts of it,
 * so a limit that adds them makes other decisions.  A pattern is compared with the whole name, so ? stands
 * for a character of a region that has a meaning here: a comma, a slash, * or an @ at the start.
 *
 * Rows that were not requested (wall, user, sys, max-rss) get a verdict only if a limit names them.
 * K, M, G and T are powers of 1024 for rows in bytes, of 1000 for others.  Limits of times need a
 * unit (ns, us, ms, s, m), those of sizes too (B, K, KiB, KB, ...).
 */
#ifndef COMPARE_LIMIT_H
#define COMPARE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct threshold {		/* a limit in the unit of its row; relative, absolute and cap NaN: none */
	int    sign;		/* 1: growing is bad, -1: shrinking is bad */
	double relative;	/* 0.01 */
	double absolute;	/* in the row's unit, not below 0 */
	double cap;
	bool   two_sided;	/* then a change for the better has limits of its own, of the same kinds: */
	double better_relative, better_absolute;
};

enum measured_kind {
	MEASURED_COUNT,		/* depends on the kernel or the machine, too: page-faults, max-rss */
	MEASURED_WORK,		/* the program's own work: counters in user mode */
	MEASURED_VARIES,	/* times, and values computed from several numbers */
};

struct measured {		/* a row that is compared, as limits see it; all borrowed */
	const char *name;
	const char *unit;	/* "ns", "msec", "KiB", "B"; "" or NULL: a count */
	bool more_is_better;
	bool beside;		/* not requested, but shown */
	enum measured_kind kind;
	const char *metric;	/* "ipc", for the rows "ipc" and "ipc@instructions:k"; NULL: no metric */
	const char *region;	/* "parse", for the row "parse:cycles"; NULL: of the whole program */
	/* set by limits_bind() */
	const struct limit *limit;	/* NULL: it has none */
	struct threshold threshold;
};

enum limit_unit { LIMIT_PLAIN, LIMIT_PREFIX, LIMIT_BYTES, LIMIT_SECONDS };

struct value_unit {		/* of a limit, an event or a metric */
	const char *text;	/* "KiB" */
	enum limit_unit kind;
	double factor;		/* to bytes or seconds; LIMIT_PREFIX: the power */
};

struct limit_amount {		/* NaN: none */
	double value;
	enum limit_unit unit;
	int power;		/* of LIMIT_PREFIX: 1 for K, 2 for M, ...; of 1000, or of 1024 for bytes */
};

struct limit {
	char  *name, *value;	/* owned, as typed: "page-faults", "+5%|+100" */
	const char *text;	/* the list it was in, owned by struct limits */
	size_t at, value_at;	/* positions in that list */
	int    sign;		/* 1: growing is bad, -1: shrinking is bad, 0: only a cap, or two-sided */
	double relative;	/* 0.01 is one per cent; not below 0; NaN: none */
	struct limit_amount absolute, cap;
	bool   two_sided;	/* then those are for more, or with a pattern for worse, and these for less */
	double less_relative;
	struct limit_amount less_absolute;
};

struct limits {
	struct limit *limit;
	size_t n;
	char **list;		/* owned: the texts that were parsed */
	size_t n_lists;
};

const struct value_unit *value_unit_find(const char *text, size_t len);	/* NULL: there is none */
/* Adds to earlier limits, as --limit can be given again.  An error points at the word. */
int limits_parse(struct limits *ls, const char *text, struct error *err);
/*
 * Finds the limit and threshold of each row; ls NULL: there are no limits.  It is an error if a limit fits no
 * row (ERROR_NOT_FOUND), or if its unit does not fit the unit of the row.
 */
int limits_bind(const struct limits *ls, struct measured *row, size_t n, struct error *err);
/* Whether a limit of this name is of the row that it names, and not a pattern or @default. */
bool limit_names_row(const char *name);
/* Whether a limit of this name would apply to the row. */
bool limit_name_fits(const char *name, const struct measured *row);
void limits_release(struct limits *ls);
struct threshold threshold_none(void);
/* The limit of a two-sided one on changes for the better. */
struct threshold threshold_better(const struct threshold *t);
bool threshold_is_none(const struct threshold *t);

#endif
