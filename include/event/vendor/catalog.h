/* SPDX-License-Identifier: MIT */
/*
 * catalog.h - finds the events and metrics of one CPU model by their vendor's names.  Descriptions come only
 * from --events-dir.
 *
 * Both come from three sources: tables that are part of the program, a folder given at run time, and the
 * user's definitions. If a name occurs twice, the later source wins. Tables are searched only for a name
 * that means nothing otherwise; a folder and definitions are always read, so that an error in them is
 * reported at once and not when they are first used.
 *
 * Results are borrowed from the catalog; a text is "" if the source has none. event_json.h reads the
 * descriptions.
 */
#ifndef EVENT_VENDOR_CATALOG_H
#define EVENT_VENDOR_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "note/note.h"

struct rootfs;

struct catalog_event {
	const char *name;		/* in lower case */
	const char *topic;
	/* the PMU, as pmu_matches takes it: cpu_core, uncore_cha; "cpu": the core PMU, whatever its name */
	const char *unit;
	const char *terms;		/* text between the slashes: "event=0xc0,umask=0x1" */
	const char *scale_unit;		/* "64Bytes", "1e-6" */
	const char *summary, *detail;	/* one line; the full text */
	const char *file;		/* the file it was read from; "": the tables */
	bool deprecated, per_package;
};

struct catalog_metric {
	const char *name, *topic;
	const char *groups;		/* separated by ; */
	const char *expr, *scale_unit, *threshold;
	const char *constraint;		/* NO_GROUP_EVENTS, NO_GROUP_EVENTS_NMI, ... */
	const char *no_group;		/* MetricgroupNoGroup: in these groups its events are not grouped */
	const char *default_group;	/* DefaultMetricgroupName; "": not a default metric */
	const char *unit;		/* as in catalog_event; "": its events may be of any unit */
	const char *per;		/* AggregationMode, PerChip or PerCore: what a ? in expr counts */
	const char *summary, *detail;
	const char *file;		/* as in catalog_event */
	/* the number that replaced its ?, plus 1; 0: no ?, or not replaced yet */
	int instance;
};

struct catalog_group { const char *name, *summary; };	/* of metrics */

struct catalog_format {			/* a field of a PMU, for machines without sysfs */
	const char *pmu, *term, *bits;	/* "config:0-7" */
	int32_t type;			/* -1: only a running kernel knows it */
};

struct catalog_alias {			/* an event that the kernel names, for machines without sysfs */
	const char *pmu, *name, *terms;
};

struct catalog_system {			/* a table for PMUs that are not part of a CPU */
	const char *unit, *identifier;	/* identifier: a regular expression for the file of that name */
	uint32_t model;			/* as in the catalog */
};

struct catalog_opts {
	const char *cpuid;		/* PSTAT_CPUID; NULL: this machine's */
	/* PERF_CPUID: use another CPU's tables on this machine's PMUs; NULL: as cpuid */
	const char *tables;
	const char *folder;		/* of additional events; NULL: none */
	const char *folder_from;	/* where the folder was given, for messages; NULL: --events-dir */
	const char *const *define; size_t n_defines;	/* "name=expr", from --define and its files */
};

struct catalog {
	const struct rootfs *root;	/* borrowed, and so is opts */
	const struct catalog_opts *opts;
	bool loaded;
	char *cpuid;			/* vendor-family-model-stepping, or a MIDR; NULL: unknown */
	struct error unread;		/* why the cpuid is unknown, if a file should tell it */
	uint32_t model;			/* index into tables_models, from 1; 0: none for this CPU */
	char **terms;			/* owned; by row of the model; NULL: not built yet */
	/*
	 * owned; by unit of the tables, built when needed. Its length is stored, so that a catalog without
	 * tables touches none.
	 */
	char **unit; size_t n_units;
	unsigned char *of_cpu;	/* owned; whether this is a CPU of each of tables_patterns */
	/* what was read at run time; sorted by name, then unit */
	struct catalog_event *event; size_t n_events;
	struct catalog_metric *metric; size_t n_metrics;
	struct catalog_group *group; size_t n_groups;
	struct catalog_group *fault; size_t n_faults;	/* entries that were left out, and why */
	char **text; size_t n_texts;	/* owned: their texts */
};

/* Reads nothing yet: catalog_load does. */
void catalog_init(struct catalog *c, const struct catalog_opts *o, const struct rootfs *root);
const char *catalog_model(const struct catalog *c);	/* name of the table; "": none */
/* A new CPU: no table and no folder has its events. Once loaded. */
bool catalog_lacks_table(const struct catalog *c);

/*
 * All events with that name, ignoring case, at most `most`; unit NULL: of any unit. An event of several
 * units is returned once for each.
 */
size_t catalog_find_events(const struct catalog *c, const char *unit, const char *name,
			   struct catalog_event *out, size_t most);
bool catalog_names(const char *name);	/* true if any CPU's table has an event of that name */
bool catalog_find_metric(const struct catalog *c, const char *name, struct catalog_metric *out);

/* Iterate by name; *cursor starts at 0; false: no more. */
bool catalog_next_event(const struct catalog *c, size_t *cursor, struct catalog_event *out);
/* The units of all events, in any order, with repetitions: without decoding the events. */
bool catalog_next_unit(const struct catalog *c, size_t *cursor, const char **unit);
bool catalog_next_metric(const struct catalog *c, size_t *cursor, struct catalog_metric *out);
bool catalog_next_format(const struct catalog *c, size_t *cursor, struct catalog_format *out);
bool catalog_next_alias(const struct catalog *c, size_t *cursor, struct catalog_alias *out);

const char *catalog_group_summary(const struct catalog *c, const char *name);	/* "": none */
/* why an entry was left out; NULL: none was */
const char *catalog_fault(const struct catalog *c, const char *name);

/*
 * For loading: the tables are those of cpuid, texts are copied, NULL becomes "". Of entries with the same
 * name (and unit) the last one wins.
 */
void catalog_use_tables(struct catalog *c);
bool catalog_system(const struct catalog *c, size_t i, struct catalog_system *out);	/* false: no more */
void catalog_add_system(struct catalog *c, const struct catalog_system *s);
void catalog_add_event(struct catalog *c, const struct catalog_event *e);
void catalog_add_metric(struct catalog *c, const struct catalog_metric *m);
void catalog_add_group(struct catalog *c, const char *name, const char *summary);
void catalog_add_fault(struct catalog *c, const char *name, const char *why);
void catalog_sort_added(struct catalog *c);
void catalog_release(struct catalog *c);

#endif
