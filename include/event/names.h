/* SPDX-License-Identifier: MIT */
/* names.h - tables of the names that need no PMU: software, hardware, cache, tool events. */
#ifndef EVENT_NAMES_H
#define EVENT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/nearest.h"
#include "base/str.h"

enum tool_kind { TOOL_NONE, TOOL_DURATION, TOOL_USER, TOOL_SYSTEM, TOOL_MAX_RSS, TOOL_COUNT };

struct event_name {
	const char *name, *alias, *summary;
	uint32_t type;		/* PERF_TYPE_... */
	uint64_t config;
	enum tool_kind tool;	/* not TOOL_NONE: pstat's own clock or rusage, type and config unused */
	const char *unit;	/* NULL: a plain count */
	double scale;		/* 0: 1 */
};

extern const struct event_name event_names[];			/* name NULL ends */
const struct event_name *event_name_find(const char *name);	/* by name or alias; NULL: unknown */
const struct event_name *event_name_of(uint32_t type, uint64_t config);	/* NULL: none */
void event_names_near(struct nearest *n);			/* offers them all */

/*
 * "L1-dcache-load-misses", built from parts: 1 and its config, 0 no such name, -1 parts that do
 * not go together.
 */
int  event_name_cache(const char *name, uint64_t *config);

/*
 * One after the other, those that make sense, as perf spells them; *cursor begins as 0; false:
 * that was all.
 */
bool event_name_next_cache(size_t *cursor, struct str *name, uint64_t *config);

/* "r1c0": a raw config of 1 to 16 hexadecimal digits. */
bool event_name_raw(const char *name, uint64_t *config);

/* What -d, -dd, -ddd add to the default events; "" at 0. */
const char *event_names_detail(int detail);

#endif
