/* SPDX-License-Identifier: MIT */
/*
 * Opens the events together, as a run would, while pstat is busy: events that were not on a counter all
 * the time are multiplexed.
 *
 * A dead counter reads 0 and claims to have counted all the time; so does an event that did not happen. To
 * tell them apart, events that read 0 are replaced by one that cannot be 0: a dead counter still reads 0.
 */
#include "count/packing_trial.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "count/busy_loop.h"
#include "count/reading.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/pmu.h"

enum {
	TRIES_MOST = 2,		/* number of tries: others may have needed a counter for a moment */
	AGREE_PCT = 2,		/* copies of one event start and stop one after the other */
};

struct member {
	int event, cpu;		/* cpu -1: pstat itself */
	size_t lead;		/* index of its leader in member */
	int fd;			/* -1: not open */
	bool replaced;		/* its event read 0 and is replaced */
	struct reading reading;
};

struct trial {
	const struct trial_setup *setup;
	struct member *member; size_t n;
};

/* A PMU of some CPUs only is tried on the first of them. */
static int packing_trial_cpu_of(const struct trial_setup *setup, const struct event *e)
{
	const struct pmu *pmu = e->pmu;
	bool some = pmu && pmu->cpus.n;

	if (!setup->on_cpus && !(some && pmu->is_core))
		return -1;
	return some ? pmu->cpus.cpu[0] : 0;
}

static bool is_opened(const struct event *e)
{
	return e->tool == TOOL_NONE && !(e->flags & EVENT_UNSUPPORTED);
}

struct group_order {
	int leader, event;
};

/* By group, the leader first. */
static int compare_group_order(const void *a, const void *b)
{
	const struct group_order *x = a, *y = b;

	if (x->leader != y->leader)
		return x->leader < y->leader ? -1 : 1;
	if ((x->event == x->leader) != (y->event == y->leader))
		return x->event == x->leader ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/* Ignores members without their leader. */
static void add_member(struct trial *t, const struct group_order *s)
{
	const struct event *e = &t->setup->events->event[s->event];
	bool leads = s->event == s->leader;
	size_t lead = leads || !t->n ? t->n : t->member[t->n - 1].lead;

	if (!is_opened(e) || (!leads && (lead == t->n || t->member[lead].event != s->leader)))
		return;
	t->member[t->n] = (struct member){ .event = s->event, .lead = lead, .fd = -1 };
	t->member[t->n].cpu = leads ? packing_trial_cpu_of(t->setup, e) : t->member[lead].cpu;
	t->n++;
}

static void trial_build(struct trial *t, const struct trial_setup *setup, const int *event, size_t n)
{
	FREED struct group_order *group_order = mem_resize(NULL, n, sizeof(*group_order));

	*t = (struct trial){ .setup = setup, .member = mem_resize(NULL, n, sizeof(*t->member)) };
	for (size_t i = 0; i < n; i++)
		group_order[i] = (struct group_order){ setup->events->event[event[i]].leader, event[i] };
	qsort(group_order, n, sizeof(*group_order), compare_group_order);
	for (size_t i = 0; i < n; i++)
		add_member(t, &group_order[i]);
}

/* Only a replacement has another event. */
static union attr attr_of(const struct trial *t, size_t i)
{
	const struct member *m = &t->member[i];
	union attr attr = t->setup->events->event[m->event].attr;

	if (m->replaced) {
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

enum trial_result {
	ALL_COUNT,		/* all of them, all the time */
	MULTIPLEXED,
	REFUSED,		/* the kernel knows that they do not fit */
};

static enum trial_result packing_trial_open_all(struct trial *t)
{
	const struct kernel *k = t->setup->kernel;

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
	return ALL_COUNT;
}

static void close_all(struct trial *t)
{
	for (size_t i = t->n; i--; t->member[i].fd = -1)
		if (t->member[i].fd >= 0)
			t->setup->kernel->close(t->setup->kernel, t->member[i].fd);
}

static void switch_all(const struct trial *t, unsigned long request)
{
	const struct kernel *k = t->setup->kernel;

	for (size_t i = 0; i < t->n; i++)
		if (t->member[i].lead == i && t->member[i].fd >= 0)
			k->perf_ioctl(k, t->member[i].fd, request, 0);
}

/* All 0 if it cannot be read, as if it had not run. */
static void read_one(const struct trial *t, struct member *m)
{
	const struct kernel *k = t->setup->kernel;
	struct error ignored = ERROR_INIT;
	uint64_t buf[3];
	ssize_t len = k->read(k, m->fd, buf, sizeof(buf));

	m->reading = (struct reading){0};
	if (len > 0)
		reading_decode(&m->reading, NULL, 1,
			       PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING, buf,
			       (size_t)len, &ignored);
}

static enum trial_result run_trial(struct trial *t)
{
	enum trial_result result = packing_trial_open_all(t);

	if (result == ALL_COUNT) {
		switch_all(t, PERF_EVENT_IOC_ENABLE);
		busy_loop(t->setup->kernel);
		switch_all(t, PERF_EVENT_IOC_DISABLE);
	}
	for (size_t i = 0; i < t->n && result == ALL_COUNT; i++) {
		struct member *m = &t->member[i];

		if (m->fd < 0)
			continue;
		read_one(t, m);
		if (!m->reading.running || m->reading.running < m->reading.enabled)
			result = MULTIPLEXED;
	}
	close_all(t);
	return result;
}

/* Whole CPUs may have been idle. */
static bool can_be_dead(const struct trial *t, const struct member *m)
{
	return m->cpu < 0 && event_is_of_core(&t->setup->events->event[m->event]);
}

/* Replaces events that read 0; returns their number. */
static size_t replace_zeros(struct trial *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct member *m = &t->member[i];

		if (m->reading.value || m->replaced || !can_be_dead(t, m))
			continue;
		m->replaced = true;
		n++;
	}
	return n;
}

/* The replacements count the same, so all of them count. */
static bool replacements_agree(const struct trial *t)
{
	uint64_t low = UINT64_MAX, high = 0;

	for (size_t i = 0; i < t->n; i++) {
		uint64_t value = t->member[i].reading.value;

		if (!t->member[i].replaced)
			continue;
		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	return low && (low > high || high - low <= high / 100 * AGREE_PCT);
}

/* If not even the replacement can be opened, nothing is known. */
static bool has_dead(struct trial *t)
{
	while (replace_zeros(t)) {
		enum trial_result result = run_trial(t);

		if (result != ALL_COUNT)
			return false;
		if (!replacements_agree(t))
			return true;
	}
	return false;
}

bool packing_trial_fits(const struct trial_setup *setup, const int *event, size_t n)
{
	enum trial_result result = ALL_COUNT;
	struct trial t;

	trial_build(&t, setup, event, n);
	for (int i = 0; t.n && i < TRIES_MOST; i++) {
		result = run_trial(&t);
		if (result != MULTIPLEXED)
			break;
	}
	if (result == ALL_COUNT && has_dead(&t))
		result = REFUSED;
	free(t.member);
	return result == ALL_COUNT;
}
