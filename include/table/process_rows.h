/* SPDX-License-Identifier: MIT */
/*
 * process_rows.h - makes a table with a row for each process of a command.
 *
 * The processes are sorted by the first event that any of them counted, largest first; in a tree each is
 * followed by the processes that it started.  Those that --top and --min leave out are added up in
 * UNIT_OTHERS; in a tree a process stays if one below it does.  AGGR_NAME adds up processes of one name.
 *
 * Then follow UNIT_UNKNOWN, which is what is missing between these rows and the total (processes that still
 * ran at the end, lost records), if anything is missing, and UNIT_TOTAL.  So all rows but the last add up to
 * the last, exactly if the event was not multiplexed: else each count is an estimate of its own.
 *
 * A cell has the number of processes it adds up in `members`.  duration_time of a process is its life.  The
 * events of processes and max_rss are what process_usage.h knows: peaks are not added up, exit statuses
 * neither, and the total of the others is known if they are known of each process.  user_time and
 * system_time are known for the total only.
 */
#ifndef TABLE_PROCESS_ROWS_H
#define TABLE_PROCESS_ROWS_H

#include "table/table.h"

struct plan;
struct process_tree;

/* Replaces t, the total of the same run, which has one unit. */
void process_rows_build(struct table *t, const struct process_tree *tree, const struct plan *plan,
			const struct aggr_opts *o);

#endif
