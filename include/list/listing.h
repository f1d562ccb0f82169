/* SPDX-License-Identifier: MIT */
/*
 * listing.h - every known event and metric as a row, in the order in which list shows them.
 *
 * Rows are made once and do not know how they are shown; list_query.h chooses among them.
 * With PSTAT_CPUID the PMUs are those of another CPU: then this machine is not asked, and the
 * rows are those of the CPU's tables alone.
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
	LISTED_BREAKPOINT, LISTED_TRACEPOINT, LISTED_METRIC, LISTED_KINDS,
};

enum listed_state {
	LISTED_HERE,
	LISTED_UNTRIED,		/* the kernel has to be asked: list/openable.h, list/computable.h */
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

int  listing_build(struct listing *l, const struct listing_opts *o, struct error *err);
void listing_release(struct listing *l);

#endif
