/* SPDX-License-Identifier: MIT */
/*
 * Opening is done in two passes over the plan: the first unit of each group with the
 * ladder, which settles attrs and groups; then every other slot, alike or not at all.
 * When a group has to change, the rest is settled all the same, and then everything is
 * closed and planned again.
 */
#include "count/counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/fallback.h"
#include "count/plan.h"
#include "count/refusal.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/target.h"

struct opening {
	struct counters *cs;
	const struct plan *plan;
	struct events *events;
	struct notes *notes;
	struct error *err;
	int *first;		/* by event: the slot it was settled on, -1: none yet */
	bool changed;		/* some group: plan again */
	size_t open;		/* how many are */
	int why, why_event;	/* the errno that tells most, should nothing open at all; 0: none was refused */
	union attr why_attr;
};

static void trace_open(const struct opening *o, size_t i, const union attr *attr, int group_fd, int fd)
{
	static const char dashes[] = "------------------------------------------------------------\n";
	struct str *out = o->cs->trace;

	if (!out)
		return;
	str_addf(out, "%sperf_event_attr:\n", dashes);
	plan_format_attr(out, attr);
	str_addf(out, "%ssys_perf_event_open: pid %d  cpu %d  group_fd %d  flags 0x%x = %d", dashes,
		 (int)plan_pid(o->plan, i), o->plan->slot[i].cpu, group_fd, (unsigned)PERF_FLAG_FD_CLOEXEC, fd);
	if (fd < 0)
		str_addf(out, " (%s)", strerror(-fd));
	str_add(out, "\n");
}

static bool raise_limit(const struct kernel *k)
{
	struct rlimit rl;

	if (k->limit_get(k, &rl) < 0 || rl.rlim_cur == rl.rlim_max)
		return false;
	rl.rlim_cur = rl.rlim_max;
	return k->limit_set(k, &rl) == 0;
}

/* A descriptor or -errno.  group_fd -1: it leads, whatever the plan says.  attr as it came back. */
static int try_open(const struct opening *o, size_t i, int group_fd, union attr *attr)
{
	const struct kernel *k = o->cs->kernel;
	int fd;

	for (bool raised = false;; raised = true) {
		union attr asked;

		plan_attr(o->plan, i, &asked);
		if (group_fd < 0) {
			asked.head.disabled = 1;
			asked.head.enable_on_exec = o->plan->target->enable_on_exec;
		}
		*attr = asked;
		fd = k->perf_open(k, &attr->head, plan_pid(o->plan, i), o->plan->slot[i].cpu, group_fd, 0);
		trace_open(o, i, &asked, group_fd, fd);
		if (fd != -EMFILE || raised || !raise_limit(k))
			return fd;
	}
}

/* What an open counter needs before it counts. */
static int finish(const struct opening *o, size_t i)
{
	const struct kernel *k = o->cs->kernel;
	const struct slot *slot = &o->plan->slot[i];
	const struct event *event = &o->events->event[slot->event];
	struct counter *c = &o->cs->counter[i];
	int rc;

	if (slot->leader >= 0 || slot->members > 1) {
		rc = k->perf_ioctl(k, c->fd, PERF_EVENT_IOC_ID, (unsigned long)(uintptr_t)&c->id);
		if (rc < 0)
			c->id = 0;	/* the position serves as well as long as all members are there */
	}
	if (!event->filter)
		return 0;
	rc = k->perf_ioctl(k, c->fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)(uintptr_t)event->filter);
	if (rc < 0)
		return error_set(o->err, ERROR_USAGE, -rc, "cannot set filter \"%s\" on event %s: %s", event->filter,
				 event->name, strerror(-rc));
	return 0;
}

static int set_open(struct opening *o, size_t i, int fd)
{
	o->open++;
	o->cs->counter[i].fd = fd;
	o->cs->counter[i].state = COUNTER_OPEN;
	return finish(o, i);
}

/* --- settling: the first slot of each event --------------------------------------- */

struct climb {			/* an event as it was when it was first refused for this reason */
	int errnum;
	char *name;
	union attr attr;
	unsigned flags;
	size_t n_notes;
};

static void climb_begin(struct climb *c, const struct event *event, const struct notes *notes, int errnum)
{
	free(c->name);
	*c = (struct climb){ errnum, mem_text(event->name), event->attr, event->flags, notes->n };
}

/* Giving it all up was no use: the event keeps what it had. */
static void climb_undo(struct climb *c, struct event *event, struct notes *notes)
{
	free(event->name);
	event->name = c->name;
	event->attr = c->attr;
	event->flags = c->flags;
	notes->n = c->n_notes;
	c->name = NULL;
}

/* Down the ladder as long as it helps, from a first answer on. */
static int climb(struct opening *o, size_t i, int group_fd, union attr *attr, int fd)
{
	int index = o->plan->slot[i].event;
	struct event *event = &o->events->event[index];
	struct climb c = {0};
	const struct fallback *rung;

	while (fd < 0 && !refusal_is_limit(-fd) && fd != -ESRCH) {
		bool was_blind = event->flags & EVENT_BLIND;

		if (-fd != c.errnum)
			climb_begin(&c, event, o->notes, -fd);
		rung = fallback_next(event, attr, -fd);
		if (!rung) {
			climb_undo(&c, event, o->notes);
			break;
		}
		if (rung->name)
			notes_add(o->notes, NOTE_FALLBACK, index, "%s", rung->name);
		if (!was_blind && event->flags & EVENT_BLIND)
			notes_add(o->notes, NOTE_BLIND, index, "%s", "");
		fd = try_open(o, i, group_fd, attr);
	}
	free(c.name);
	return fd;
}

static void refuse(struct opening *o, size_t i, const union attr *attr, int errnum)
{
	int index = o->plan->slot[i].event;
	struct event *event = &o->events->event[index];
	struct str why = {0};

	refusal_format(&why, event, attr, errnum, o->cs->machine);
	notes_add(o->notes, NOTE_NOT_SUPPORTED, index, "%s", why.text);
	str_release(&why);
	event->flags |= EVENT_UNSUPPORTED;
	event->leader = index;
	o->cs->counter[i].state = COUNTER_NOT_SUPPORTED;
	if (refusal_tells_more(errnum, o->why)) {
		o->why = errnum;
		o->why_event = index;
		o->why_attr = *attr;
	}
}

/* The members of a group that cannot be counted as one are counted alone. */
static void split_group(struct opening *o, size_t lead)
{
	const struct slot *slot = &o->plan->slot[lead];

	for (int m = 0; m < slot->members; m++) {
		struct event *event = &o->events->event[slot[m].event];

		if (event->flags & EVENT_UNSUPPORTED)
			continue;
		if (!(event->flags & EVENT_WEAK))
			notes_add(o->notes, NOTE_SPLIT_GROUP, slot[m].event, "%s", "");
		event->leader = slot[m].event;
		event->flags |= EVENT_SPLIT;
	}
	o->changed = true;
}

enum settled { SETTLED, SETTLED_SPLIT };

/* One slot in the group of group_fd, -1: it leads.  -1, or enum settled. */
static int settle(struct opening *o, size_t i, int group_fd)
{
	struct counter *c = &o->cs->counter[i];
	const struct kernel *k = o->cs->kernel;
	union attr attr, alone_attr;
	int fd, alone = -1;

	if (o->events->event[o->plan->slot[i].event].flags & EVENT_UNSUPPORTED) {
		c->state = COUNTER_NOT_SUPPORTED;
		return SETTLED;
	}
	fd = climb(o, i, group_fd, &attr, try_open(o, i, group_fd, &attr));
	if (fd >= 0)
		return set_open(o, i, fd);
	if (group_fd >= 0 && !refusal_is_limit(-fd) && fd != -ESRCH && fd != -EACCES && fd != -EPERM)
		alone = climb(o, i, -1, &alone_attr, try_open(o, i, -1, &alone_attr));
	if (alone >= 0) {
		k->close(k, alone);
		return SETTLED_SPLIT;
	}
	if (refusal_is_limit(-fd) || refusal_is_limit(-alone))
		return refusal_of_limit(o->err, refusal_is_limit(-fd) ? -fd : -alone, o->plan->n, o->open, k);
	if (fd == -ESRCH)
		c->state = COUNTER_GONE;
	else
		refuse(o, i, &attr, -fd);
	return SETTLED;
}

/* Those that were refused have left the group; what is left may need another leader. */
static void lead_again(struct opening *o, size_t lead, int head)
{
	const struct slot *slot = &o->plan->slot[lead];
	const struct event *was = &o->events->event[slot->event];
	struct event *is = &o->events->event[o->plan->slot[head].event];

	is->attr.head.pinned |= was->attr.head.pinned;
	is->attr.head.exclusive |= was->attr.head.exclusive;
	for (int m = 0; m < slot->members; m++)
		if (!(o->events->event[slot[m].event].flags & EVENT_UNSUPPORTED))
			o->events->event[slot[m].event].leader = o->plan->slot[head].event;
}

static int settle_group(struct opening *o, size_t lead)
{
	const struct counter *counter = o->cs->counter;
	int members = o->plan->slot[lead].members, head = -1, refused = 0;

	for (int m = 0; m < members; m++) {
		int i = (int)lead + m;
		int rc = settle(o, (size_t)i, head < 0 ? -1 : counter[head].fd);

		if (rc < 0)
			return -1;
		if (rc == SETTLED_SPLIT) {
			split_group(o, lead);
			return 0;
		}
		if (counter[lead].state == COUNTER_GONE) {	/* the thread is, so the others are as well */
			for (m++; m < members; m++)
				o->cs->counter[lead + (size_t)m].state = COUNTER_GONE;
			return 0;
		}
		if (head < 0 && counter[i].state == COUNTER_OPEN)
			head = i;
		refused += counter[i].state == COUNTER_NOT_SUPPORTED;
	}
	if (members > 1 && refused) {
		o->changed = true;
		if (head >= 0)
			lead_again(o, lead, head);
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
			if (o->cs->counter[i].state != COUNTER_GONE)	/* which says nothing about the event */
				o->first[plan->slot[i].event] = (int)i;
	}
	return 0;
}

static int open_alike(struct opening *o, size_t i)
{
	const struct slot *slot = &o->plan->slot[i];
	struct counter *c = &o->cs->counter[i];
	int settled = o->first[slot->event], group_fd = -1, fd;
	union attr attr;

	if (settled >= 0 && o->cs->counter[settled].state == COUNTER_NOT_SUPPORTED) {
		c->state = COUNTER_NOT_SUPPORTED;
		return 0;
	}
	c->state = COUNTER_GONE;
	if (slot->leader >= 0)
		group_fd = o->cs->counter[slot->leader].fd;
	if (slot->leader >= 0 && group_fd < 0)
		return 0;	/* no leader here, so no group */
	fd = try_open(o, i, group_fd, &attr);
	if (refusal_is_limit(-fd))
		return refusal_of_limit(o->err, -fd, o->plan->n, o->open, o->cs->kernel);
	return fd < 0 ? 0 : set_open(o, i, fd);
}

static bool has_tools(const struct plan *plan)
{
	for (size_t e = 0; e < plan->events->n; e++)
		if (plan->events->event[e].tool != TOOL_NONE && event_set_has(plan->set, (int)e))
			return true;
	return false;
}

static int open_rest(struct opening *o)
{
	size_t gone = 0;

	for (size_t i = 0; i < o->plan->n; i++) {
		const struct counter *c = &o->cs->counter[i];

		if (c->state == COUNTER_CLOSED && open_alike(o, i) < 0)
			return -1;
		gone += c->state == COUNTER_GONE;
	}
	if (o->plan->n && !o->open && !has_tools(o->plan)) {
		if (!o->why)
			return error_set(o->err, ERROR_NOT_FOUND, ESRCH,
					 "nothing is left to count: it ended before counting began");
		return refusal_of_all(o->err, &o->events->event[o->why_event], &o->why_attr, o->why, o->cs->machine);
	}
	if (gone)
		notes_add(o->notes, NOTE_GONE, -1, "%zu of %zu counters", gone, o->plan->n);
	return 0;
}

static void allocate(struct counters *cs, const struct plan *plan)
{
	cs->plan = plan;
	cs->largest = 1;
	cs->counter = mem_resize(NULL, plan->n, sizeof(*cs->counter));
	for (size_t i = 0; i < plan->n; i++) {
		cs->counter[i] = (struct counter){ .fd = -1 };
		if ((size_t)plan->slot[i].members > cs->largest)
			cs->largest = (size_t)plan->slot[i].members;
	}
	cs->buf = mem_resize(NULL, 1, reading_size(UINT64_MAX, cs->largest));
	cs->decoded = mem_resize(NULL, cs->largest, sizeof(*cs->decoded));
}

int counters_open(struct counters *cs, const struct plan *plan, struct events *events,
		  struct notes *notes, struct error *err)
{
	struct opening o = { .cs = cs, .plan = plan, .events = events, .notes = notes, .err = err,
			     .first = mem_resize(NULL, events->n, sizeof(*o.first)) };
	int rc;

	allocate(cs, plan);
	for (size_t e = 0; e < events->n; e++)
		o.first[e] = -1;
	rc = settle_all(&o);
	if (rc == 0)	/* where nothing is left, another plan would not help, and the reason would be lost */
		rc = o.changed && o.open ? COUNTERS_REPLAN : open_rest(&o);
	if (rc)
		counters_close(cs);
	free(o.first);
	return rc;
}

/* --- while they are open --------------------------------------------------------- */

int counters_enable(struct counters *cs, struct error *err)
{
	for (size_t i = 0; i < cs->plan->n; i++) {
		int rc;

		if (cs->counter[i].state != COUNTER_OPEN || cs->plan->slot[i].leader >= 0)
			continue;
		rc = cs->kernel->perf_ioctl(cs->kernel, cs->counter[i].fd, PERF_EVENT_IOC_ENABLE, 0);
		if (rc < 0)
			return error_set(err, ERROR_SYSTEM, -rc, "cannot enable counters: %s", strerror(-rc));
	}
	return 0;
}

/* The values of a group belong to the slots in their order; where some are missing, the ids tell. */
static void spread(const struct counters *cs, size_t lead, size_t members, size_t n, struct reading *reading)
{
	for (size_t m = 0; m < members; m++) {
		for (size_t d = n == members ? m : 0; d < n; d++) {
			if (n == members || cs->decoded[d].id == cs->counter[lead + m].id) {
				reading[lead + m] = cs->decoded[d];
				break;
			}
		}
	}
}

/* One read, of a lone counter or of a whole group. */
static int read_at(const struct counters *cs, size_t i, size_t members, uint64_t format, struct reading *reading,
		   struct error *err)
{
	enum { PATIENCE = 50 };		/* a group whose threads are just being made or gone cannot be read */
	const struct kernel *k = cs->kernel;
	size_t size = reading_size(format, members);
	ssize_t len;
	int n;

	for (int tries = 0;; tries++) {
		len = k->read(k, cs->counter[i].fd, cs->buf, size);
		if (len != -ECHILD || tries == PATIENCE)
			break;
	}
	for (size_t m = 0; !len && m < members; m++)	/* pinned, and lost its counter: enabled, and never runs */
		reading[i + m].enabled += !reading[i + m].enabled;
	if (len <= 0)
		return len ? error_set(err, ERROR_SYSTEM, (int)-len, "%s", strerror((int)-len)) : 0;
	n = reading_decode(cs->decoded, members, format, cs->buf, (size_t)len, err);
	if (n < 0)
		return -1;
	if (format & PERF_FORMAT_GROUP)
		spread(cs, i, members, (size_t)n, reading);
	else
		reading[i] = cs->decoded[0];
	return 0;
}

void counters_read(const struct counters *cs, struct sample *sample, struct notes *notes)
{
	struct error first = ERROR_INIT;
	int event = -1, more = 0;

	sample->time_ns = cs->kernel->now_ns(cs->kernel);
	for (size_t i = 0; i < cs->plan->n; i++)
		sample->state[i] = (uint8_t)cs->counter[i].state;
	for (size_t i = 0; i < cs->plan->n; i++) {
		const struct slot *slot = &cs->plan->slot[i];
		struct error err = ERROR_INIT;
		union attr attr;
		size_t members;
		bool group;

		if (cs->counter[i].state != COUNTER_OPEN)
			continue;
		plan_attr(cs->plan, i, &attr);
		group = attr.head.read_format & PERF_FORMAT_GROUP;
		if (group && slot->leader >= 0)
			continue;	/* came with its leader */
		members = group ? (size_t)slot->members : 1;
		if (read_at(cs, i, members, attr.head.read_format, sample->reading, &err) == 0)
			continue;
		memset(sample->state + i, COUNTER_NOT_READ, members);
		if (event >= 0) {
			more++;
			continue;
		}
		event = slot->event;
		first = err;
	}
	if (notes && more)
		notes_add(notes, NOTE_NOT_READ, event, "%s, and so for %d more", first.message, more);
	else if (notes && event >= 0)
		notes_add(notes, NOTE_NOT_READ, event, "%s", first.message);
}

/* Backwards: closing a leader first would set its members free. */
void counters_close(struct counters *cs)
{
	for (size_t i = cs->counter ? cs->plan->n : 0; i--;)
		if (cs->counter[i].state == COUNTER_OPEN)
			cs->kernel->close(cs->kernel, cs->counter[i].fd);
	free(cs->counter);
	free(cs->buf);
	free(cs->decoded);
	*cs = (struct counters){ .kernel = cs->kernel, .machine = cs->machine, .trace = cs->trace };
}
