/* SPDX-License-Identifier: MIT */
/*
 * region_rows.h - adds a row to a table for each region that a program marks, after the total.
 *
 * A unit has the counts of all threads in its region.  If the event was multiplexed, their sum is scaled:
 * some threads may have been in the region only while the event was on no counter.  Regions that a run
 * finds for the first time are appended to the names in the target, so a region is the same unit in all
 * runs; tables of earlier runs get it by region_rows_extend(), ABSENT.
 */
#ifndef TABLE_REGION_ROWS_H
#define TABLE_REGION_ROWS_H

#include <stddef.h>

#include "note/note.h"
#include "table/table.h"

struct events;
struct found_regions;
struct target;

/* t has the total.  No figures are kept. */
void region_rows_add(struct table *t, struct target *target, const struct found_regions *found,
		     const struct events *events, const struct aggr_opts *o);
/* Adds units without counts for the regions of the target that t lacks. */
void region_rows_extend(struct table *t, const struct target *target);
/* What the threads could not count, and what the numbers mean. */
void region_rows_note(struct notes *notes, const struct found_regions *found);

#endif
