/* SPDX-License-Identifier: MIT */
/*
 * folder.h - events and metrics from files that the user brings: --events-dir.
 *
 * A folder is laid out as the kernel's pmu-events (a mapfile.csv that says which CPU has
 * which of its folders; or above that, arch/), as the vendors' perfmon (a mapfile.csv of
 * files), or it holds JSON files, all of which are meant.  What cannot be read or is no
 * such file gets a note with its place, and the rest still counts.
 */
#ifndef EVENT_FOLDER_H
#define EVENT_FOLDER_H

#include "base/error.h"
#include "base/note.h"

struct catalog;

/* Adds to the catalog, whose cpuid is known.  -1: there is no such folder. */
int folder_read(struct catalog *c, const char *path, struct notes *notes, struct error *err);

/* One file's text: an array of events and metrics, or {"Events": [...]}; name is for notes. */
void folder_read_text(struct catalog *c, const char *name, const char *text, size_t len, struct notes *notes);

#endif
