/* SPDX-License-Identifier: MIT */
/*
 * catalog_tables.h - declares the vendors' catalog as C data, which is compiled into pstat; use it through
 * catalog.h.
 *
 * tables/compile.awk makes it at build time. It has no pointers, so it costs nothing until it is used. A
 * text is a number, its place in one sorted list; 0 is "".
 */
#ifndef EVENT_VENDOR_CATALOG_TABLES_H
#define EVENT_VENDOR_CATALOG_TABLES_H

#include <stdint.h>

enum tables_flag { TABLES_DEPRECATED = 1, TABLES_PER_PACKAGE = 2 };

struct tables_cpu {		/* in the order of comparison */
	uint16_t pattern, model;	/* model: index into tables_models */
};

struct tables_system {		/* PMUs that are not part of a CPU: a memory controller, a mesh */
	uint16_t unit, identifier, model;	/* unit: index into tables_units; identifier: a pattern */
};

struct tables_format {
	uint16_t pattern;		/* index into tables_patterns */
	uint16_t pmu, term, bits;
	int32_t  type;			/* -1: only a running kernel knows it */
};

struct tables_alias {		/* an event that the kernel names */
	uint16_t pattern;		/* index into tables_patterns */
	uint16_t pmu, name, terms;
};

struct tables_model {		/* the rows of one CPU model */
	uint32_t first_event;	/* index into tables_rows */
	uint16_t first_metric, name, n_events, n_metrics;
};

struct tables_event {		/* of all models; sorted by name, then unit */
	uint16_t name, words;	/* words: "EventCode=0xc0 UMask=0x1" */
	uint16_t topic, scale_unit, unit, flags;	/* unit: index into tables_units */
};

struct tables_metric {		/* of a model; sorted by name in lower case, then unit */
	uint16_t name, expr, threshold, groups, topic, scale_unit, constraint, no_group, default_group, per;
	uint16_t unit;		/* index into tables_units */
};

extern const struct tables_size {
	uint32_t cpus, formats, aliases, patterns, models, units, systems, events;
} tables_size;
extern const struct tables_cpu tables_cpus[];
extern const struct tables_system tables_systems[];
extern const struct tables_format tables_formats[];
extern const struct tables_alias tables_aliases[];
extern const uint16_t tables_patterns[];	/* of CPU ids, for formats and aliases */
extern const struct tables_model tables_models[];
extern const uint16_t tables_units[];		/* the vendor's names: CHA, iMC, cpu */
extern const struct tables_event tables_events[];
extern const struct tables_metric tables_metrics[];
extern const uint16_t tables_rows[];		/* of tables_events, sorted for each model */
extern const char tables_text[];		/* one after the other, each with its end */
extern const uint32_t tables_text_starts[];	/* by number */

#endif
