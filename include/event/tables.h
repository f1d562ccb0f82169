/* SPDX-License-Identifier: MIT */
/*
 * tables.h - what the files of tables/ are in the program; catalog.h is how to ask them.
 *
 * Made at build time by tables/compile.awk.  There are no pointers in it, so that it costs
 * nothing until it is looked at: every text is an offset into tables_text, 0 is "".
 */
#ifndef EVENT_TABLES_H
#define EVENT_TABLES_H

#include <stdint.h>

enum tables_flag { TABLES_DEPRECATED = 1, TABLES_PER_PACKAGE = 2 };

struct tables_cpu {		/* in the order in which they are to be compared */
	uint32_t pattern, model;	/* model: index into tables_models */
};

struct tables_format {
	uint32_t pattern, pmu, term, bits;
	int32_t  type;			/* -1: only a running kernel knows */
};

struct tables_alias {		/* an event that the kernel names */
	uint32_t pattern, pmu, name, terms;
};

struct tables_model {		/* what the CPUs of one model have: these rows */
	uint32_t name, first_event, n_events, first_metric, n_metrics;
};

struct tables_kind {
	uint32_t topic, scale_unit;
	uint16_t unit, flags;		/* unit: index into tables_units */
};

struct tables_event {		/* of a model, by name, then unit */
	uint32_t name, code, umask, other;	/* other: the further words, parted by blanks */
	uint32_t kind;			/* index into tables_kinds */
};

struct tables_metric {		/* of a model, by name in lower case, then unit */
	uint32_t name, topic, groups, expr, scale_unit, threshold, constraint, no_group, default_group;
	uint32_t unit;			/* index into tables_units */
};

extern const struct tables_size { uint32_t cpus, formats, aliases, models, units; } tables_size;
extern const struct tables_cpu tables_cpus[];
extern const struct tables_format tables_formats[];
extern const struct tables_alias tables_aliases[];
extern const struct tables_model tables_models[];
extern const uint32_t tables_units[];		/* as the vendor names them: CHA, iMC, cpu */
extern const struct tables_kind tables_kinds[];
extern const struct tables_event tables_events[];
extern const struct tables_metric tables_metrics[];
extern const char tables_text[];

#endif
