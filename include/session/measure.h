/* SPDX-License-Identifier: MIT */
/*
 * measure.h - prepares a measurement once, then makes one run with each call.
 *
 * The first run settles what each event counts: with or without the kernel or guests.  If a later run cannot
 * count the same, it does not count the event, as a mean of two kinds would be neither.
 */
#ifndef SESSION_MEASURE_H
#define SESSION_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "base/str.h"
#include "benchmark/benchmark.h"
#include "count/control.h"
#include "count/counters.h"
#include "count/function/probed_functions.h"
#include "count/sampling/sampling.h"
#include "count/wait_loop.h"
#include "count/warm_up.h"
#include "event/vendor/catalog.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "session/metric_request.h"
#include "table/table.h"

struct env;
struct valgrind_counts;

struct event_text {		/* one -e and the --filter after it */
	const char *text, *filter;
};

struct cgroup_text {		/* one -G */
	const char *list;
	int sources;		/* the number of -e before it, which it is for */
};

struct measure_opts {
	struct event_text *events; size_t n_events;	/* none, and no metrics: the default events */
	struct metric_opts metrics;
	struct cgroup_text *cgroups; size_t n_cgroups;
	const char *each_cgroup;		/* count all events in each of these; NULL: not given */
	const char *control;			/* where --control reads commands; NULL: not given */
	int   detail;				/* the number of -d */
	bool  null;				/* -n: neither default events nor -d lists */
	bool  like_newest;			/* default events and their metrics as in the newest perf */
	struct catalog_opts catalog;
	struct event_opts event;
	struct target_opts target;
	struct aggr_opts aggr;
	struct wait_loop_opts wait_loop;
	struct launch launch;			/* argv NULL: no command */
	const char *pre, *post;			/* shell commands around every run */
	bool  sync;
	bool  series;				/* there is more than one run */
	bool  topology;				/* reports name the core, die and socket of each CPU */
	uint64_t frequency;			/* -F: samples a second; 0: not given */
	size_t ring_pages;			/* of target.per_process: see task_recorder.h; of functions */
	const char **functions; size_t n_functions;	/* each --region-fn; owned, the texts are argv's */
	bool  trace;				/* -vv: keep a text of each opened event */
	/*
	 * Runs under valgrind tell the lines behind their counts: benchmark.where.  A command that is not
	 * compared is counted by valgrind then, even if no event asks for that.
	 */
	bool  where;
	bool  recorded;				/* record: samples are written to perf.data */
	bool  may_be_none;			/* as perf: run the command even if no event is supported */
	bool  may_be_no_group;			/* also if a whole group is not supported, which ends perf */
};

struct measure {
	const struct env *env;			/* borrowed, as is opts */
	const struct measure_opts *opts;
	/* what is counted; later runs do not open events that the kernel has refused */
	struct benchmark b;
	struct catalog catalog;			/* read when a name needs it */
	struct control control;			/* open from the first run */
	struct metric_request metric_request;
	struct signals signals;			/* fd -1: not watched yet */
	bool emulated_enough;			/* valgrind's counts repeat: no more runs under it */
	bool lines_are_lost;			/* of opts.where: they cannot be had, and no run asks again */
	void (*on_long)(void *of_long);		/* the caller's, of a long run under valgrind; NULL: none */
	void *of_long;
	struct probed_functions functions;	/* of --region-fn */
	struct sampling sampling;		/* of --per-function */
	uint64_t probed_call_ns;		/* what their probes take, tried once; 0: not known */
	struct rlimit nofile;			/* the caller's limit, restored for the command */
	struct warm_up warm_up;
	struct launch_shared *page;		/* of all runs: the command writes its start time there */
	struct str trace;			/* the text of -vv; whoever prints it empties it */
	int default_source;			/* of the specs: the default events; -1: there are none */
};

/* Called by the wait loop; t: the table of an interval, else NULL. */
typedef int measure_tick(void *ctx, const struct tick *tick, const struct table *t, struct error *err);

int  measure_prepare(struct measure *m, const struct measure_opts *o, const struct env *env,
		     struct error *err);
/*
 * Blocks signals and reads them, until m is released, so that no signal ends pstat between two runs or
 * before the report is written.  May be called again.
 */
int  measure_watch(struct measure *m, struct error *err);
/* The same for several sessions: k->signals_close() ends it. */
int  measure_open_signals(struct signals *s, const struct kernel *k, struct error *err);
int  measure_signal(const struct measure *m);	/* the last signal between runs; 0: none */
struct measure_what {		/* of one run */
	const struct event_set *set;	/* the events to count; NULL: all */
	/* count those of valgrind, too; false: in a warm-up, or if another set has them */
	bool emulate;
};

/* One run as it is, or under valgrind: measured_run.h makes both where both are needed. */
int  measure_run_once(struct run_result *r, struct measure *m, const struct event_set *set,
		      struct valgrind_counts *emulation, measure_tick *tick, void *ctx, struct error *err);
/* All runs are made: sorts their functions.  May be called again. */
void measure_finish(struct measure *m);
void measure_release(struct measure *m);

#endif
