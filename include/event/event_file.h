/* SPDX-License-Identifier: MIT */
/*
 * event_file.h - events and metrics of one JSON file.
 *
 * An array of objects, or {"Events": [...]}, with the keys of the kernel's pmu-events.  An
 * entry that cannot be counted as it says is left out, with a note that has its line; of many
 * in one file the first few are told.  Events of system PMUs, which have to be a certain
 * version of their hardware (Compat), are left out, too.
 */
#ifndef EVENT_EVENT_FILE_H
#define EVENT_EVENT_FILE_H

#include <stddef.h>

#include "base/jsondoc.h"
#include "base/note.h"

struct catalog;

struct event_file {
	char *path;		/* owned; for notes */
	struct jsondoc doc;
	char *why;		/* owned; it could not be read, or is no JSON; NULL: it is */
};

struct event_standard {		/* an event that others may be made of: ArchStdEvent */
	const char *name;
	const struct event_file *file;
	int object;
};

struct event_reading {
	struct catalog *catalog;	/* that they are added to */
	struct notes *notes;
	const char *unit;		/* of what names none; NULL: the core PMU, whatever it is */
	struct event_standard *standard; size_t n_standards;	/* owned; by name */
};

void event_file_load(struct event_file *f, const char *path);
/* The events of the files are standards from now on; the files stay where they are as long. */
void event_file_set_standards(struct event_reading *r, const struct event_file *file, size_t n);
void event_file_read(const struct event_reading *r, const struct event_file *f);
/* "FILE: why" */
void event_file_complain(const struct event_reading *r, const char *path, const char *why);
void event_file_release(struct event_file *f);

#endif
