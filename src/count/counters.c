/* SPDX-License-Identifier: MIT */
/* Enables, disables, reads and closes the counters of one run. */
#include "count/counters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/kernel.h"

void counters_prepare(struct counters *cs, const struct plan *plan)
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
	cs->id = mem_resize(NULL, cs->largest, sizeof(*cs->id));
}

/* --- while they are open --------------------------------------------------------- */

/* Switching a leader switches its group. */
static bool is_switched(const struct counters *cs, size_t i, int event)
{
	const struct slot *slot = &cs->plan->slot[i];

	if (cs->counter[i].state != COUNTER_OPEN)
		return false;
	return event < 0 ? slot->leader < 0 : cs->plan->events->event[slot->event].row == event;
}

static int switch_all(const struct counters *cs, int event, unsigned long request, const char *verb,
		      struct error *err)
{
	int failed = 0;

	for (size_t i = 0; i < cs->plan->n; i++) {
		int rc = 0;

		if (is_switched(cs, i, event))
			rc = cs->kernel->perf_ioctl(cs->kernel, cs->counter[i].fd, request, 0);
		if (rc < 0 && !failed)
			failed = -rc;
	}
	return failed ? error_set(err, ERROR_SYSTEM, failed, "cannot %s counters: %s", verb, strerror(failed))
		      : 0;
}

int counters_enable(const struct counters *cs, int event, struct error *err)
{
	return switch_all(cs, event, PERF_EVENT_IOC_ENABLE, "enable", err);
}

int counters_disable(const struct counters *cs, int event, struct error *err)
{
	return switch_all(cs, event, PERF_EVENT_IOC_DISABLE, "disable", err);
}

static bool is_doubted(const struct sample *s, size_t i)
{
	return s->state[i] == COUNTER_BACKWARDS || s->state[i] == COUNTER_TOO_FAST;
}

/*
 * An event that is never multiplexed ran whenever it was enabled, as far as the kernel's times tell. They
 * may lack all time on other CPUs, but a thread that was never on this one counts 0. An event of a core
 * without any time may also have found no counter.
 */
static void correct_times(struct reading *r, const struct reading *before, bool of_core)
{
	bool counted = !of_core || r->value > before->value || r->enabled != before->enabled;
	uint64_t least = before->enabled + counted;

	if (r->enabled < least)
		r->enabled = least;
	r->running = r->enabled;
}

/* Stores a reading; an impossible one puts the counter in doubt. */
static void store_reading(const struct counters *cs, struct sample *s, size_t i, const struct reading *read)
{
	static const enum counter_state state[] = {
		[DOUBT_BACKWARDS] = COUNTER_BACKWARDS, [DOUBT_TOO_FAST] = COUNTER_TOO_FAST,
	};
	const struct event *e = &cs->plan->events->event[cs->plan->slot[i].event];
	struct reading r = *read;
	enum doubt doubt;

	if (slot_is_partial(&cs->plan->slot[i]))
		correct_times(&r, &s->reading[i], plan_is_of_core(cs->plan, i));
	doubt = reading_doubt(&s->reading[i], &r, event_is_of_core(e), e->flags & EVENT_SNAPSHOT);
	s->reading[i] = r;
	if (doubt != DOUBT_NONE && !is_doubted(s, i))
		s->state[i] = (uint8_t)state[doubt];
}

/* Asked for only when needed, which is rare; 0: unknown. */
static uint64_t counters_id_of(const struct counters *cs, size_t i)
{
	const struct kernel *k = cs->kernel;
	uint64_t id = 0;

	if (cs->counter[i].state != COUNTER_OPEN ||
	    k->perf_ioctl(k, cs->counter[i].fd, PERF_EVENT_IOC_ID, (unsigned long)(uintptr_t)&id) < 0)
		return 0;
	return id;
}

/* Reads a member that is now alone; if the answer has several values, its own is unknown. */
static void read_member_alone(const struct counters *cs, size_t i, uint64_t format, struct sample *sample)
{
	const struct kernel *k = cs->kernel;
	struct error ignored = ERROR_INIT;
	struct reading r;
	uint64_t buf[8];
	ssize_t len = k->read(k, cs->counter[i].fd, buf, reading_size(format, 1));

	if (len > 0 && reading_decode(&r, NULL, 1, format, buf, (size_t)len, &ignored) == 1)
		store_reading(cs, sample, i, &r);
	else if (!is_doubted(sample, i))
		sample->state[i] = COUNTER_NOT_READ;
}

/*
 * Some members are missing: closed, or split off because a CPU went offline. Ids identify those that
 * remain, if they were requested.
 */
static void store_incomplete_group(const struct counters *cs, size_t lead, size_t members, uint64_t format,
				   size_t n, struct sample *sample)
{
	for (size_t m = lead; m < lead + members; m++) {
		uint64_t id = format & PERF_FORMAT_ID ? counters_id_of(cs, m) : 0;
		size_t d = 0;

		while (d < n && (!id || cs->id[d] != id))
			d++;
		if (d < n)
			store_reading(cs, sample, m, &cs->decoded[d]);
		else if (cs->counter[m].state == COUNTER_OPEN)
			read_member_alone(cs, m, format, sample);
	}
}

/* Assigns the values of a group to its open members, in order. */
static void store_group(const struct counters *cs, size_t lead, size_t members, uint64_t format, size_t n,
			struct sample *sample)
{
	size_t open = 0;

	/* a thread that has slept since: nothing changed, and most threads sleep */
	if (n && cs->plan->slot[lead].bundled && cs->decoded[0].enabled == sample->reading[lead].enabled)
		return;
	for (size_t m = lead; m < lead + members; m++)
		open += cs->counter[m].state == COUNTER_OPEN;
	if (open != n) {
		store_incomplete_group(cs, lead, members, format, n, sample);
		return;
	}
	for (size_t m = lead, d = 0; m < lead + members; m++)
		if (cs->counter[m].state == COUNTER_OPEN)
			store_reading(cs, sample, m, &cs->decoded[d++]);
}

/*
 * A group cannot be read while its threads are being created or are ending. That is over at once, or as
 * soon as an ending thread that lost its CPU runs again: waits up to 3 ms for that, counted in `waits` for
 * the whole sweep.
 */
static ssize_t read_with_retry(const struct counters *cs, size_t i, size_t size, int *waits)
{
	enum { TRIES_MOST = 50, WAITS_MOST = 5, FIRST_NS = 100000 };
	const struct kernel *k = cs->kernel;

	for (int tries = 0;; tries++) {
		ssize_t len = k->read(k, cs->counter[i].fd, cs->buf, size);

		if (len != -ECHILD || (tries >= TRIES_MOST && *waits == WAITS_MOST))
			return len;
		if (tries >= TRIES_MOST)
			k->wait(k, NULL, 0, k->now_ns(k) + ((uint64_t)FIRST_NS << (*waits)++));
	}
}

enum { LOST = -2 };		/* no later read can succeed */

/*
 * A pinned event without a counter: enabled, but never running. If it counted before it lost its counter,
 * the count is incomplete.
 */
static int store_starved(struct reading *r, size_t members, struct error *err)
{
	for (size_t m = 0; m < members; m++)
		if (r[m].running) {
			error_set(err, ERROR_SYSTEM, 0, "it lost its counter");
			return LOST;
		}
	for (size_t m = 0; m < members; m++)
		r[m].enabled = READING_STARVED;
	return 0;
}

/* Reads a single counter or a whole group; -1, or LOST. */
static int read_at(const struct counters *cs, size_t i, size_t members, uint64_t format, int *waits,
		   struct sample *sample, struct error *err)
{
	size_t size = reading_size(format, members);
	ssize_t len = read_with_retry(cs, i, size, waits);
	int n;

	if (len < 0)
		return error_set(err, ERROR_SYSTEM, (int)-len, "%s", strerror((int)-len));
	if (!len)
		return store_starved(&sample->reading[i], members, err);
	n = reading_decode(cs->decoded, cs->id, members, format, cs->buf, (size_t)len, err);
	if (n < 0)
		return -1;
	if (format & PERF_FORMAT_GROUP)
		store_group(cs, i, members, format, (size_t)n, sample);
	else
		store_reading(cs, sample, i, &cs->decoded[0]);
	return 0;
}

struct unread {			/* notes about counters that cannot be read: one per row */
	struct notes *notes;	/* NULL: not wanted */
	const char *retry_note;
	size_t before;		/* number of earlier notes */
	struct {
		unsigned n;	/* number of counters */
		bool lost;	/* of the first of them */
	} *of;			/* indexed by row; NULL: none yet */
};

static void note_unread(const struct counters *cs, struct unread *u, size_t i, const char *why, bool lost)
{
	const struct events *events = cs->plan->events;
	int row = events->event[cs->plan->slot[i].event].row;

	if (!u->notes)
		return;
	if (!u->of)
		u->of = mem_zeroed(events->n, sizeof(*u->of));
	if (u->of[row].n++)
		return;
	u->of[row].lost = lost;
	notes_add(u->notes, NOTE_NOT_READ, row, "%s", why);
}

static void finish_unread_notes(const struct unread *u)
{
	for (size_t i = u->before; u->of && i < u->notes->n; i++) {
		struct note *note = &u->notes->note[i];
		size_t len = strlen(note->text), size = sizeof(note->text);
		unsigned n = u->of[note->event].n;

		if (n > 1)
			snprintf(note->text + len, size - len, ", and %u more of its counters", n - 1);
		len = strlen(note->text);
		if (!u->of[note->event].lost)
			snprintf(note->text + len, size - len, "%s", u->retry_note);
	}
	free(u->of);
}

static void mark_not_read(size_t lead, size_t members, struct sample *sample)
{
	for (size_t m = lead; m < lead + members; m++)
		if (!is_doubted(sample, m))
			sample->state[m] = COUNTER_NOT_READ;
}

void counters_read(const struct counters *cs, struct sample *sample, struct notes *notes,
		   const char *retry_note)
{
	struct unread unread = { .notes = notes, .retry_note = retry_note, .before = notes ? notes->n : 0 };
	int waits = 0;

	sample->time_ns = cs->kernel->now_ns(cs->kernel);
	for (size_t i = 0; i < cs->plan->n; i++)
		if (!is_doubted(sample, i))
			sample->state[i] = cs->counter[i].state;
	for (size_t i = 0, members; i < cs->plan->n; i += members) {
		uint64_t format = plan_read_format(cs->plan, i);
		struct error err = ERROR_INIT;
		int rc;

		members = format & PERF_FORMAT_GROUP ? (size_t)cs->plan->slot[i].members : 1;
		if (cs->counter[i].state != COUNTER_OPEN)
			continue;
		rc = read_at(cs, i, members, format, &waits, sample, &err);
		if (rc < 0)
			mark_not_read(i, members, sample);
		for (size_t m = i; m < i + members; m++)
			if (sample->state[m] == COUNTER_NOT_READ)
				note_unread(cs, &unread, m,
					    rc < 0 ? err.message : "it has left its group", rc == LOST);
	}
	finish_unread_notes(&unread);
}

/* In reverse order: closing a leader first would release its members. */
void counters_close(struct counters *cs)
{
	for (size_t i = cs->counter ? cs->plan->n : 0; i--;)
		if (cs->counter[i].state == COUNTER_OPEN)
			cs->kernel->close(cs->kernel, cs->counter[i].fd);
	cgroup_clock_close(&cs->cgroup_clock, cs->kernel);
	free(cs->counter);
	free(cs->buf);
	free(cs->decoded);
	free(cs->id);
	*cs = (struct counters){ .kernel = cs->kernel, .machine = cs->machine, .trace = cs->trace };
}
