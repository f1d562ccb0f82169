/* SPDX-License-Identifier: MIT */
/*
 * top_counting.h - counts all tasks, interval by interval, and keeps the rows that are shown and saved.
 *
 *	top_counting_open(&c, env, &measure_opts, &opts, &err);	nothing counts yet
 *	top_counting_start(&c, &err);
 *	top_counting_wait(&c, more, n, deadline, &err);		again and again
 *	top_counting_end_interval(&c, &err);			c.view: the rows of the interval
 *	top_counting_finish(&c, end);				the sum of all intervals, for files
 *	top_counting_release(&c);
 */
#ifndef TOP_TOP_COUNTING_H
#define TOP_TOP_COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "benchmark/report.h"
#include "count/wait_loop.h"
#include "session/measure.h"
#include "top/process_facts.h"
#include "top/switch_counter.h"
#include "top/task_table.h"
#include "top/top_bars.h"
#include "top/top_rows.h"
#include "top/top_screen.h"
#include "top/top_view.h"

struct env;

enum { TOP_VIEWS = AGGR_MODES };	/* by enum aggr_mode; only those of processes are used */

struct top_opts {
	enum aggr_mode by;
	const char *pids;		/* -p; NULL: all */
	const char *cgroup;		/* -G; NULL: all */
	bool may_lack;			/* the events are the default: those that are not here are left out */
	bool all_views;			/* the user may change the rows */
	bool saved;			/* files take the rows of `by`, and their sum */
	uint64_t limit;			/* -n: rows of each interval in files; 0: all */
};

struct top_counting {
	const struct env *env;		/* borrowed, as is opts */
	const struct top_opts *opts;
	struct measure measure;		/* the events, metrics and the machine */
	struct switch_counter counter;
	struct task_table tasks;
	struct top_filter filter;
	struct top_columns columns;
	struct process_facts facts;	/* with opts.all_views, as is load */
	struct top_load load;		/* of the last interval that was not paused */
	bool paused;			/* the caller sets it: rows and table stay as they are */
	struct top_rows rows[TOP_VIEWS];	/* of the last interval */
	struct table table[TOP_VIEWS];	/* of them, with metrics */
	struct top_rows saved;
	uint64_t begin_ns, from_ns, to_ns;	/* of all; of the last interval */
	uint64_t cpu_ns, records;	/* pstat's own CPU time, and records, at to_ns */
	struct top_cost cost;
	unsigned intervals;
	struct report report;		/* of the last interval, or of all; with opts.saved */
	struct table saved_table;	/* of that */
};

int  top_counting_open(struct top_counting *c, const struct env *env, const struct measure_opts *measure,
		       const struct top_opts *o, struct error *err);
int  top_counting_start(struct top_counting *c, struct error *err);
/*
 * Reads rings until the deadline, or until one of more is ready.  Returns the set of enum wait_kind without
 * WAIT_RECORDS, or -1.
 */
int  top_counting_wait(struct top_counting *c, struct wait_fd *more, size_t n, uint64_t deadline_ns,
		       struct error *err);
int  top_counting_end_interval(struct top_counting *c, struct error *err);
/* What the view shows of this interval; on a screen, with facts. */
struct top_list top_counting_list(const struct top_counting *c, const struct top_view *v, double seconds);
/* Reads the facts of the rows on a screen that has so many, and keeps the view within the rows. */
void top_counting_look(struct top_counting *c, struct top_view *v, double seconds, size_t page);
void top_counting_finish(struct top_counting *c, enum wait_loop_end end, int signo);
void top_counting_release(struct top_counting *c);

#endif
