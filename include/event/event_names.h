/* SPDX-License-Identifier: MIT */
/* event_names.h - lists the events that need no PMU: software, hardware, cache and tool events. */
#ifndef EVENT_EVENT_NAMES_H
#define EVENT_EVENT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/nearest.h"
#include "base/str.h"

enum tool_kind {
	TOOL_NONE, TOOL_DURATION, TOOL_USER, TOOL_SYSTEM, TOOL_MAX_RSS,
	TOOL_REGION_ENTRIES,	/* known only in the rows of regions */
	/* emulated: counted by valgrind, in the order of enum valgrind_count */
	TOOL_VALGRIND, TOOL_VALGRIND_LAST = TOOL_VALGRIND + 4,
	/* known of each process, not of a command as a whole: count/process_usage.h */
	TOOL_TREE_RSS, TOOL_CPU_WAIT, TOOL_IO_WAIT, TOOL_VOLUNTARY, TOOL_INVOLUNTARY, TOOL_DISK_READ,
	TOOL_DISK_WRITE, TOOL_EXIT_STATUS,
	/* a fact of the machine or what a sensor tells, which the event says; one kind for each event */
	TOOL_VALUE, TOOL_VALUE_LAST = TOOL_VALUE + 63,
	TOOL_COUNT
};

struct event_name {
	const char *name, *alias, *summary;
	uint32_t type;		/* PERF_TYPE_... */
	uint64_t config;
	/* not TOOL_NONE: pstat's own clock, rusage, or valgrind; type and config are unused */
	enum tool_kind tool;
	const char *unit;	/* NULL: a plain count */
	double scale;		/* 0 means 1 */
};

bool tool_is_emulated(enum tool_kind tool);		/* counted by valgrind */
bool tool_is_value(enum tool_kind tool);		/* of the machine: a level, except energy */
bool tool_is_of_processes(enum tool_kind tool);		/* only with --per-process and the like */
bool tool_adds_up(enum tool_kind tool);		/* the total is the sum of the processes */

#define EVENT_TOOL_PMU "tool"	/* stands where a PMU does, as in perf since 6.13: tool/user_time/ */

extern const struct event_name event_names[];			/* ends with name NULL */
/*
 * By name or alias, or as tool/NAME/; NULL: unknown. The case of events of the processor matters, as in
 * perf 6.12; that of others does not, as in perf since 6.17.
 */
const struct event_name *event_name_find(const char *name);
/* The own measure that a label with modifiers names: max_rss:u, tool/user_time/k; NULL: none. */
const struct event_name *event_name_find_tool(const char *label);
const struct event_name *event_name_by_config(uint32_t type, uint64_t config);	/* NULL: none */
void event_names_offer(struct nearest *n);			/* offers all of them */

/*
 * "L1-dcache-load-misses", built from parts: 1 and its config, 0: not such a name, -1: parts that do not
 * go together.
 */
int  event_name_cache(const char *name, uint64_t *config);

/* Iterates over the sensible combinations, spelled as in perf; *cursor starts at 0; false: no more. */
bool event_name_next_cache(size_t *cursor, struct str *name, uint64_t *config);

/* "loads that look into the level 1 data cache": what such a config counts. */
void event_name_describe_cache(struct str *out, uint64_t config);

/* "r1c0": a raw config of 1 to 16 hexadecimal digits. */
bool event_name_raw(const char *name, uint64_t *config);

/* The events that -d, -dd, -ddd add to the default ones; "" for 0. */
const char *event_names_of_detail(int detail);

#endif
