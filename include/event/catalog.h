/* SPDX-License-Identifier: MIT */
/*
 * catalog.h - the events and metrics that vendors name, for one CPU model.
 *
 * Three sources, later ones win where the name is the same: the tables that are part of the
 * program, a folder given at run time, the user's own definitions.  Nothing of it is looked
 * at before a name is asked for that means nothing otherwise.
 *
 * What is found is borrowed from the catalog; a text is "" where the source says nothing.
 */
#ifndef EVENT_CATALOG_H
#define EVENT_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"

struct rootfs;

struct catalog_event {
	const char *name;		/* in lower case */
	const char *topic;
	/* the PMU, as pmu_matches takes it: cpu_core, uncore_cha; cpu: the core PMU, however it is called */
	const char *unit;
	const char *terms;		/* between its slashes: "event=0xc0,umask=0x1" */
	const char *scale_unit;		/* "64Bytes", "1e-6" */
	const char *summary, *detail;	/* one line; all there is to say */
	const char *file;		/* that it was read from; "": the tables */
	bool deprecated, per_package;
};

struct catalog_metric {
	const char *name, *topic;
	const char *groups;		/* parted by ; */
	const char *expr, *scale_unit, *threshold;
	const char *constraint;		/* NO_GROUP_EVENTS, NO_GROUP_EVENTS_NMI, ... */
	const char *no_group;		/* MetricgroupNoGroup: in these groups its events are not one group */
	const char *default_group;	/* DefaultMetricgroupName; "": not among the default metrics */
	const char *unit;		/* as of events; "": it names events of any */
	const char *per;		/* AggregationMode, PerChip or PerCore: what a ? in expr numbers */
	const char *summary, *detail;
	const char *file;		/* as of events */
	int instance;			/* what its ? became, plus 1; 0: it has none, or still has it */
};

struct catalog_group { const char *name, *summary; };	/* of metrics */

struct catalog_format {			/* a field of a PMU, where there is no sysfs to ask */
	const char *pmu, *term, *bits;	/* "config:0-7" */
	int32_t type;			/* -1: only a running kernel knows */
};

struct catalog_alias {			/* an event that the kernel names, the same */
	const char *pmu, *name, *terms;
};

struct catalog_opts {
	const char *cpuid;		/* PSTAT_CPUID; NULL: that of the machine */
	/* PERF_CPUID: another CPU's tables, on the PMUs that there are; NULL: as cpuid says */
	const char *tables;
	const char *folder;		/* of more events; NULL: none */
	const char *folder_from;	/* who said so, in messages; NULL: --events-dir */
	const char *const *define; size_t n_defines;	/* "name=expr", of --define and its files */
};

struct catalog {
	const struct rootfs *root;	/* borrowed, as is opts */
	const struct catalog_opts *opts;
	bool loaded;
	char *cpuid;			/* vendor-family-model-stepping, or a MIDR; NULL: not known */
	struct error unread;		/* why it is not, where a file would have told it */
	uint32_t model;			/* index into tables_models, from 1; 0: none for this CPU */
	char **terms;			/* owned; by row of the table; NULL: not asked for yet */
	/* owned; by unit of the tables, the same; the number too, since who needs no tables touches none */
	char **unit; size_t n_units;
	unsigned char *of_cpu;	/* owned; whether a format, and behind them an alias, is of this CPU */
	/* what was read at run time; sorted by name, then unit */
	struct catalog_event *event; size_t n_events;
	struct catalog_metric *metric; size_t n_metrics;
	struct catalog_group *group; size_t n_groups;
	struct catalog_group *fault; size_t n_faults;	/* entries that were left out, and why */
	char **text; size_t n_texts;	/* owned: theirs */
};

/* Reads nothing yet. */
void catalog_init(struct catalog *c, const struct catalog_opts *o, const struct rootfs *root);
/*
 * Which CPU this is, and what the folder and the definitions have; quick when called again.
 * A CPU without a table is an error only if it was asked for by name.
 */
int  catalog_load(struct catalog *c, struct notes *notes, struct error *err);
const char *catalog_model(const struct catalog *c);	/* the name of the table; "": none */

/*
 * All that have the name, in any case of its letters, at most `most`; unit NULL: on any.
 * What is on several units is there once for each.
 */
size_t catalog_find_events(const struct catalog *c, const char *unit, const char *name,
			   struct catalog_event *out, size_t most);
bool catalog_names(const char *name);	/* whether the table of any CPU has an event of that name */
bool catalog_find_metric(const struct catalog *c, const char *name, struct catalog_metric *out);

/* One after the other, by name; *cursor begins as 0; false: that was all. */
bool catalog_next_event(const struct catalog *c, size_t *cursor, struct catalog_event *out);
bool catalog_next_metric(const struct catalog *c, size_t *cursor, struct catalog_metric *out);
bool catalog_next_format(const struct catalog *c, size_t *cursor, struct catalog_format *out);
bool catalog_next_alias(const struct catalog *c, size_t *cursor, struct catalog_alias *out);

const char *catalog_group_summary(const struct catalog *c, const char *name);	/* "": nobody says */
const char *catalog_fault(const struct catalog *c, const char *name);	/* NULL: nothing of it was left out */

/*
 * catalog_added.c, while loading: texts are copied, NULL is ""; the last one of a name (and
 * unit) is the one that counts.
 */
void catalog_add_event(struct catalog *c, const struct catalog_event *e);
void catalog_add_metric(struct catalog *c, const struct catalog_metric *m);
void catalog_add_group(struct catalog *c, const char *name, const char *summary);
void catalog_add_fault(struct catalog *c, const char *name, const char *why);
void catalog_sort_added(struct catalog *c);
void catalog_release(struct catalog *c);

#endif
