/* SPDX-License-Identifier: MIT */
/*
 * function_rows.h - makes a table with a row for each function that samples hit.
 *
 * The total is what the counters counted.  A function has the part of it that its part of the samples is, by
 * their periods, so all rows add up to the last one exactly.  A clock that excludes the kernel has no samples
 * there, but goes on: a function has what its samples stand for then, and the rest is that of "[kernel]".
 *
 * While there are more runs to come the total is the first unit, as of regions, and functions follow as they
 * were found.  function_rows_finish() sorts them by the first sampled event of all runs, and puts the total
 * last, as of processes.  Those that --top and --min leave out are added up in UNIT_OTHERS; UNIT_UNKNOWN is a
 * count without any sample.  A cell has its samples in `members`, those of all runs.
 */
#ifndef TABLE_FUNCTION_ROWS_H
#define TABLE_FUNCTION_ROWS_H

#include <stddef.h>

#include "table/table.h"

struct events;
struct found_functions;
struct target;

/* t has the total of a run.  No figures are kept. */
void function_rows_add(struct table *t, struct target *target, const struct found_functions *found,
		       const struct events *events);
/* Of the totals of all runs. */
void function_rows_finish(struct table *const *run, size_t n, const struct target *target,
			  const struct events *events, const struct aggr_opts *o);

#endif
