/* SPDX-License-Identifier: MIT */
/*
 * measure.h - the pipeline as two calls: prepare once, run as often as you like.
 *
 * The first run settles what each event counts.  A later run that could have it without the kernel or
 * without guests only does not have it: a mean of two kinds would be neither.
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
#include "count/runloop.h"
#include "count/warm_up.h"
#include "event/vendor/catalog.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "session/metric_request.h"
#include "table/table.h"

struct env;
struct plan;

struct event_text {		/* one -e and the --filter behind it */
	const char *text, *filter;
};

struct cgroup_text {		/* one -G */
	const char *list;
	int sources;		/* it is for so many of the -e: those before it */
};

struct measure_opts {
	struct event_text *events; size_t n_events;	/* none, nor metrics: the default events */
	struct metric_opts metrics;
	struct cgroup_text *cgroups; size_t n_cgroups;
	const char *each_cgroup;		/* all events in each of these; NULL: not asked for */
	const char *control;			/* where commands come from; NULL: nowhere */
	int   detail;				/* -d: how many */
	bool  null;				/* -n: neither default events nor -d lists */
	struct catalog_opts catalog;
	struct event_opts event;
	struct target_opts target;
	struct aggr_opts aggr;
	struct runloop_opts runloop;
	struct launch launch;			/* argv NULL: no command */
	const char *pre, *post;			/* shell commands around every run */
	bool  sync;
	bool  series;				/* there will be more than one run */
	bool  topology;				/* reports tell of a CPU what it is part of */
	bool  trace;				/* -vv: collect what is opened */
	bool  may_be_none;			/* as perf: run the command where no event is supported */
	bool  may_be_no_group;			/* nor a group of them, which would end perf */
};

struct measure {
	const struct env *env;			/* borrowed, as is opts */
	const struct measure_opts *opts;
	/* what is counted; runs reduce its events: what the kernel refuses once is not asked again */
	struct benchmark b;
	struct catalog catalog;			/* read when a name asks for it */
	struct control control;			/* open from the first run on */
	struct metric_request metric_request;
	struct signals signals;			/* fd -1: they are not watched yet */
	struct rlimit nofile;			/* as the caller left it: the command gets it back */
	struct warm_up warm_up;
	struct launch_shared *page;		/* of all runs: where the command tells of its start */
	struct str trace;			/* what -vv shows; whoever prints it empties it */
};

/* What the run loop tells; t: of an interval, else NULL. */
typedef int measure_tick(void *ctx, const struct tick *tick, const struct table *t, struct error *err);

int  measure_prepare(struct measure *m, const struct measure_opts *o, const struct env *env,
		     struct error *err);
/*
 * Signals wait to be read from now on until m is released: none ends pstat between two runs,
 * or before the report is written.  Quick when called again.
 */
int  measure_watch(struct measure *m, struct error *err);
int  measure_signal(const struct measure *m);	/* the last that came while nothing ran; 0: none did */
/* --dry-run */
int  measure_plan(struct measure *m, const struct event_set *set, struct plan *plan, struct error *err);
int  measure_run(struct run_result *r, struct measure *m, const struct event_set *set,
		 measure_tick *tick, void *ctx, struct error *err);
void measure_release(struct measure *m);

#endif
