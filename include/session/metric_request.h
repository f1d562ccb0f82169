/* SPDX-License-Identifier: MIT */
/*
 * metric_request.h - finds the metrics that a command line asks for, and adds their events after those of -e.
 *
 * The struct points into itself: do not copy or move it after metric_request_find.
 *
 * The default metrics of Intel's cores are counted on every CPU of -a, as in perf 6.12: 10 events more
 * than the 8 default ones.  If descriptors do not suffice, they are left out; perf gives up.
 */
#ifndef SESSION_METRIC_REQUEST_H
#define SESSION_METRIC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "event/event.h"
#include "event/metric_literal.h"
#include "metric/metric_select.h"
#include "note/note.h"

struct catalog;
struct catalog_metric;
struct kernel;
struct machine;
struct specs;
struct target_opts;

struct metric_opts {
	const char **name; size_t n;		/* each -M: a metric, a group, or a list of them */
	bool no_group, no_merge, no_threshold;	/* --metric-no-group and so on */
	bool topdown, transactions, smi_cost;	/* each of them asks for a group of metrics */
	uint64_t td_level;			/* 0: 1 */
};

struct metric_world {				/* where metrics and their events are looked up; borrowed */
	struct machine *machine;
	struct catalog *catalog;
	const struct kernel *kernel;
	const struct event_opts *event;
	const struct target_opts *target;
};

struct metric_request {
	struct machine *machine;		/* borrowed */
	struct catalog *catalog;
	struct event_opts event;
	struct metric_literals literals;
	struct formula_world world;
	struct catalog_metric *metric; size_t n_metrics;	/* all of the catalog; owned */
	char **text; size_t n_texts;		/* owned: expressions with a number in place of ? */
	struct metric_selection selection;
	size_t from_source;			/* index of the text that names their first events */
	const char *smi_pmu;			/* to be frozen during SMIs; NULL: none */
	bool frozen;				/* metric_request_set_up froze it */
	bool by_default;			/* no option asked: these accompany the default events */
	struct error unread;			/* the first file that could not be read; ERROR_NONE: none */
};

/* Checks every --define and --events-dir, also when no metric uses it, so that no mistake goes unseen. */
int  metric_request_check_defines(struct catalog *catalog, struct notes *notes, struct error *err);
/*
 * Finds what o asks for.  Where it asks for nothing and with_default is set, finds the metrics that
 * accompany the default events, if this machine has any.
 */
int  metric_request_find(struct metric_request *r, const struct metric_world *w, const struct metric_opts *o,
			 bool with_default, struct notes *notes, struct error *err);
/* Appends the events of the metrics to specs. */
int  metric_request_parse(struct metric_request *r, struct specs *specs, struct error *err);
/* --smi-cost: freezes the counters during SMIs, and unfreezes them.  Cheap when called again. */
int  metric_request_set_up(struct metric_request *r, struct error *err);
void metric_request_set_back(struct metric_request *r);
void metric_request_release(struct metric_request *a);

#endif
