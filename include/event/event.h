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

struct catalog;
struct cgroups;
struct machine;
struct pmu;
struct rootfs;
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
	EVENT_UNSUPPORTED = 1u << 8,	/* on no CPU, or refused in an earlier run: the kernel is not asked */
	/* the kernel does not read its group as one: each member is read by itself */
	EVENT_READ_ALONE  = 1u << 9,
	EVENT_CGROUP_SAID = 1u << 10,	/* a list of -G has spoken of it, be it to say that it has none */
	EVENT_BACKGROUND  = 1u << 11,	/* of a metric that nobody asked for: shown only by its metrics */
	EVENT_LATENCY	  = 1u << 12,	/* :R: only sampling tells it, so the kernel is not asked */
	EVENT_SETTLED	  = 1u << 13,	/* an earlier run counted it as it is: means must not mix two kinds */
	EVENT_TOP_DOWN	  = 1u << 14,	/* Intel's: the kernel counts it only in a group that slots leads */
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
	int cgroup;		/* index into the target's; -1: none */
	int source;		/* which text of the specs named it */
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
	bool no_merge;			/* each instance of a PMU is a row, and says of which it is */
	bool hybrid_merge;		/* the core types of a hybrid machine are one row */
	/* so many of the first texts are the user's: no_merge renames only their events */
	int own_sources;
	const char *cputype;		/* hybrid: core events on this core PMU only; NULL: on all */
	bool cores_only;		/* names are those of core PMUs: the others' folders are not read */
	/* loaded when a name means nothing otherwise; NULL: vendors' names are not known */
	struct catalog *catalog;
};

struct event_set {		/* what one run counts: everything, or a set of the rotation */
	int   *event;		/* indices, ascending, leaders with their groups; NULL: all of them */
	size_t n;
};

/* Everything the specs name, in order, groups that no PMU could hold as one taken apart. */
int  events_resolve(struct events *e, const struct specs *specs, struct machine *m,
		    const struct event_opts *o,
		    struct notes *notes, struct error *err);
/* Is there an event of that name in the folder of a PMU of cores?  notes: what hides it. */
bool events_core_has(struct machine *m, const char *core, const char *name, struct notes *notes);
/*
 * The default events of this machine, as specs_parse takes them.  cpus: CPUs are counted, so their clock
 * comes first, else that of tasks.  notes: what hides whether one is here.
 */
void events_default(struct str *text, struct machine *m, bool cpus, struct notes *notes);
bool events_are_cpu_bound(const struct events *e);	/* none of them can count a program */
/* Where CPUs are counted: an event of a PMU that is on none, or whose list is masked, is not supported. */
void events_leave_nowhere(struct events *e, struct notes *notes);
/*
 * -G: item i of the list is the cgroup of the i-th row of the first `sources` texts that no
 * list has spoken of yet; one without a comma is that of all such rows.  An item may be empty:
 * no cgroup; not all of them.  A group whose members part becomes a group for each cgroup.
 */
int  events_set_cgroups(struct events *e, int sources, const char *list, struct cgroups *cs,
			const struct rootfs *root, struct error *err);
/* --for-each-cgroup: all of them for the first, then all for the next, groups and rows too; n_cgroups > 0. */
void events_clone(struct events *e, size_t n_cgroups);
size_t events_group_size(const struct events *e, int leader);	/* the leader counted */
size_t *events_group_sizes(const struct events *e);	/* by leader, of all of them; owned by the caller */
/*
 * When its group is taken apart, does this event count alone from then on?  Slots keeps its top-down events,
 * unless they are all that the group has.
 */
bool event_leaves_group(const struct events *e, int event);
bool event_is(const struct event *e, uint32_t type, uint64_t config);	/* by what is known of it */
bool event_is_of_core(const struct event *e);		/* it takes a counter of a core PMU */
bool event_type_is_core(uint32_t type);			/* only core PMUs have events of that */
bool event_kind(const struct event *e, uint32_t *type, uint64_t *config);	/* false: it is of none */
bool event_set_has(const struct event_set *set, int event);
void events_release(struct events *e);

#endif
