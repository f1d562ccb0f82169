/* SPDX-License-Identifier: MIT */
/*
 * top_rows.h - adds up the tasks of an interval, in a row for each task, process, name or cgroup.
 *
 *	top_rows_init(&rows, &events, by, keep);
 *	top_rows_add(&rows, &tasks, &filter, begin_ns, end_ns);	at the end of each interval
 *	top_rows_table(&table, &rows, counted, 0, false);
 *	top_rows_release(&rows);
 *
 * The rows are entries of a process tree, so that every format can show them as it shows the processes of a
 * command.  A process has the name of its first thread now, and a cgroup its path in argv0. keep: rows stay
 * after their interval, with sums, for files that have the total at the end; else each interval begins anew,
 * and a machine that starts thousands of processes needs no more memory with time.
 */
#ifndef TOP_TOP_ROWS_H
#define TOP_TOP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h"
#include "count/process_tree.h"
#include "host/process_ids.h"
#include "table/aggregation.h"
#include "table/table.h"

struct events;
struct task_table;
struct top_counts;

struct top_filter {			/* what has a row */
	struct process_ids pids;	/* none: all */
	const char *cgroup;		/* that and those below; NULL: all */
};

struct top_row {
	uint64_t *now, *sum;		/* owned: by event; of this interval, of all */
	uint64_t now_ns, sum_ns;	/* on a CPU */
	unsigned members, all_members;	/* tasks that counted something in this interval, in all */
	bool ended;			/* its number may be used again, by what starts later than that */
	uint64_t ended_ns;
};

struct top_rows {
	const struct events *events;	/* borrowed */
	enum aggr_mode by;		/* AGGR_TASK, AGGR_PROCESS, AGGR_NAME or AGGR_CGROUP */
	bool keep;
	struct process_tree tree;
	struct top_row *row;		/* parallel to tree.process */
	struct top_row unknown;		/* after lost records */
	struct index by_key;
	size_t n_tasks;			/* that counted something in this interval */
};

void top_rows_init(struct top_rows *r, const struct events *events, enum aggr_mode by, bool keep);
/* Times since the first interval began.  Names and cgroups are known: see task_names.h. */
void top_rows_add(struct top_rows *r, const struct task_table *t, const struct top_filter *filter,
		  uint64_t begin_ns, uint64_t end_ns);
/*
 * Those that counted something, largest first by the first event that is counted, then UNIT_OTHERS,
 * UNIT_UNKNOWN and UNIT_TOTAL. counted: by event; limit: only so many, 0: all; sums: of all intervals.
 */
void top_rows_table(struct table *t, const struct top_rows *r, const bool *counted, size_t limit, bool sums);
void top_rows_release(struct top_rows *r);

#endif
