/* SPDX-License-Identifier: MIT */
/*
 * event.h - an event ready to be opened: a name for people, an attr for the kernel.
 *
 * Several events may be one printed row: the instances of an uncore PMU, the core types
 * of a hybrid machine that are merged, the PMUs that a glob matches.
 */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"
#include "base/str.h"
#include "event/names.h"
#include "host/attr.h"

struct machine;
struct pmu;
struct specs;

enum event_flag {
	EVENT_WEAK	  = 1u << 0,	/* its group may be taken apart without a word */
	EVENT_SPLIT	  = 1u << 1,	/* its group was */
	EVENT_PER_PACKAGE = 1u << 2,	/* count one CPU of each package */
	EVENT_SNAPSHOT	  = 1u << 3,	/* a level, not a count: no deltas, no scaling */
	EVENT_PER_CORE	  = 1u << 4,
	EVENT_BLIND	  = 1u << 5,	/* opened without the kernel, where all it counts happens */
	EVENT_GUEST_ASKED = 1u << 6,	/* :G or :H was written: not to be given up */
	EVENT_PRECISE_MAX = 1u << 7,	/* :P beside :p: as precise as can be had */
	EVENT_UNSUPPORTED = 1u << 8,	/* the kernel refused it in an earlier run: not asked again */
	/* the kernel does not read its group as one: each member is read by itself */
	EVENT_READ_ALONE  = 1u << 9,
};

struct event {
	char *name;		/* owned; the label in every output */
	char *metric_id;	/* owned; the name metrics know it by; NULL: name */
	char *filter;		/* owned; of a tracepoint; NULL: none */
	/* what it is, however it was written; NULL: nothing with a metric of its own */
	const struct event_name *known;
	const struct pmu *pmu;	/* borrowed from machine; NULL for generic events */
	union attr attr;	/* counting bits only: the plan adds what target and group ask for */
	enum tool_kind tool;	/* not TOOL_NONE: no descriptor, the run loop fills it in */
	double scale;		/* count * scale is what people read */
	char *unit;		/* owned; "" for plain counts */
	int leader;		/* index of the group leader; own index when alone */
	/* index of the first event of the printed row: own index, or an earlier one */
	int row;
	unsigned flags;		/* enum event_flag */
};

struct events {
	struct event *event;
	size_t n;
};

struct event_opts {
	bool all_user, all_kernel;	/* on every event, whatever its modifiers */
};

struct event_set {		/* what one run counts: everything, or a set of the rotation */
	int   *event;		/* indices, ascending, leaders with their groups; NULL: all of them */
	size_t n;
};

/* Everything the specs name, in order, groups that no PMU could hold as one taken apart. */
int  events_resolve(struct events *e, const struct specs *specs, struct machine *m,
		    const struct event_opts *o,
		    struct notes *notes, struct error *err);
/* The default events of this machine, and the -d lists behind them, as specs_parse takes them. */
void events_default(struct str *text, struct machine *m);
size_t events_group_size(const struct events *e, int leader);	/* the leader counted */
bool event_is(const struct event *e, uint32_t type, uint64_t config);	/* by what is known of it */
bool event_set_has(const struct event_set *set, int event);
void events_release(struct events *e);

#endif
