/* SPDX-License-Identifier: MIT */
/*
 * events_dir.h - reads events and metrics from a folder of the user: --events-dir.
 *
 * The folder is laid out as the kernel's pmu-events (a mapfile.csv that maps CPUs to its folders, of which
 * the first that matches counts, or above that, arch/), as the vendors' perfmon (a mapfile.csv of files,
 * some of which are for one kind of core), or it holds JSON files, which are all read. A file that cannot
 * be read or parsed gets a note with its place, and the rest is used; a folder without anything for this CPU
 * gets a note, too. Of the kernel's tree the folders sys are read as well, for PMUs that are not part of a
 * CPU.
 */
#ifndef EVENT_VENDOR_EVENTS_DIR_H
#define EVENT_VENDOR_EVENTS_DIR_H

#include "base/error.h"
#include "note/note.h"

struct catalog;

/* Adds to the catalog, whose cpuid is known. -1: the folder does not exist or cannot be read. */
int events_dir_read(struct catalog *c, const char *path, struct notes *notes, struct error *err);

#endif
