/* SPDX-License-Identifier: MIT */
/*
 * listing.h - lists all events and metrics, one row each, in display order.
 *
 * It also has the events that perf leaves out: those known but not usable here, marked as such. Rows are
 * made once and know nothing of their display; a query selects among them. If the PMUs are assumed (those
 * of another CPU), nothing of this machine is read, and only that CPU's tables are listed.
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
	LISTED_UNTRIED,		/* needs a test by the kernel: count/openable.h, calc/reach.h */
	LISTED_ABSENT,		/* known, but not on this machine */
	LISTED_DENIED,		/* known, but not for this user */
};

struct listed {			/* missing texts are "" */
	enum listed_kind kind;
	enum listed_state state;
	const char *name;	/* as -e and -M accept it: cpu-cycles, msr/tsc/, l2_request_g1.all */
	const char *event;	/* of a PMU event: its name without the PMU: tsc */
	const char *alias;
	const char *topic;
	const char *unit;	/* the PMU; for several instances the common part: uncore_cha */
	const char *scale_unit;
	const char *summary, *detail;
	const char *encoding;	/* "cpu/event=0xc0/"; only with listing_opts.encodings, or from the catalog */
	const char *groups, *expr, *threshold;	/* of metrics; groups are separated by ; */
	bool deprecated, core;	/* core: of a core PMU */
	bool vendor;		/* from the catalog */
	uint32_t type;		/* LISTED_UNTRIED events: how to open it */
	uint64_t config[3];
};

struct listing {
	struct listed *item;
	size_t n;
	char **text; size_t n_texts;	/* owned; other texts belong to the catalog */
	const struct catalog *catalog;	/* borrowed, for descriptions of metric groups; NULL: none */
};

struct listing_opts {
	struct pmus *pmus;		/* with the root directory, or assumed */
	const struct catalog *catalog;	/* loaded */
	const char *cputype;		/* hybrid: core events on this PMU only; NULL: on all */
	bool encodings;			/* read the files with encodings: thousands, with tracepoints */
};

struct list_query {
	const char *word;	/* a category, a glob, or a part of a name or description; NULL: everything */
	const char *unit;	/* only events of this PMU, among those that belong to one; NULL: all */
	bool deprecated;	/* include deprecated ones */
	unsigned kinds;		/* kinds that the word selects: bits of enum listed_kind */
	/* how the word wants metrics shown */
	enum list_metrics { LIST_BY_GROUP, LIST_METRICS, LIST_GROUPS } metrics;
	char *text;		/* in lower case; NULL: any */
	bool is_glob;
};

int  listing_build(struct listing *l, const struct listing_opts *o, struct error *err);
void list_query_parse(struct list_query *q, const char *word);	/* the caller sets unit and deprecated */
/* groups: the metric group, or groups, under which a metric is considered; otherwise item->groups. */
bool list_query_takes(const struct list_query *q, const struct listed *item, const char *groups);
/* The number of matching rows; *chosen, which the caller frees, has their indices. */
size_t list_query_run(const struct list_query *q, const struct listing *l, size_t **chosen);
void list_query_release(struct list_query *q);
void listing_release(struct listing *l);

#endif
