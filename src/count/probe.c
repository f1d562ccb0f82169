/* SPDX-License-Identifier: MIT */
/*
 * Opens each event as a run would. For a PMU's counters, a group with as many copies of one event as fit
 * counts the same busy loop; if one copy disagrees, a counter is broken.
 */
#include "count/probe.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "count/busy_loop.h"
#include "count/fallback.h"
#include "count/reading.h"
#include "event/event.h"
#include "host/kernel.h"

enum {
	LOOPS_MOST = 6,		/* the most loops that a group gets to be scheduled */
	BUDGET_NS = 300000000,	/* for all groups of a PMU together */
	AGREE_PCT = 2,		/* copies start and stop one after the other */
};

static int open_attr(const struct probe *p, const union attr *attr, int cpu, int group_fd, union attr *back)
{
	*back = *attr;
	return kernel_perf_open(p->kernel, back, cpu < 0 ? 0 : -1, cpu, group_fd, 0);
}

/* A copy that fallbacks may change; only what they touch is copied. */
static struct event copy_of(const struct event *event)
{
	struct event copy = *event;

	copy.name = mem_copy_text(event->name);
	copy.attr.head.disabled = 1;
	return copy;
}

static void probe_member(struct probe_result *out, const struct probe *p, const struct event *event, int cpu,
			 int group_fd)
{
	struct event e = copy_of(event);
	union attr first, back;
	struct refused what = { event, &first, 0, cpu < 0 ? REFUSED_OWN : REFUSED_CPU };
	int fd = open_attr(p, &e.attr, cpu, group_fd, &first), refused = -fd;

	back = first;
	*out = (struct probe_result){ .refused = fd < 0 ? refused : 0 };
	what.errnum = refused;
	while (fd < 0 && cpu < 0 && fallback_next(&e, &back, -fd)) {
		fd = open_attr(p, &e.attr, cpu, group_fd, &back);
		if (fd < 0 && !refusal_is_same_cause(what.errnum, -fd, &e)) {
			what.errnum = -fd;
			first = back;
		}
	}
	if (fd >= 0) {
		p->kernel->close(p->kernel, fd);
		out->user_only = e.attr.head.exclude_kernel && !event->attr.head.exclude_kernel;
		out->blind = e.flags & EVENT_BLIND;
	}
	if (fd < 0 || out->user_only)
		refusal_explain(&out->why, &what, p->machine);
	if (fd >= 0)
		out->why.errnum = 0;
	free(e.name);
}

void probe_event(struct probe_result *out, const struct probe *p, const struct event *event, int cpu)
{
	probe_member(out, p, event, cpu, -1);
}

int probe_cgroup(const struct probe *p, int fd, int cpu)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY,
					.size = PERF_ATTR_SIZE_VER0, .disabled = 1 };
	int rc = p->kernel->perf_open(p->kernel, &attr, fd, cpu, -1, PERF_FLAG_PID_CGROUP);

	if (rc >= 0)
		p->kernel->close(p->kernel, rc);
	return rc < 0 ? -rc : 0;
}

/* Some events count only with their leader. */
void probe_events(struct probe_result *out, const struct probe *p, const struct events *events)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = &events->event[i];
		union attr back;
		int lead = -1;

		if (e->tool != TOOL_NONE) {
			out[i] = (struct probe_result){0};
			continue;
		}
		if (e->leader != (int)i)
			lead = open_attr(p, &events->event[e->leader].attr, -1, -1, &back);
		probe_member(&out[i], p, e, -1, lead < 0 ? -1 : lead);
		if (lead >= 0)
			p->kernel->close(p->kernel, lead);
	}
}

/* --- the counters of a PMU ------------------------------------------------------------------------ */

struct copies {			/* copies of one event, in one group */
	const struct probe *p;
	union attr attr;
	int fd[PROBE_MOST];
	size_t n;
	size_t counting;	/* of the last group that ran: copies that did not read 0 */
};

/* Opens as many as possible, up to most; returns the errno of the one that failed. */
static int copies_open(struct copies *c, size_t most)
{
	while (c->n < most) {
		union attr attr = c->attr, back;
		int fd;

		/*
		 * Members follow their leader. It waits for an exec that never comes, because Arm's driver
		 * ignores other disabled leaders when it checks whether a group fits.
		 */
		attr.head.disabled = attr.head.enable_on_exec = !c->n;
		fd = open_attr(c->p, &attr, -1, c->n ? c->fd[0] : -1, &back);
		if (fd < 0) {
			c->attr.head.size = fd == -E2BIG ? back.head.size : c->attr.head.size;
			return -fd;
		}
		c->fd[c->n++] = fd;
	}
	return 0;
}

static void copies_close(struct copies *c)
{
	while (c->n)
		c->p->kernel->close(c->p->kernel, c->fd[--c->n]);
}

static size_t count_nonzero(const struct reading *r, size_t n)
{
	size_t counting = 0;

	for (size_t i = 0; i < n; i++)
		counting += r[i].value != 0;
	return counting;
}

static bool agree(const struct reading *r, size_t n)
{
	uint64_t low = r[0].value, high = r[0].value;

	for (size_t i = 1; i < n; i++) {
		low = r[i].value < low ? r[i].value : low;
		high = r[i].value > high ? r[i].value : high;
	}
	return low && high - low <= high / 100 * AGREE_PCT;
}

enum loop_result { CANNOT_READ, NEVER_RAN, DISAGREE, AGREE };

/* A group that has to wait for its turn gets several loops. */
static enum loop_result count_loop(struct copies *c)
{
	const struct kernel *k = c->p->kernel;
	uint64_t buf[3 + PROBE_MOST];
	struct reading r[PROBE_MOST];

	for (int i = 0; i < LOOPS_MOST; i++) {
		struct error ignored = ERROR_INIT;
		ssize_t got;

		if (k->perf_ioctl(k, c->fd[0], PERF_EVENT_IOC_ENABLE, 0) < 0)
			return CANNOT_READ;
		busy_loop(k);
		k->perf_ioctl(k, c->fd[0], PERF_EVENT_IOC_DISABLE, 0);
		got = k->read(k, c->fd[0], buf, sizeof(buf));
		if (got <= 0 || reading_decode(r, NULL, PROBE_MOST, c->attr.head.read_format, buf,
					       (size_t)got, &ignored) != (int)c->n)
			return CANNOT_READ;
		c->counting = count_nonzero(r, c->n);
		if (r[0].running)
			return agree(r, c->n) ? AGREE : DISAGREE;
	}
	return NEVER_RAN;
}

/* Tries groups from the largest down to the first that agrees. */
static void find_live(struct probe_pmu_result *out, struct copies *c)
{
	const struct kernel *k = c->p->kernel;
	uint64_t until = k->now_ns(k) + BUDGET_NS;

	for (size_t n = out->advertised; n && k->now_ns(k) < until; n--) {
		enum loop_result result = CANNOT_READ;

		if (copies_open(c, n) == 0)
			result = count_loop(c);
		copies_close(c);
		out->tested |= result == AGREE || result == DISAGREE;
		out->starved |= result == NEVER_RAN;
		if (c->counting > out->counting)
			out->counting = c->counting;
		if (result == AGREE) {
			out->live = n;
			return;
		}
	}
}

void probe_counters(struct probe_pmu_result *out, const struct probe *p, const struct event *event)
{
	struct copies c = { .p = p, .attr = event->attr };
	struct refused what = { event, &c.attr, 0, REFUSED_OWN };
	int errnum;

	*out = (struct probe_pmu_result){0};
	c.attr.head.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
				  PERF_FORMAT_TOTAL_TIME_RUNNING;
	errnum = copies_open(&c, PROBE_MOST);
	if (errnum == E2BIG)	/* an older kernel has stored the size that it knows */
		errnum = copies_open(&c, PROBE_MOST);
	what.errnum = errnum;
	out->advertised = c.n;
	copies_close(&c);
	if (out->advertised)
		find_live(out, &c);
	else
		refusal_explain(&out->why, &what, p->machine);
}
