/* SPDX-License-Identifier: MIT */
/*
 * listing.h - every event and metric there is, a row for each, in the order in which they are
 * shown.
 *
 * Rows are made once and know nothing of how they are shown; a query chooses among them.
 * Where the PMUs are assumed, those of another CPU, nothing of this machine is asked, and
 * there is only what the tables of that CPU say.
 */
#ifndef EVENT_LISTING_H
#define EVENT_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct catalog;
struct pmu;
struct pmus;

enum listed_kind {
	LISTED_HARDWARE, LISTED_SOFTWARE, LISTED_TOOL, LISTED_CACHE, LISTED_PMU, LISTED_RAW,
	LISTED_BREAKPOINT, LISTED_TRACEPOINT, LISTED_METRIC, LISTED_KINDS,
};

enum listed_state {
	LISTED_HERE,
	LISTED_UNTRIED,		/* the kernel has to be asked: count/openable.h, calc/reach.h */
	LISTED_ABSENT,		/* known, and not on this machine */
	LISTED_DENIED,		/* known, and not for this user */
};

struct listed {			/* texts are "" where there is nothing to say */
	enum listed_kind kind;
	enum listed_state state;
	const char *name;	/* as -e and -M take it: cpu-cycles, msr/tsc/, l2_request_g1.all */
	const char *event;	/* of a PMU: without it, tsc */
	const char *alias;
	const char *topic;
	const char *unit;	/* the PMU; of several alike what they have in common: uncore_cha */
	const char *scale_unit;
	const char *summary, *detail;
	const char *encoding;	/* "cpu/event=0xc0/"; only with listing_opts.encodings, or the catalog's */
	const char *groups, *expr, *threshold;	/* of metrics; groups are parted by ; */
	bool deprecated, core;	/* core: of a PMU that counts what programs do */
	bool vendor;		/* the catalog has it */
	uint32_t type;		/* LISTED_UNTRIED events: what to ask for */
	uint64_t config[3];
};

struct listing {
	struct listed *item;
	size_t n;
	char **text; size_t n_texts;	/* owned; other texts are the catalog's */
	const struct catalog *catalog;	/* borrowed: it says what groups of metrics are; NULL: nothing does */
};

struct listing_opts {
	struct pmus *pmus;		/* with the root directory, or assumed */
	const struct catalog *catalog;	/* loaded */
	const char *cputype;		/* hybrid: core events on this core PMU only; NULL: on all */
	bool encodings;			/* read the files that say them: thousands, with tracepoints */
};

struct list_query {
	const char *word;	/* a category, a glob, a part of a name or description; NULL: everything */
	const char *unit;	/* of events that belong to a PMU, those of this one; NULL: of all */
	bool deprecated;	/* these, too */
	unsigned kinds;		/* what the word leaves: bits of enum listed_kind */
	enum list_metrics { LIST_BY_GROUP, LIST_METRICS, LIST_GROUPS } metrics;	/* as the word wants them */
	char *text;		/* in lower case; NULL: any */
	bool is_glob;
};

int  listing_build(struct listing *l, const struct listing_opts *o, struct error *err);
void list_query_parse(struct list_query *q, const char *word);	/* unit and deprecated are the caller's */
/* groups: of a metric, the one or those that it is looked at as part of; else item->groups. */
bool list_query_takes(const struct list_query *q, const struct listed *item, const char *groups);
/* The indices of its rows, in *chosen, which is the caller's. */
size_t list_query_run(const struct list_query *q, const struct listing *l, size_t **chosen);
void list_query_release(struct list_query *q);
void listing_release(struct listing *l);

#endif
