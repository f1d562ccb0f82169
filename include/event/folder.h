/* SPDX-License-Identifier: MIT */
/*
 * folder.h - events and metrics from files that the user brings: --events-dir.
 *
 * A folder is laid out as the kernel's pmu-events (a mapfile.csv that says which CPU has
 * which of its folders; or above that, arch/), as the vendors' perfmon (a mapfile.csv of
 * files, of which some are about one kind of core), or it holds JSON files, all of which are
 * meant.  What cannot be read or is no such file gets a note with its place, and the rest
 * still counts; that there is nothing for this CPU is a note, too.
 */
#ifndef EVENT_FOLDER_H
#define EVENT_FOLDER_H

#include "base/error.h"
#include "base/note.h"

struct catalog;

/* Adds to the catalog, whose cpuid is known.  -1: there is no such folder, or it cannot be looked into. */
int folder_read(struct catalog *c, const char *path, struct notes *notes, struct error *err);

#endif
