/* SPDX-License-Identifier: MIT */
/*
 * event.h - describes events that are ready to be opened, with a name for people and an attr for the kernel.
 *
 * Several events may form one printed row: the instances of an uncore PMU, the core types of a hybrid
 * machine if they are merged, and the PMUs that a glob matches.
 */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "base/str.h"
#include "event/event_names.h"
#include "host/attr.h"
#include "note/note.h"

struct catalog;
struct machine;
struct pmu;

enum event_flag {
	EVENT_WEAK	  = 1u << 0,	/* its group may be split without a note */
	EVENT_SPLIT	  = 1u << 1,	/* its group was split */
	EVENT_PER_PACKAGE = 1u << 2,	/* count one CPU of each package */
	EVENT_SNAPSHOT	  = 1u << 3,	/* a level, not a count: no differences, no scaling */
	EVENT_PER_CORE	  = 1u << 4,
	/* opened without the kernel, where everything that it counts happens */
	EVENT_BLIND	  = 1u << 5,
	EVENT_GUEST_ASKED = 1u << 6,	/* :G or :H was given: never give it up */
	EVENT_PRECISE_MAX = 1u << 7,	/* :P with :p: as precise as possible */
	EVENT_UNSUPPORTED = 1u << 8,	/* on no CPU, or refused in an earlier run: not opened */
	EVENT_CGROUP_SAID = 1u << 9,	/* a -G list has assigned it, perhaps to no cgroup */
	EVENT_BACKGROUND  = 1u << 10,	/* counted only for a metric: not a row of its own */
	EVENT_LATENCY	  = 1u << 11,	/* :R: only sampling can tell it: not opened */
	/* an earlier run counted it as it is: a mean must not mix two kinds */
	EVENT_SETTLED	  = 1u << 12,
	EVENT_TOP_DOWN	  = 1u << 13,	/* Intel's: counted only in a group that slots leads */
	EVENT_NEWEST	  = 1u << 14,	/* a default event of --like newest, with metrics named so */
};

struct event {
	char *name;		/* owned; its label in every output */
	char *metric_id;	/* owned; its name in metrics; NULL: name */
	char *filter;		/* owned; tracepoint filter; NULL: none */
	char *file;		/* owned; a sensor, whose value it is; NULL: none */
	/* the generic event that it is, however it was written; NULL: none */
	const struct event_name *known;
	const struct pmu *pmu;	/* borrowed from machine; NULL: a generic event */
	/* what to count; the plan adds what target and group need. A fact such as num_cpus: its value */
	union attr attr;
	enum tool_kind tool;	/* not TOOL_NONE: no descriptor, the wait loop measures it */
	struct cpulist cpus;	/* cpu=: counted on these only; empty: not given */
	double scale;		/* count * scale is shown */
	char *unit;		/* owned; "" for plain counts */
	int cgroup;		/* index into the target's cgroups; -1: none */
	int source;		/* index of the specs' text that named it */
	int leader;		/* index of the group leader; its own index if alone */
	/* index of the first event of its row: its own, or an earlier one */
	int row;
	unsigned flags;		/* enum event_flag */
};

struct events {
	struct event *event;
	size_t n;
};

struct event_opts {
	bool all_user, all_kernel;	/* for every event, whatever its modifiers */
	bool no_merge;			/* each instance of a PMU is a row that names its instance */
	bool hybrid_merge;		/* the core types of a hybrid machine form one row */
	/* this many of the first texts are the user's: no_merge renames only their events */
	int own_sources;
	bool own_names;			/* events that are not the user's have no name of perf's */
	const char *cputype;		/* hybrid: core events on this PMU only; NULL: on all */
	/* the names belong to core PMUs: do not read the other PMUs' folders */
	bool cores_only;
	/* loaded when a name means nothing otherwise; NULL: no vendors' names */
	struct catalog *catalog;
};

struct event_set {		/* what one run counts: all events, or a set of --exact */
	int   *event;		/* indices, ascending, leaders with their groups; NULL: all */
	size_t n;
};

struct events_kept {		/* what opening may change in events */
	struct kept_event { char *name; union attr attr; unsigned flags; int leader; } *event;	/* owned */
	size_t n;
};

/* Does the folder of this core PMU have the event? notes: a file that hides it. */
bool core_pmu_has_event(struct machine *m, const char *core, const char *name, struct notes *notes);
bool events_are_cpu_bound(const struct events *e);	/* no event can count a single program */
/* When counting CPUs: marks events of PMUs with an empty or masked list of CPUs as not supported. */
void events_mark_without_cpus(struct events *e, struct notes *notes);
/*
 * Limits each cpu= to CPUs of the target: those of -a or -C, or all that are online. At least one must be
 * left, and all events of a group must have the same.
 */
int  events_limit_cpus(struct events *e, const struct cpulist *target, struct error *err);
size_t events_group_size(const struct events *e, int leader);	/* including the leader */
size_t *events_group_sizes(const struct events *e);	/* indexed by leader; the caller frees it */
/*
 * True if this event counts alone when its group is split. slots keeps its top-down events, unless they are
 * the whole group.
 */
bool event_counts_alone(const struct events *e, int event);
/* the same event, as far as it is known */
bool event_is_generic(const struct event *e, uint32_t type, uint64_t config);
bool event_is_clock(const struct event *e);		/* task-clock or cpu-clock */
bool event_is_of_core(const struct event *e);		/* needs a counter of a core PMU */
bool event_type_is_core(uint32_t type);			/* only core PMUs have events of this type */
/* false: not a hardware, software or cache event */
bool event_generic_config(const struct event *e, uint32_t *type, uint64_t *config);
bool event_is_level(const struct event *e);		/* how much there is now: nothing to add up */
bool event_is_emulated(const struct event *e);		/* counted by valgrind, in a run of its own */
/* The first event that valgrind counts; NULL: there is none. */
const struct event *events_emulated(const struct events *es);
bool event_set_has(const struct event_set *set, int event);
/* Before a run that may fail; events_put_back() undoes what it did. */
void events_keep(struct events_kept *k, const struct events *e);
void events_put_back(struct events *e, const struct events_kept *k);
void events_kept_release(struct events_kept *k);
/* An event that was counted before and is refused since then; NULL: none. */
const struct event *events_newly_refused(const struct events *e, const struct events_kept *before);
void events_release(struct events *e);

#endif
