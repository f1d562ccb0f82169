/* SPDX-License-Identifier: MIT */
/* Opens a group of events on each CPU, and gives the records of its ring to the table of tasks. */
#include "top/switch_counter.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "event/event.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "top/task_table.h"

enum { HEAD = 3 };		/* words of a read before the values: number of events, two times */

#define READ_FORMAT (PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* --- opening ----------------------------------------------------------------------------------------- */

static union attr leader_attr(void)
{
	return (union attr){ .head = {
		.type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE, .config = PERF_COUNT_SW_CONTEXT_SWITCHES,
		.sample_period = 1, .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ,
		.read_format = READ_FORMAT, .sample_id_all = 1, .use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		.disabled = 1, .pinned = 1, .task = 1, .comm = 1, .context_switch = 1,
	} };
}

static union attr member_attr(const struct event *e)
{
	union attr a = e->attr;

	a.head.sample_type = 0;
	a.head.read_format = READ_FORMAT;
	a.head.inherit = a.head.disabled = a.head.pinned = 0;
	a.head.use_clockid = 1;		/* as all events of a group */
	a.head.clockid = CLOCK_MONOTONIC;
	return a;
}

static void add_fd(struct switch_counter *s, struct switch_cpu *c, int fd)
{
	MEM_ADD(c->fd, c->n_fds, fd);
	s->n_fds++;
}

static int switch_counter_refuse(int errnum, const char *what, struct error *err)
{
	if (errnum == EACCES || errnum == EPERM) {
		error_set(err, ERROR_PERMISSION, errnum, "cannot count the tasks of all users: %s",
			  strerror(errnum));
		return error_hint(err, "root, CAP_PERFMON or kernel.perf_event_paranoid=0 permits it; "
				  "'pstat -p PID -I 1000' counts a process of yours");
	}
	error_set(err, errnum == EMFILE ? ERROR_LIMIT : ERROR_UNSUPPORTED, errnum, "cannot count '%s': %s",
		  what, strerror(errnum));
	if (errnum == EMFILE)
		error_hint(err, "'ulimit -n' permits too few descriptors for the events of all CPUs");
	if (errnum == EINVAL)
		error_hint(err, "all events must be on the counters together: name fewer with -e");
	return -1;
}

/* The event is on some CPUs only, or on none. */
static bool is_elsewhere(int errnum)
{
	return errnum == ENOENT || errnum == ENODEV || errnum == EOPNOTSUPP;
}

/* From the records: it needs no counter. */
static bool switch_counter_is_known(const struct event *e)
{
	return event_is_clock(e) || event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES);
}

/* may_lack: also what does not fit on the counters beside those before it. */
static int open_members(struct switch_counter *s, struct switch_cpu *c, int cpu, bool may_lack,
			struct error *err)
{
	for (size_t i = 0; i < s->events->n; i++) {
		const struct event *e = &s->events->event[i];
		union attr attr = member_attr(e);
		int fd;

		if (switch_counter_is_known(e) || e->flags & EVENT_UNSUPPORTED) {
			s->counted[i] = switch_counter_is_known(e);
			continue;
		}
		fd = kernel_perf_open(s->kernel, &attr, -1, cpu, c->fd[0], PERF_FLAG_FD_CLOEXEC);
		if (fd >= 0) {
			c->member[i] = c->n_fds;
			add_fd(s, c, fd);
			s->counted[i] = true;
		} else if (!is_elsewhere(-fd) && !(may_lack && fd == -EINVAL)) {
			return switch_counter_refuse(-fd, e->name, err);
		}
	}
	return 0;
}

static int open_cpu(struct switch_counter *s, struct switch_cpu *c, int cpu, bool may_lack, struct error *err)
{
	const union attr leader = leader_attr();
	int fd = ring_open_leader(&c->ring, s->kernel, &leader, cpu, s->n_cpus, s->pages);

	c->member = mem_zeroed(s->events->n + 1, sizeof(*c->member));
	if (fd == -ENODEV)	/* it went offline */
		return 0;
	if (fd < 0)
		return switch_counter_refuse(-fd, "context-switches", err);
	add_fd(s, c, fd);
	return open_members(s, c, cpu, may_lack, err);
}

/* Of each, what this machine cannot count. */
static int check_counted(const struct switch_counter *s, struct error *err)
{
	for (size_t i = 0; i < s->events->n; i++) {
		const struct event *e = &s->events->event[i];

		if (s->counted[i] || s->counted[e->row])
			continue;
		error_set(err, ERROR_UNSUPPORTED, ENOENT, "'%s' is not supported here", e->name);
		return error_hint(err, "without -e it counts what this machine has; 'pstat doctor' says why");
	}
	return 0;
}

int switch_counter_open(struct switch_counter *s, const struct events *events, const struct cpulist *cpus,
			bool may_lack, struct error *err)
{
	const union attr attr = leader_attr();

	s->events = events;
	s->n_cpus = cpus->n;
	s->cpu = mem_zeroed(cpus->n + 1, sizeof(*s->cpu));
	s->counted = mem_zeroed(events->n + 1, sizeof(*s->counted));
	s->format = record_format_of(&attr.head);
	for (size_t i = 0; i < cpus->n; i++)
		if (open_cpu(s, &s->cpu[i], cpus->cpu[i], may_lack, err) < 0)
			return -1;
	return may_lack ? 0 : check_counted(s, err);
}

/* --- reading ----------------------------------------------------------------------------------------- */

/* The values of the events, from those of the group. */
static void spread(const struct switch_counter *s, const struct switch_cpu *c, const uint64_t *group,
		   uint64_t *value)
{
	for (size_t i = 0; i < s->events->n; i++)
		value[i] = c->member[i] ? group[c->member[i]] : 0;
}

/*
 * A pinned group that found no counter reads as the end of a file.  Returns 1 if the CPU went offline: then
 * the kernel takes the group apart, and its leader is read alone.
 */
static int read_group(const struct switch_counter *s, const struct switch_cpu *c, uint64_t *value,
		      struct error *err)
{
	size_t size = (HEAD + c->n_fds) * sizeof(uint64_t);
	FREED uint64_t *words = mem_zeroed(HEAD + c->n_fds, sizeof(*words));
	ssize_t n = s->kernel->read(s->kernel, c->fd[0], words, size);
	bool whole = n == (ssize_t)size && words[0] == c->n_fds, alone;

	if (whole)
		spread(s, c, words + HEAD, value);
	alone = n == (HEAD + 1) * (ssize_t)sizeof(*words) && words[0] == 1;
	if (whole || alone)
		return whole ? 0 : 1;
	error_set(err, ERROR_UNSUPPORTED, n < 0 ? (int)-n : 0,
		  "the events do not fit on the counters together");
	return error_hint(err, "name fewer with -e, or see 'pstat doctor': others may hold counters");
}

static void close_cpu(struct switch_counter *s, struct switch_cpu *c)
{
	if (c->ring.page)
		ring_close(&c->ring);
	while (c->n_fds) {
		s->kernel->close(s->kernel, c->fd[--c->n_fds]);
		s->n_fds--;
	}
}

static void take_sample(struct switch_counter *s, struct switch_cpu *c, struct task_table *t,
			const struct record *r, uint64_t *value)
{
	if (r->counts.n != c->n_fds)	/* the group was not complete yet */
		return;
	for (size_t i = 0; i < s->events->n; i++)
		value[i] = c->member[i] ? record_count_at(&r->counts, c->member[i]).value : 0;
	task_table_leaves(t, (size_t)(c - s->cpu), (pid_t)r->pid, (pid_t)r->tid, r->time_ns, value);
}

static void apply(struct switch_counter *s, struct switch_cpu *c, struct task_table *t,
		  const struct record *r, uint64_t *value)
{
	size_t cpu = (size_t)(c - s->cpu);

	switch (r->type) {
	case RECORD_SAMPLE:
		take_sample(s, c, t, r, value);
		break;
	case RECORD_SWITCH_CPU_WIDE:
		if (!(r->misc & PERF_RECORD_MISC_SWITCH_OUT))
			task_table_takes(t, cpu, (pid_t)r->pid, (pid_t)r->tid, r->time_ns);
		break;
	case RECORD_FORK:
		task_table_started(t, (pid_t)r->pid, (pid_t)r->tid, (pid_t)r->ppid,
				   (pid_t)r->ptid, r->time_ns);
		break;
	case RECORD_COMM:
		task_table_named(t, (pid_t)r->pid, (pid_t)r->tid, r->comm);
		break;
	case RECORD_EXIT:
		task_table_ended(t, (pid_t)r->pid, (pid_t)r->tid, r->time_ns);
		break;
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		s->lost += r->lost;
		task_table_lost(t, cpu);
		break;
	default:
		break;
	}
}

static void drain_cpu(struct switch_counter *s, struct switch_cpu *c, struct task_table *t, uint64_t *value)
{
	struct record r;

	while (c->n_fds && ring_take(&c->ring, &s->format, &r, &s->lost, &s->damaged)) {
		s->records++;
		apply(s, c, t, &r, value);
	}
}

void switch_counter_drain(struct switch_counter *s, struct task_table *t)
{
	FREED uint64_t *value = mem_zeroed(s->events->n + 1, sizeof(*value));

	for (size_t i = 0; i < s->n_cpus; i++)
		drain_cpu(s, &s->cpu[i], t, value);
}

static void fill_known(const struct switch_counter *s, struct top_counts *c)
{
	for (size_t i = 0; i < s->events->n; i++)
		if (switch_counter_is_known(&s->events->event[i]))
			c->value[i] = event_is_clock(&s->events->event[i]) ? c->cpu_ns : c->switches;
}

int switch_counter_start(struct switch_counter *s, struct task_table *t, struct error *err)
{
	FREED uint64_t *value = mem_zeroed(s->events->n + 1, sizeof(*value));
	int rc = 0;

	for (size_t i = 0; i < s->n_cpus && rc >= 0; i++) {
		struct switch_cpu *c = &s->cpu[i];

		if (!c->n_fds)
			continue;
		rc = s->kernel->perf_ioctl(s->kernel, c->fd[0], PERF_EVENT_IOC_ENABLE, 0);
		rc = rc < 0 ? switch_counter_refuse(-rc, "context-switches", err)
			    : read_group(s, c, value, err);
		if (rc == 0)
			task_table_start(t, i, s->kernel->now_ns(s->kernel), value);
	}
	return rc < 0 ? -1 : 0;
}

/*
 * The records are read after the group, so that the task is known that had the CPU then.  If it has left
 * since, its sample has all.
 */
int switch_counter_end_interval(struct switch_counter *s, struct task_table *t, struct error *err)
{
	FREED uint64_t *value = mem_zeroed(2 * s->events->n + 1, sizeof(*value));
	uint64_t *record = value + s->events->n;
	int rc = 0;

	for (size_t i = 0; i < s->n_cpus && rc >= 0; i++) {
		struct switch_cpu *c = &s->cpu[i];
		uint64_t now = s->kernel->now_ns(s->kernel);

		if (!c->n_fds)
			continue;
		rc = read_group(s, c, value, err);
		drain_cpu(s, c, t, record);
		if (rc == 0)
			task_table_stays(t, i, now, value);
		if (rc > 0)
			close_cpu(s, c);
	}
	for (size_t k = 0; k < t->n; k++)
		fill_known(s, &t->task[k].counts);
	fill_known(s, &t->unknown);
	return rc < 0 ? -1 : 0;
}

void switch_counter_fds(const struct switch_counter *s, struct wait_fd *fds)
{
	for (size_t i = 0; i < s->n_cpus; i++)
		fds[i] = (struct wait_fd){ .fd = s->cpu[i].n_fds ? s->cpu[i].fd[0] : -1,
					   .kind = WAIT_RECORDS };
}

void switch_counter_close(struct switch_counter *s)
{
	for (size_t i = 0; i < s->n_cpus; i++) {
		struct switch_cpu *c = &s->cpu[i];

		close_cpu(s, c);
		free(c->fd);
		free(c->member);
	}
	free(s->cpu);
	free(s->counted);
	*s = (struct switch_counter){0};
}
