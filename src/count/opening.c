/* SPDX-License-Identifier: MIT */
/*
 * Opens a plan in two passes: first one unit of each group, with fallbacks, which settles attrs and
 * groups; then every other slot, the same way or not at all. If a group has to change, or a later slot is
 * refused, the rest is settled nevertheless; then everything is closed and planned again.
 */
#include "count/opening.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/counters.h"
#include "count/fallback.h"
#include "count/open_slot.h"
#include "count/plan.h"
#include "count/probe.h"
#include "count/refusal.h"
#include "event/event.h"
#include "host/cgroup.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/target.h"

struct opening {
	struct counters *cs;
	const struct plan *plan;
	struct events *events;
	struct notes *notes;
	struct error *err;
	int *first;		/* by event: the slot that settled it; -1: none yet */
	struct denial {		/* by event: refused for one thread; another thread may be countable */
		int errnum, slot;
		union attr attr;
	} *denied;		/* NULL: none */
	bool changed;		/* a group changed, or an open event was refused: plan again */
	bool untried;		/* an event was not tried because of that: it may open although none has */
	size_t open;		/* number of open counters */
	/* the errno that explains most, if nothing opens; 0: none */
	int why, why_event;
	enum refused_of why_of;
	union attr why_attr;
};

/* Sets the filter of an open counter. */
static int apply_filter(const struct opening *o, size_t i)
{
	const struct kernel *k = o->cs->kernel;
	const struct event *event = &o->events->event[o->plan->slot[i].event];
	int rc;

	if (!event->filter)
		return 0;
	rc = k->perf_ioctl(k, o->cs->counter[i].fd, PERF_EVENT_IOC_SET_FILTER,
			   (unsigned long)(uintptr_t)event->filter);
	if (rc < 0)
		return error_set(o->err, ERROR_USAGE, -rc, "cannot set filter \"%s\" on event %s: %s",
				 event->filter, event->name, strerror(-rc));
	return 0;
}

static int set_open(struct opening *o, size_t i, int fd)
{
	o->open++;
	o->cs->counter[i].fd = fd;
	o->cs->counter[i].state = COUNTER_OPEN;
	return apply_filter(o, i);
}

/* --- settling: the first slot of each event --------------------------------------- */

struct ladder {			/* the event as it was before it was first refused for this cause */
	int errnum;		/* 0: never */
	union attr refused;	/* as the kernel left it */
	char *name;
	union attr attr;
	unsigned flags;
	size_t n_notes;
};

static void ladder_start(struct ladder *c, const struct event *event, const struct notes *notes,
			 const union attr *refused, int errnum)
{
	free(c->name);
	*c = (struct ladder){ errnum, *refused, mem_copy_text(event->name), event->attr, event->flags,
			     notes->n };
}

/* Giving up all that did not help: restores the event. */
static void ladder_undo(struct ladder *c, struct event *event, struct notes *notes)
{
	free(event->name);
	event->name = c->name;
	event->attr = c->attr;
	event->flags = c->flags;
	notes->n = c->n_notes;
	c->name = NULL;
}

static enum refused_of whose_slot(const struct plan *plan, const struct slot *slot)
{
	const struct target *t = plan->target;

	if (slot->thread < 0)
		return REFUSED_CPU;
	return target_is_command(t) ? REFUSED_OWN : REFUSED_PROCESS;
}

/* What would let the kernel be counted. */
static void note_blind(struct opening *o, size_t slot, const struct ladder *c)
{
	int index = o->plan->slot[slot].event;
	const struct refused what = { &o->events->event[index], &c->refused, c->errnum,
				      whose_slot(o->plan, &o->plan->slot[slot]) };
	struct refusal why;

	refusal_explain(&why, &what, o->cs->machine);
	if (strcmp(why.code, "paranoid") == 0)
		notes_add(o->notes, NOTE_BLIND, index, "as root, `%s` permits counting it", why.remedy);
	else
		notes_add(o->notes, NOTE_BLIND, index, "%s", "");
}

static void apply_notes(struct opening *o, size_t slot, const struct fallback *rung, const struct ladder *c,
			bool was_blind)
{
	int index = o->plan->slot[slot].event;

	if (rung->name)
		notes_add(o->notes, NOTE_FALLBACK, index, "%s", rung->name);
	if (!was_blind && o->events->event[index].flags & EVENT_BLIND)
		note_blind(o, slot, c);
}

/* Applies fallbacks while they help; returns the last result. */
static int open_with_fallbacks(struct opening *o, size_t i, int group_fd, struct ladder *c)
{
	int index = o->plan->slot[i].event;
	struct event *event = &o->events->event[index];
	union attr attr;
	int fd = open_slot_once(o->cs, i, group_fd, &attr);

	while (fd < 0 && !refusal_is_limit(-fd) && fd != -ESRCH) {
		bool was_blind = event->flags & EVENT_BLIND;
		const struct fallback *rung;

		if (!refusal_is_same_cause(c->errnum, -fd, event))
			ladder_start(c, event, o->notes, &attr, -fd);
		rung = fallback_next(event, &attr, -fd);
		if (!rung) {
			ladder_undo(c, event, o->notes);
			break;
		}
		apply_notes(o, i, rung, c, was_blind);
		fd = open_slot_once(o->cs, i, group_fd, &attr);
	}
	free(c->name);
	c->name = NULL;
	return fd;
}

/* ENOENT can be about the event, but not if an event that always exists gets it too. */
static bool cgroup_is_refused(const struct opening *o, size_t i)
{
	const struct probe probe = { .kernel = o->cs->kernel, .machine = o->cs->machine };

	return probe_cgroup(&probe, (int)plan_pid(o->plan, i), o->plan->slot[i].cpu) == ENOENT;
}

/* The event is not counted anywhere, even if only one CPU refused it. */
static void opening_refuse(struct opening *o, size_t i, const union attr *attr, int errnum)
{
	const struct slot *slot = &o->plan->slot[i];
	struct event *event = &o->events->event[slot->event];
	struct refused what = { event, attr, errnum, whose_slot(o->plan, slot) };
	bool later = o->first[slot->event] >= 0;
	LOCAL(str) why = {0};
	int cause;

	if (errnum == ENOENT && event->cgroup >= 0 && cgroup_is_refused(o, i))
		errnum = cgroup_exists((int)plan_pid(o->plan, i)) ? ENOLINK : EIDRM;
	what.errnum = errnum;
	refusal_format(&why, &what, o->cs->machine);
	if (later && slot->cpu >= 0)
		str_addf(&why, ", on CPU %d", slot->cpu);
	else if (later)
		str_addf(&why, ", of thread %d", (int)plan_pid(o->plan, i));
	notes_add(o->notes, NOTE_NOT_SUPPORTED, slot->event, "%s", why.text);
	event->flags |= EVENT_UNSUPPORTED;
	event->leader = slot->event;
	cause = refusal_remaining_errnum(&what, o->cs->machine);
	if (refusal_tells_more(cause, o->why)) {
		o->why = cause;
		o->why_event = slot->event;
		o->why_of = what.of;
		o->why_attr = *attr;
	}
}

/* The members of a group that cannot be counted as one are counted alone. */
static void split_group(struct opening *o, size_t lead)
{
	const struct slot *slot = &o->plan->slot[lead];

	for (int m = 0; m < slot->members; m++) {
		struct event *event = &o->events->event[slot[m].event];

		if (event->flags & EVENT_UNSUPPORTED || !event_counts_alone(o->events, slot[m].event))
			continue;
		if (!(event->flags & EVENT_WEAK) && !slot->bundled)
			notes_add(o->notes, NOTE_SPLIT_GROUP, slot[m].event, "%s", "");
		event->flags |= EVENT_SPLIT;
	}
	for (int m = 0; m < slot->members; m++)
		if (o->events->event[slot[m].event].flags & EVENT_SPLIT)
			o->events->event[slot[m].event].leader = slot[m].event;
	o->changed = true;
}

/* One of several threads: the next one may be the user's own. */
static bool is_other_users(const struct opening *o, size_t i, int errnum)
{
	return (errnum == EACCES || errnum == EPERM) && o->plan->slot[i].thread >= 0 &&
	       o->plan->target->n_threads > 1;
}

static void record_denial(struct opening *o, size_t i, const struct ladder *c)
{
	if (!o->denied)
		o->denied = mem_zeroed(o->events->n, sizeof(*o->denied));
	o->denied[o->plan->slot[i].event] = (struct denial){ c->errnum, (int)i, c->refused };
}

enum settled { SETTLED, SETTLED_SPLIT };

/* Settles one slot in the group of group_fd (-1: it leads). Returns -1 or enum settled. */
static int settle_slot(struct opening *o, size_t i, int group_fd)
{
	struct counter *c = &o->cs->counter[i];
	const struct kernel *k = o->cs->kernel;
	struct ladder in_group = {0}, by_itself = {0};
	int fd, alone = -1;

	if (o->events->event[o->plan->slot[i].event].flags & EVENT_UNSUPPORTED) {
		c->state = COUNTER_NOT_SUPPORTED;
		return SETTLED;
	}
	fd = open_with_fallbacks(o, i, group_fd, &in_group);
	if (fd >= 0)
		return set_open(o, i, fd);
	if (group_fd >= 0 && !refusal_is_limit(-fd) && fd != -ESRCH && fd != -EACCES && fd != -EPERM)
		alone = open_with_fallbacks(o, i, -1, &by_itself);
	if (alone >= 0) {
		k->close(k, alone);
		return SETTLED_SPLIT;
	}
	if (refusal_is_limit(-fd) || refusal_is_limit(-alone))
		return refusal_of_limit(o->err, refusal_is_limit(-fd) ? -fd : -alone, o->plan, o->open, k);
	if (is_other_users(o, i, in_group.errnum)) {
		c->state = COUNTER_GONE;
		c->denied = true;
		record_denial(o, i, &in_group);
		return SETTLED;
	}
	c->state = fd == -ESRCH ? COUNTER_GONE : COUNTER_NOT_SUPPORTED;
	if (fd != -ESRCH)
		opening_refuse(o, i, &in_group.refused, in_group.errnum);
	return SETTLED;
}

/* Refused events have left the group; the rest may need another leader. */
static void replace_leader(struct opening *o, size_t lead, int head)
{
	const struct slot *slot = &o->plan->slot[lead];
	const struct event *was = &o->events->event[slot->event];
	struct event *is = &o->events->event[o->plan->slot[head].event];

	is->attr.head.pinned |= was->attr.head.pinned;
	is->attr.head.exclusive |= was->attr.head.exclusive;
	for (int m = 0; m < slot->members && !slot->bundled; m++)	/* the next plan forms new bundles */
		if (!(o->events->event[slot[m].event].flags & EVENT_UNSUPPORTED))
			o->events->event[slot[m].event].leader = o->plan->slot[head].event;
}

/* The leader was refused after its group had been settled, or before: the next member leads. */
static void drop_leader(struct opening *o, size_t lead)
{
	const struct slot *slot = &o->plan->slot[lead];

	o->changed = true;
	for (int head = 1; head < slot->members; head++) {
		if (o->events->event[slot[head].event].flags & EVENT_UNSUPPORTED)
			continue;
		replace_leader(o, lead, (int)lead + head);
		o->untried = true;
		return;
	}
}

static int settle_group(struct opening *o, size_t lead)
{
	const struct counter *counter = o->cs->counter;
	int members = o->plan->slot[lead].members, head = -1, refused = 0;

	for (int m = 0; m < members; m++) {
		int i = (int)lead + m;
		int rc = settle_slot(o, (size_t)i, head < 0 ? -1 : counter[head].fd);

		if (rc < 0)
			return -1;
		if (rc == SETTLED_SPLIT) {
			split_group(o, lead);
			return 0;
		}
		/* the thread is gone, so it is for the others too */
		if (counter[lead].state == COUNTER_GONE) {
			for (m++; m < members; m++) {
				o->cs->counter[lead + (size_t)m].state = COUNTER_GONE;
				o->cs->counter[lead + (size_t)m].denied = counter[lead].denied;
			}
			return 0;
		}
		if (head < 0 && counter[i].state == COUNTER_OPEN)
			head = i;
		refused += counter[i].state == COUNTER_NOT_SUPPORTED;
	}
	if (members > 1 && !refused && !open_slot_test_group(o->cs, lead)) {
		split_group(o, lead);
		return 0;
	}
	if (members > 1 && refused) {
		o->changed = true;
		if (head >= 0)
			replace_leader(o, lead, head);
	}
	return 0;
}

static int settle_all(struct opening *o)
{
	const struct plan *plan = o->plan;

	for (size_t lead = 0; lead < plan->n; lead += (size_t)plan->slot[lead].members) {
		if (o->first[plan->slot[lead].event] >= 0)
			continue;
		if (settle_group(o, lead) < 0)
			return -1;
		for (size_t i = lead; i < lead + (size_t)plan->slot[lead].members; i++)
			/* a gone thread says nothing about the event */
			if (o->cs->counter[i].state != COUNTER_GONE)
				o->first[plan->slot[i].event] = (int)i;
	}
	return 0;
}

/* Events that could be counted on no thread at all: then the event was refused, not the threads. */
static void settle_denied(struct opening *o)
{
	const struct plan *plan = o->plan;

	for (size_t e = 0; o->denied && e < o->events->n; e++) {
		const struct denial *d = &o->denied[e];

		if (o->first[e] >= 0 || !d->errnum)
			continue;
		opening_refuse(o, (size_t)d->slot, &d->attr, d->errnum);
		if (plan->slot[d->slot].members > 1)
			drop_leader(o, (size_t)d->slot);
	}
	for (size_t i = 0; o->denied && i < plan->n; i++)
		if (o->first[plan->slot[i].event] < 0 && o->denied[plan->slot[i].event].errnum)
			o->cs->counter[i].state = COUNTER_NOT_SUPPORTED;
}

/* --- all other slots ------------------------------------------------------------------ */

/* The errno of a later slot says that its thread or CPU is gone, not that the event is refused. */
static bool is_gone(const struct slot *slot, int errnum)
{
	return errnum == ESRCH || (errnum == ENODEV && slot->cpu >= 0);		/* it went offline */
}

/* It is another user's thread, while the first one may be counted. */
static bool is_denied(const struct slot *slot, int errnum)
{
	return (errnum == EACCES || errnum == EPERM) && slot->thread >= 0;
}

/* Its group continues without it. */
static void refuse_later(struct opening *o, size_t i, const union attr *attr, int errnum)
{
	const struct slot *slot = &o->plan->slot[i];

	opening_refuse(o, i, attr, errnum);
	o->changed = true;
	if (slot->leader < 0)
		drop_leader(o, i);
}

static int open_later_slot(struct opening *o, size_t i)
{
	const struct slot *slot = &o->plan->slot[i];
	struct counter *c = &o->cs->counter[i];
	int group_fd = slot->leader < 0 ? -1 : o->cs->counter[slot->leader].fd, fd;
	union attr attr;

	if (o->events->event[slot->event].flags & EVENT_UNSUPPORTED) {
		c->state = COUNTER_NOT_SUPPORTED;
		return 0;
	}
	c->state = COUNTER_GONE;
	if (slot->leader >= 0 && group_fd < 0) {	/* without a leader there is no group */
		c->denied = o->cs->counter[slot->leader].denied;
		return 0;
	}
	fd = open_slot_once(o->cs, i, group_fd, &attr);
	if (refusal_is_limit(-fd))
		return refusal_of_limit(o->err, -fd, o->plan, o->open, o->cs->kernel);
	c->denied = is_denied(slot, -fd);
	if (fd < 0 && !c->denied && !is_gone(slot, -fd))
		refuse_later(o, i, &attr, -fd);
	return fd < 0 ? 0 : set_open(o, i, fd);
}

/* True if a counter is open whose event was not refused later. */
static bool any_counts(const struct opening *o)
{
	for (size_t i = 0; i < o->plan->n; i++)
		if (o->cs->counter[i].state == COUNTER_OPEN &&
		    !(o->events->event[o->plan->slot[i].event].flags & EVENT_UNSUPPORTED))
			return true;
	return false;
}

/* As in perf: no event exists, and no group of them, which would be an error. */
static bool may_count_nothing(const struct opening *o)
{
	bool content = o->cs->may_be_none && (!o->why || refusal_is_absence(o->why));

	for (size_t i = 0; content && i < o->plan->n; i++)
		content = o->cs->counter[i].state == COUNTER_NOT_SUPPORTED &&
			  (o->cs->may_be_no_group || o->plan->slot[i].members < 2 ||
			   o->plan->slot[i].bundled);
	return content;
}

static int refuse_all(const struct opening *o)
{
	const struct refused what = { &o->events->event[o->why_event], &o->why_attr, o->why, o->why_of };

	return may_count_nothing(o) ? 0 : refusal_of_all(o->err, &what, o->cs->machine);
}

/* From now on each event counts the same in every run, or nothing. */
static void mark_settled(struct opening *o)
{
	for (size_t i = 0; i < o->plan->n; i++)
		if (o->cs->counter[i].state == COUNTER_OPEN)
			o->events->event[o->plan->slot[i].event].flags |= EVENT_SETTLED;
}

static int open_rest(struct opening *o)
{
	size_t gone = 0, denied = 0;

	o->changed = false;
	for (size_t i = 0; i < o->plan->n; i++) {
		const struct counter *c = &o->cs->counter[i];

		if (c->state == COUNTER_CLOSED && open_later_slot(o, i) < 0)
			return -1;
		gone += c->state == COUNTER_GONE && !c->denied;
		denied += c->state == COUNTER_GONE && c->denied;
	}
	if (o->plan->n && !any_counts(o) && !plan_has_tools(o->plan) && refuse_all(o) < 0)
		return -1;
	if (o->changed)
		return OPENING_REPLAN;
	mark_settled(o);
	if (gone)
		notes_add(o->notes, NOTE_GONE, -1, "%zu of %zu counters", gone, o->plan->n);
	if (denied)
		notes_add(o->notes, NOTE_DENIED, -1, "%zu of %zu counters", denied, o->plan->n);
	return 0;
}

static int opening_open_all(struct counters *cs, const struct plan *plan, struct events *events,
			    struct notes *notes, struct error *err)
{
	struct opening o = { .cs = cs, .plan = plan, .events = events, .notes = notes, .err = err,
			     .first = mem_resize(NULL, events->n, sizeof(*o.first)) };
	int rc;

	memset(o.first, 0xff, events->n * sizeof(*o.first));	/* -1 */
	rc = settle_all(&o);
	if (rc == 0)
		settle_denied(&o);
	if (rc == 0)	/* if nothing is left, another plan would not help, and the reason would be lost */
		rc = o.changed && (o.open || o.untried) ? OPENING_REPLAN : open_rest(&o);
	free(o.first);
	free(o.denied);
	return rc;
}

int opening_run(struct counters *cs, const struct plan *plan, struct events *events, struct notes *notes,
		struct error *err)
{
	int rc;

	counters_prepare(cs, plan);
	rc = opening_open_all(cs, plan, events, notes, err);
	if (rc)
		counters_close(cs);
	else
		cgroup_clock_open(&cs->cgroup_clock, cs->kernel, plan);
	return rc;
}
