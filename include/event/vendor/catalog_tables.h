/* SPDX-License-Identifier: MIT */
/*
 * catalog_tables.h - the compiled form of tables/; use it through catalog.h.
 *
 * tables/compile.awk makes it at build time. It has no pointers, so it costs nothing until it is used:
 * every text is an offset into tables_text, and 0 is "".
 */
#ifndef EVENT_VENDOR_CATALOG_TABLES_H
#define EVENT_VENDOR_CATALOG_TABLES_H

#include <stdint.h>

enum tables_flag { TABLES_DEPRECATED = 1, TABLES_PER_PACKAGE = 2 };

struct tables_cpu {		/* in the order of comparison */
	uint32_t pattern, model;	/* model: index into tables_models */
};

struct tables_format {
	uint32_t pattern, pmu, term, bits;
	int32_t  type;			/* -1: only a running kernel knows it */
};

struct tables_alias {		/* an event that the kernel names */
	uint32_t pattern, pmu, name, terms;
};

struct tables_model {		/* the rows of one CPU model */
	uint32_t name, first_event, n_events, first_metric, n_metrics;
};

struct tables_kind {
	uint32_t topic, scale_unit;
	uint16_t unit, flags;		/* unit: index into tables_units */
};

struct tables_event {		/* of a model; sorted by name, then unit */
	uint32_t name, code, umask, other;	/* other: further words, separated by blanks */
	uint32_t kind;			/* index into tables_kinds */
};

struct tables_metric {		/* of a model; sorted by name in lower case, then unit */
	uint32_t name, topic, groups, expr, scale_unit, threshold, constraint, no_group, default_group;
	uint32_t unit;			/* index into tables_units */
};

extern const struct tables_size { uint32_t cpus, formats, aliases, models, units; } tables_size;
extern const struct tables_cpu tables_cpus[];
extern const struct tables_format tables_formats[];
extern const struct tables_alias tables_aliases[];
extern const struct tables_model tables_models[];
extern const uint32_t tables_units[];		/* the vendor's names: CHA, iMC, cpu */
extern const struct tables_kind tables_kinds[];
extern const struct tables_event tables_events[];
extern const struct tables_metric tables_metrics[];
extern const char tables_text[];

#endif
