/* SPDX-License-Identifier: MIT */
/*
 * event_json.h - reads events and metrics with their descriptions from one JSON file of --events-dir, and
 * adds them to the catalog; events_dir.h calls it for each file. The keys are those of perf's pmu-events.
 *
 * The file is an array of objects, or {"Events": [...]}. An entry that cannot be counted as described, or
 * has an invalid value (where perf would count 0), is left out with a note that has its line; only the first
 * few of a file get one. Entries with Compat are for PMUs with that identifier (system_pmu.h), and are left
 * out if this machine has none.
 */
#ifndef EVENT_VENDOR_EVENT_JSON_H
#define EVENT_VENDOR_EVENT_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json_reader.h"
#include "note/note.h"

struct catalog;
struct system_pmus;

struct event_json {
	char *path;		/* owned; for notes */
	struct json_document doc;
	char *why;		/* owned; why it could not be read or parsed; NULL: it could */
};

struct event_standard {		/* an event or metric on which others are based: ArchStdEvent */
	const char *name;
	const struct event_json *file;
	int object;
};

struct event_reading {
	struct catalog *catalog;	/* where events and metrics are added */
	struct notes *notes;
	const char *unit;		/* for entries that name none; NULL: the core PMU */
	const struct system_pmus *systems;	/* of this machine; none with PSTAT_CPUID */
	bool of_any_machine;		/* no note about entries for PMUs that are not here */
	struct event_standard *standard; size_t n_standards;	/* owned; sorted by name */
};

void event_json_load(struct event_json *f, const char *path);
/* Makes the files' events standards; keep the files for as long as they are used. */
void event_json_set_standards(struct event_reading *r, const struct event_json *file, size_t n);
void event_json_read(const struct event_reading *r, const struct event_json *f);
/* Adds a note "FILE: why". */
void event_json_note(const struct event_reading *r, const char *path, const char *why);
void event_json_release(struct event_json *f);

#endif
