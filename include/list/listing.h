/* SPDX-License-Identifier: MIT */
/*
 * listing.h - lists every known event and metric as a row, in the order in which list shows them.
 *
 * Rows are made once and do not know how they are shown; list_query.h chooses among them.
 * With PSTAT_CPUID the PMUs are those of another CPU: then all rows come from the tables of that CPU,
 * and none from this machine.
 */
#ifndef LIST_LISTING_H
#define LIST_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct catalog;
struct pmu;
struct pmus;

enum listed_kind {
	LISTED_HARDWARE, LISTED_SOFTWARE, LISTED_TOOL, LISTED_CACHE, LISTED_PMU, LISTED_RAW,
	LISTED_BREAKPOINT, LISTED_TRACEPOINT, LISTED_METRIC,
	LISTED_BUILTIN,		/* a metric that stands beside an event, without -M */
	LISTED_KINDS,
};

enum listed_state {
	LISTED_HERE,
	LISTED_UNTRIED,		/* needs a test by the kernel: list/openable.h, list/computable.h */
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
	const char *plain;	/* in pstat's words, where perf has none: neither in JSON nor as perf */
	const char *encoding;	/* "cpu/event=0xc0/"; only with listing_opts.encodings, or from the catalog */
	const char *groups, *expr, *threshold;	/* of metrics; groups are separated by ; */
	bool deprecated, core;	/* core: of a core PMU */
	bool vendor;		/* from the catalog */
	bool own;		/* perf 6.12 has no such event */
	uint32_t type;		/* LISTED_UNTRIED events: how to open it */
	uint64_t config[3];
};

struct listing {
	struct listed *item;
	size_t n;
	char **text; size_t n_texts;	/* owned; other texts belong to the catalog */
	const struct catalog *catalog;	/* borrowed, for descriptions of metric groups; NULL: none */
	const char *closed;		/* without tracepoints: this mount may not be read; NULL: it may */
};

struct listing_opts {
	struct pmus *pmus;		/* with the root directory, or assumed */
	const struct catalog *catalog;	/* loaded */
	const char *cputype;		/* hybrid: core events on this PMU only; NULL: on all */
	bool encodings;			/* read the files with encodings: thousands, with tracepoints */
};

/* A copy of the text, which the listing owns. */
const char *listing_text(struct listing *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void listing_add_row(struct listing *l, struct listed item);	/* its texts may be NULL */
void listing_add_builtin(struct listing *l);	/* list/list_builtin.c */
int  listing_build(struct listing *l, const struct listing_opts *o, struct error *err);
void listing_release(struct listing *l);

#endif
