/* SPDX-License-Identifier: MIT */
/*
 * Do these events count at the same time?  They are opened together, as a run would have them,
 * while pstat is busy: who was not on a counter all the time took turns.
 *
 * A counter may be dead: it reads 0, and says that it has counted all the time.  So may an event
 * of which there were none.  To tell them apart, events that read 0 have their place taken by
 * one that cannot: then a dead counter has something to count, and does not.
 */
#include "count/trial.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "count/busy.h"
#include "count/fit.h"
#include "count/reading.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/pmu.h"

enum {
	PATIENCE = 2,		/* trials: others may have needed a counter for a moment */
	AGREE_PCT = 2,		/* copies of one event start and stop one after the other */
};

struct member {
	int event, cpu;		/* cpu -1: pstat itself */
	size_t lead;		/* index of the member that leads */
	int fd;			/* -1: not open */
	bool stands_in;		/* for its event, which read 0 */
	struct reading reading;
};

struct trial {
	const struct fit *f;
	struct member *member; size_t n;
};

/* A PMU of some CPUs only is tried on the first of them. */
static int cpu_of(const struct fit *f, const struct event *e)
{
	const struct pmu *pmu = e->pmu;
	bool some = pmu && pmu->cpus.n;

	if (!f->on_cpus && !(some && pmu->is_core))
		return -1;
	return some ? pmu->cpus.cpu[0] : 0;
}

static bool is_open_to_trial(const struct event *e)
{
	return e->tool == TOOL_NONE && !(e->flags & EVENT_UNSUPPORTED);
}

struct seat {
	int leader, event;
};

/* Group by group, the leader first. */
static int compare_seats(const void *a, const void *b)
{
	const struct seat *x = a, *y = b;

	if (x->leader != y->leader)
		return x->leader < y->leader ? -1 : 1;
	if ((x->event == x->leader) != (y->event == y->leader))
		return x->event == x->leader ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/* A group without its leader is none. */
static void add_member(struct trial *t, const struct seat *s)
{
	const struct event *e = &t->f->events->event[s->event];
	bool leads = s->event == s->leader;
	size_t lead = leads || !t->n ? t->n : t->member[t->n - 1].lead;

	if (!is_open_to_trial(e) || (!leads && (lead == t->n || t->member[lead].event != s->leader)))
		return;
	t->member[t->n] = (struct member){ .event = s->event, .lead = lead, .fd = -1 };
	t->member[t->n].cpu = leads ? cpu_of(t->f, e) : t->member[lead].cpu;
	t->n++;
}

static void trial_build(struct trial *t, const struct fit *f, const int *event, size_t n)
{
	struct seat *seat = mem_resize(NULL, n, sizeof(*seat));

	*t = (struct trial){ .f = f, .member = mem_resize(NULL, n, sizeof(*t->member)) };
	for (size_t i = 0; i < n; i++)
		seat[i] = (struct seat){ f->events->event[event[i]].leader, event[i] };
	qsort(seat, n, sizeof(*seat), compare_seats);
	for (size_t i = 0; i < n; i++)
		add_member(t, &seat[i]);
	free(seat);
}

/* Only what stands in for its event is of another one. */
static union attr attr_of(const struct trial *t, size_t i)
{
	const struct member *m = &t->member[i];
	union attr attr = t->f->events->event[m->event].attr;

	if (m->stands_in) {
		attr.head.type = PERF_TYPE_HARDWARE;
		attr.head.config = PERF_COUNT_HW_INSTRUCTIONS;
		attr.head.config1 = attr.head.config2 = attr.tail.config3 = 0;
		attr.head.precise_ip = 0;
		attr.head.exclude_user = attr.head.exclude_host = 0;
		attr.head.exclude_kernel = attr.head.exclude_hv = 1;
	}
	attr.head.sample_type = 0;
	attr.head.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr.head.disabled = m->lead == i;
	return attr;
}

enum outcome {
	COUNT,			/* all of them, all the time */
	TAKE_TURNS,
	REFUSED,		/* by the kernel, which knows that they do not fit */
};

static enum outcome open_all(struct trial *t)
{
	const struct kernel *k = t->f->kernel;

	for (size_t i = 0; i < t->n; i++) {
		struct member *m = &t->member[i];
		int group_fd = m->lead == i ? -1 : t->member[m->lead].fd;
		union attr attr = attr_of(t, i);
		int fd;

		if (m->lead != i && group_fd < 0)
			continue;
		fd = k->perf_open(k, &attr.head, m->cpu < 0 ? 0 : -1, m->cpu, group_fd, PERF_FLAG_FD_CLOEXEC);
		if (fd >= 0)
			m->fd = fd;
		else if (m->cpu < 0 || (fd != -EACCES && fd != -EPERM))
			return REFUSED;
	}
	return COUNT;
}

static void close_all(struct trial *t)
{
	for (size_t i = t->n; i--; t->member[i].fd = -1)
		if (t->member[i].fd >= 0)
			t->f->kernel->close(t->f->kernel, t->member[i].fd);
}

static void turn_all(const struct trial *t, unsigned long request)
{
	const struct kernel *k = t->f->kernel;

	for (size_t i = 0; i < t->n; i++)
		if (t->member[i].lead == i && t->member[i].fd >= 0)
			k->perf_ioctl(k, t->member[i].fd, request, 0);
}

/* Nothing, where it cannot be read: it did not run then. */
static void read_one(const struct trial *t, struct member *m)
{
	const struct kernel *k = t->f->kernel;
	struct error ignored = ERROR_INIT;
	uint64_t buf[3];
	ssize_t len = k->read(k, m->fd, buf, sizeof(buf));

	m->reading = (struct reading){0};
	if (len > 0)
		reading_decode(&m->reading, NULL, 1,
			       PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING, buf,
			       (size_t)len, &ignored);
}

static enum outcome count(struct trial *t)
{
	enum outcome outcome = open_all(t);

	if (outcome == COUNT) {
		turn_all(t, PERF_EVENT_IOC_ENABLE);
		busy_loop(t->f->kernel);
		turn_all(t, PERF_EVENT_IOC_DISABLE);
	}
	for (size_t i = 0; i < t->n && outcome == COUNT; i++) {
		struct member *m = &t->member[i];

		if (m->fd < 0)
			continue;
		read_one(t, m);
		if (!m->reading.running || m->reading.running < m->reading.enabled)
			outcome = TAKE_TURNS;
	}
	close_all(t);
	return outcome;
}

/* Whole CPUs may have had nothing to do. */
static bool can_be_dead(const struct trial *t, const struct member *m)
{
	return m->cpu < 0 && event_is_of_core(&t->f->events->event[m->event]);
}

/* Those that read 0 and were themselves; how many there were. */
static size_t replace_zeros(struct trial *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct member *m = &t->member[i];

		if (m->reading.value || m->stands_in || !can_be_dead(t, m))
			continue;
		m->stands_in = true;
		n++;
	}
	return n;
}

/* They count the same, so all of them count. */
static bool stand_ins_agree(const struct trial *t)
{
	uint64_t low = UINT64_MAX, high = 0;

	for (size_t i = 0; i < t->n; i++) {
		uint64_t value = t->member[i].reading.value;

		if (!t->member[i].stands_in)
			continue;
		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	return low && (low > high || high - low <= high / 100 * AGREE_PCT);
}

/* Where not even the one that stands in can be opened, nothing can be said of them. */
static bool has_dead(struct trial *t)
{
	while (replace_zeros(t)) {
		enum outcome outcome = count(t);

		if (outcome != COUNT)
			return false;
		if (!stand_ins_agree(t))
			return true;
	}
	return false;
}

bool trial_fits(const struct fit *f, const int *event, size_t n)
{
	enum outcome outcome = COUNT;
	struct trial t;

	trial_build(&t, f, event, n);
	for (int i = 0; t.n && i < PATIENCE; i++) {
		outcome = count(&t);
		if (outcome != TAKE_TURNS)
			break;
	}
	if (outcome == COUNT && has_dead(&t))
		outcome = REFUSED;
	free(t.member);
	return outcome == COUNT;
}
