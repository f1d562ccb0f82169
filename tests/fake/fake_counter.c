/* SPDX-License-Identifier: MIT */
/* The fake kernel's counters: decides what can be opened, when it counts, and how much. */
#include "fake_kernel.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"

static const uint64_t SECOND = 1000000000;

static bool is_hardware(const union attr *a)
{
	return a->head.type == PERF_TYPE_HARDWARE || a->head.type == PERF_TYPE_HW_CACHE ||
	       a->head.type == PERF_TYPE_RAW;
}

static unsigned traits(const struct fake_counter *c, int fd)
{
	const struct perf_event_attr *a = &c->attr.head;

	return (unsigned)((c->leader != fd ? FAKE_MEMBER : FAKE_LEADER) | (a->exclude_kernel ? 0 : FAKE_KERNEL) |
			  (a->exclude_user ? 0 : FAKE_USER) | (a->exclude_guest ? FAKE_GUEST : FAKE_HOST) |
			  (a->precise_ip ? FAKE_PRECISE : 0) |
			  (a->read_format & PERF_FORMAT_GROUP ? FAKE_GROUP : 0) |
			  (a->inherit ? FAKE_INHERIT : 0) | (a->pinned ? FAKE_PINNED : 0) |
			  (c->cpu < 0 ? FAKE_TASK : 0));
}

static bool applies(const struct fake_kernel *fk, const struct fake_rule *r, const struct fake_counter *c,
		    int fd)
{
	return (!r->has_type || r->type == c->attr.head.type) &&
	       (!r->has_config || r->config == c->attr.head.config) &&
	       (!r->has_cpu || r->cpu == c->cpu) && (!r->tid || (c->cpu < 0 && r->tid == c->pid)) &&
	       (!r->cgroup[0] || strcmp(r->cgroup, c->cgroup) == 0) && (!r->run || r->run == fk->runs) &&
	       (!r->of[0] || fake_has_word(fk, r->of)) &&
	       (traits(c, fd) & r->when) == r->when;
}

/* What all rules together say of this counter: a later one wins. */
static struct fake_rule rule_of(const struct fake_kernel *fk, const struct fake_counter *c, int fd)
{
	struct fake_rule sum = { .running_pct = 100 };

	for (size_t i = 0; i < fk->n_rules; i++) {
		const struct fake_rule *r = &fk->rule[i];

		if (!applies(fk, r, c, fd))
			continue;
		if (r->open_errno)
			sum.open_errno = r->open_errno;
		if (r->filter_errno)
			sum.filter_errno = r->filter_errno;
		if (r->read_errno)
			sum.read_errno = r->read_errno, sum.live = r->live, sum.nth = r->nth;
		if (r->has_rate)
			sum.has_rate = true, sum.rate = r->rate, sum.count.n = 0;
		if (r->count.n)
			sum.count = r->count, sum.has_rate = false;
		if (r->has_running)
			sum.has_running = true, sum.running_pct = r->running_pct;
		if (r->back)
			sum.back = r->back, sum.nth = r->nth;
	}
	return sum;
}

/* Arm's driver does not ask whether these fit. */
static bool is_passed_over(const struct fake_kernel *fk, const struct fake_counter *c)
{
	return fk->as_arm && c->attr.head.disabled && !c->attr.head.enable_on_exec;
}

/* Beside this one, on its CPU or thread; leader -1: in any group. */
static int hardware_open(const struct fake_kernel *fk, const struct fake_counter *beside, int leader)
{
	int n = 0;

	for (int fd = 0; fd < fk->top; fd++) {
		const struct fake_counter *c = &fk->fd[fd];

		n += c->is_counter && is_hardware(&c->attr) && c->cpu == beside->cpu && c->pid == beside->pid &&
		     (leader < 0 || (c->leader == leader && !is_passed_over(fk, c)));
	}
	return n;
}

/* As the kernel does: a larger size is fine if all further bytes are zero. */
static int check_size(const struct fake_kernel *fk, struct perf_event_attr *attr)
{
	const unsigned char *bytes = (const unsigned char *)attr;

	for (uint32_t i = (uint32_t)fk->attr_size; fk->attr_size && i < attr->size; i++) {
		if (bytes[i]) {
			attr->size = (uint32_t)fk->attr_size;
			return -E2BIG;
		}
	}
	return 0;
}

/* Intel's top-down events are shares of the slots: without that event as their leader nothing counts them. */
static bool lacks_slots(const struct fake_kernel *fk, const struct fake_counter *c, int fd)
{
	enum { SLOTS = 0x400, FIRST_SHARE = 0x8000, LAST_SHARE = 0x8700 };
	uint64_t code = c->attr.head.config & 0xffff;
	const struct fake_counter *lead = &fk->fd[c->leader];

	return c->attr.head.type == PERF_TYPE_RAW && code >= FIRST_SHARE && code <= LAST_SHARE && !(code & 0xff) &&
	       (c->leader == fd || lead->attr.head.type != PERF_TYPE_RAW ||
		(lead->attr.head.config & 0xffff) != SLOTS);
}

static int refusal(const struct fake_kernel *fk, const struct fake_counter *c, int fd)
{
	int open_errno = rule_of(fk, c, fd).open_errno;
	int rc = fake_version_refusal(fk, &c->attr);
	bool barred = fk->paranoid > 2 || (fk->paranoid > 1 && !c->attr.head.exclude_kernel);

	if (barred && open_errno == ENOENT)	/* the kernel asks for permission first */
		return -EACCES;
	if (open_errno || rc)
		return open_errno ? -open_errno : rc;
	for (size_t i = 0; i < fk->n_uncore; i++)
		if (c->cpu < 0 && c->attr.head.type == fk->uncore[i])
			return -EINVAL;
	if (barred)
		return -EACCES;
	if (lacks_slots(fk, c, fd))
		return -EINVAL;
	if (fk->counters && is_hardware(&c->attr) && !is_passed_over(fk, c) && hardware_open(fk, c, c->leader) + 1 > fk->counters)
		return -EINVAL;
	return 0;
}

/* Its folder is really open: the machine is one of files. */
static bool name_cgroup(struct fake_counter *c, int fd)
{
	char link[40], path[512];
	const char *slash;
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (n <= 0)
		return false;
	path[n] = '\0';
	slash = strrchr(path, '/');
	snprintf(c->cgroup, sizeof(c->cgroup), "%.31s", slash ? slash + 1 : path);
	return true;
}

static int fake_open(const struct kernel *k, struct perf_event_attr *attr, pid_t pid, int cpu,
		     int group_fd, unsigned long flags)
{
	struct fake_kernel *fk = fake_self(k);
	struct fake_counter c = { .used = true, .pid = pid, .cpu = cpu };
	int rc = fake_fault(fk, "open"), fd;

	/* pstat counts itself: that is no run */
	c.own = !pid && cpu < 0 && !attr->inherit;
	if (!c.own)
		fake_begin_run(fk);
	fk->opens++;
	if (!rc)
		rc = check_size(fk, attr);
	if (rc)
		return rc;
	if (flags & PERF_FLAG_PID_CGROUP ? !name_cgroup(&c, pid) : fake_is_over(fk, pid))
		return -ESRCH;
	if (group_fd >= 0 && (group_fd >= fk->n_fds || !fk->fd[group_fd].is_counter))
		return -EBADF;
	if (group_fd >= 0 && (attr->pinned || attr->exclusive))
		return -EINVAL;		/* leaders only */
	fd = fake_take_fd(fk);
	if (fd < 0)
		return fd;
	memcpy(&c.attr, attr, attr->size < sizeof(c.attr) ? attr->size : sizeof(c.attr));
	c.leader = group_fd >= 0 ? group_fd : fd;
	rc = refusal(fk, &c, fd);
	if (rc < 0) {
		fake_drop_fd(fk, fd);
		return rc;
	}
	c.is_counter = true;
	c.of_command = cpu < 0 && (!pid || pid == fk->pid);
	c.on = !attr->disabled;
	c.since_ns = fk->clock_ns;
	c.id = 100 + fk->ids++;
	fk->fd[fd] = c;
	fk->fd[c.leader].members++;
	if (fk->log)
		fprintf(stderr, "fake: open type %u config %#llx pid %d cpu %d group_fd %d = %d\n",
			attr->type,
			(unsigned long long)attr->config, (int)pid, cpu, group_fd, fd);
	return fd;
}

/* Of CPUs and of others' threads, which were there before us. */
static uint64_t enabled_of_others(const struct fake_kernel *fk, const struct fake_counter *c)
{
	uint64_t end = c->cpu < 0 ? fake_end_of(fk, c->pid) : UINT64_MAX;
	uint64_t to = fk->clock_ns < end ? fk->clock_ns : end;

	return c->enabled_ns + (c->on && to > c->since_ns ? to - c->since_ns : 0);
}

/* What it was enabled of the time the command has lived. */
static uint64_t enabled_ns(const struct fake_kernel *fk, const struct fake_counter *c)
{
	if (c->cpu >= 0 || (c->pid && !c->of_command))
		return enabled_of_others(fk, c);
	if (c->own)
		return c->enabled_ns;
	uint64_t from = c->since_ns > fk->start_ns ? c->since_ns : fk->start_ns;
	uint64_t to = fk->clock_ns < fk->end_ns ? fk->clock_ns : fk->end_ns;

	if (fk->child.privileged && to > fk->start_ns + fk->child.kept_ns)
		to = fk->start_ns + fk->child.kept_ns;

	return c->enabled_ns + (c->on && fk->ran && to > from ? to - from : 0);
}

static void turn(struct fake_kernel *fk, struct fake_counter *c, bool on)
{
	c->enabled_ns = enabled_ns(fk, c);
	if ((c->own || (c->cpu >= 0 && c->since_ns == fk->clock_ns)) && c->on && !on)
		c->enabled_ns += SECOND / 1000;		/* pstat was busy */
	c->since_ns = fk->clock_ns;
	c->on = on;
}

void fake_counters_exec(struct fake_kernel *fk)
{
	for (int fd = 0; fd < fk->top; fd++)
		if (fk->fd[fd].is_counter && fk->fd[fd].attr.head.enable_on_exec)
			turn(fk, &fk->fd[fd], true);
}

static int fake_ioctl(const struct kernel *k, int fd, unsigned long request, unsigned long arg)
{
	struct fake_kernel *fk = fake_self(k);
	struct fake_counter *c = &fk->fd[fd];
	int rc = fake_fault(fk, "ioctl"), filter_errno;

	fk->ioctls++;
	if (rc)
		return rc;
	switch (request) {
	case PERF_EVENT_IOC_ENABLE:
	case PERF_EVENT_IOC_DISABLE:
		turn(fk, c, request == PERF_EVENT_IOC_ENABLE);
		return 0;
	case PERF_EVENT_IOC_ID:
		*(uint64_t *)(uintptr_t)arg = c->id;
		return 0;
	case PERF_EVENT_IOC_SET_OUTPUT:
		c->output = (int)arg;
		return 0;
	case PERF_EVENT_IOC_SET_FILTER:
		fk->filters++;
		filter_errno = rule_of(fk, c, fd).filter_errno;
		snprintf(c->filter, sizeof(c->filter), "%s", (const char *)(uintptr_t)arg);
		return filter_errno ? -filter_errno : strstr(c->filter, "nosuch") ? -EINVAL : 0;
	}
	return -ENOTTY;
}

/* --- how much ------------------------------------------------------------------ */

/* Of a second of the command's time, so that the metrics come out round. */
static uint64_t usual_rate(const struct perf_event_attr *a)
{
	static const uint64_t hardware[] = {	/* 3 GHz, 1.5 instructions a cycle, 2 % of branches missed */
		2700000000, 4050000000, 54000000, 13500000, 810000000, 16200000, 90000000, 540000000,
		270000000, 2250000000,
	};
	static const uint64_t cache[][2] = {	/* accesses, misses */
		{ 1350000000, 27000000 }, { 720000000, 7200000 }, { 9000000, 900000 },
		{ 1350000000, 2700000 },
		{ 36000000, 360000 }, { 810000000, 16200000 }, { 1800000, 180000 },
	};
	uint64_t which = a->config & 0xff, op = a->config >> 8 & 0xff, miss = a->config >> 16 & 1;

	if (a->type == PERF_TYPE_HARDWARE && (a->config & 0xffffffff) < sizeof(hardware) / sizeof(*hardware))
		return hardware[a->config & 0xffffffff];
	if (a->type == PERF_TYPE_HW_CACHE && which < sizeof(cache) / sizeof(*cache))
		return cache[which][miss] / (op == 0 ? 1 : op == 1 ? 2 : 10);
	return a->type == PERF_TYPE_RAW ? 90000000 : 45000000;
}

/* In a whole run. */
static uint64_t usual_count(const struct fake_kernel *fk, const struct perf_event_attr *a)
{
	static const uint64_t software[] = { 0, 0, 52, 3, 1, 50, 2, 0, 0, 0, 0, 3 };
	bool drifts = a->type == PERF_TYPE_HARDWARE && (a->config & 0xffffffff) == PERF_COUNT_HW_CPU_CYCLES;
	uint64_t life = fake_child_ns(fk), work = drifts ? life : fake_work_ns(fk);

	if (a->type == PERF_TYPE_SOFTWARE && a->config <= PERF_COUNT_SW_TASK_CLOCK)
		return fk->child.user_ns || fk->child.system_ns ? fk->child.user_ns + fk->child.system_ns
								: number_muldiv(life, 9, 10);
	if (a->type == PERF_TYPE_SOFTWARE)
		return a->config < sizeof(software) / sizeof(*software) ?
		       fake_more(fk, fake_spread(fk, software[a->config])) : 0;
	if (a->type == PERF_TYPE_TRACEPOINT)
		return 12;
	return a->type == PERF_TYPE_BREAKPOINT ? 7 : number_muldiv(usual_rate(a), work, SECOND);
}

/* Four fifths of everything happen in user mode, switches all in the kernel. */
static uint64_t excluded(const struct perf_event_attr *a, uint64_t value)
{
	bool switches = a->type == PERF_TYPE_SOFTWARE && (a->config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
							  a->config == PERF_COUNT_SW_CPU_MIGRATIONS);

	if (a->exclude_kernel)
		value = switches ? 0 : value - value / 5;
	return a->exclude_user ? value / 5 : value;
}

/* Hardware events that are too many take turns; pinned ones never give theirs up. */
static uint64_t share_of(const struct fake_kernel *fk, const struct fake_counter *c, uint64_t ns)
{
	int taken = (int)fake_of_run(fk, &fk->taken, 0), left = fk->counters - taken, open;

	if (!is_hardware(&c->attr))
		return ns;
	if (taken && hardware_open(fk, c, c->leader) > left)
		return 0;
	if (!fk->counters || c->attr.head.pinned)
		return ns;
	open = hardware_open(fk, c, -1);
	return open <= left ? ns : number_muldiv(ns, (uint64_t)left, (uint64_t)open);
}

/* Which of those on its CPU or thread. */
static bool is_dead(const struct fake_kernel *fk, int fd)
{
	int before = 0;

	if (!fk->dead)
		return false;
	for (int i = 0; i < fd; i++)
		before += fk->fd[i].is_counter && is_hardware(&fk->fd[i].attr) &&
			  fk->fd[i].cpu == fk->fd[fd].cpu && fk->fd[i].pid == fk->fd[fd].pid;
	return is_hardware(&fk->fd[fd].attr) && before + 1 == fk->dead;
}

struct moment { uint64_t value, enabled, running; };

/* Of a group the reads are those of its leader. */
static void go_back(struct moment *m, const struct fake_kernel *fk, int fd, const struct fake_rule *r)
{
	const struct fake_counter *c = &fk->fd[fd];
	bool group = c->attr.head.read_format & PERF_FORMAT_GROUP;

	if (!r->back || fk->fd[group ? c->leader : fd].reads != r->nth)
		return;
	*(r->back == FAKE_VALUE_BACK ? &m->value : r->back == FAKE_RUNNING_BACK ? &m->running : &m->enabled)
		/= 2;
	if (r->back == FAKE_ENABLED_BACK)
		m->running /= 2;
}

static struct moment now_of(const struct fake_kernel *fk, int fd)
{
	const struct fake_counter *c = &fk->fd[fd];
	struct fake_rule r = rule_of(fk, c, fd);
	uint64_t life = fake_child_ns(fk), whole;
	struct moment m = { .enabled = enabled_ns(fk, &fk->fd[c->leader]) };

	if (r.has_rate)
		whole = number_muldiv(r.rate, life, SECOND);
	else if (r.count.n)
		whole = fake_more(fk, fake_spread(fk, fake_of_run(fk, &r.count, 0)));
	else
		whole = excluded(&c->attr.head, usual_count(fk, &c->attr.head));
	m.running = r.has_running ? number_muldiv(m.enabled, r.running_pct, 100) : share_of(fk, c, m.enabled);
	m.value = life && !is_dead(fk, fd) && !fake_is_elsewhere(fk, c) ? number_muldiv(whole, m.running, life) : 0;
	go_back(&m, fk, fd, &r);
	return m;
}

uint64_t fake_counter_value(const struct fake_kernel *fk, int fd)
{
	return now_of(fk, fd).value;
}

static int broken_read(struct fake_kernel *fk, struct fake_counter *c, int fd)
{
	struct fake_rule r = rule_of(fk, c, fd);

	c->reads++;
	if ((r.live && (!fk->released || fk->clock_ns >= fk->end_ns)) || (r.nth && r.nth != c->reads))
		return 0;
	return r.read_errno;
}

ssize_t fake_counter_read(struct fake_kernel *fk, int fd, void *buf, size_t size)
{
	uint64_t v[3 + 3 * 64], n = 0, most, at = 0, format = fk->fd[fd].attr.head.read_format;
	int broken = broken_read(fk, &fk->fd[fd], fd);
	struct moment m = now_of(fk, fd);
	bool group = format & PERF_FORMAT_GROUP;
	int leader = fk->fd[fd].leader;

	fk->reads++;
	if (broken > 0)
		return -broken;
	if (broken == FAKE_READ_END)
		return 0;
	v[at++] = m.value;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		v[at++] = m.enabled;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		v[at++] = m.running;
	most = group ? fk->fd[leader].members : 1;
	for (int k = 0, i = group ? leader : fd; k < fk->top && n < most && n < 64; k++, i = (i + 1) % fk->top) {
		if (group && (!fk->fd[i].is_counter || fk->fd[i].leader != leader))
			continue;
		n++;
		if (group)
			v[at++] = now_of(fk, i).value;
		if (format & PERF_FORMAT_ID)
			v[at++] = fk->fd[i].id;
	}
	if (group)
		v[0] = n;
	if (broken == FAKE_READ_SHORT)
		at = 1;
	if (size < at * sizeof(*v))
		return -ENOSPC;
	memcpy(buf, v, (size_t)at * sizeof(*v));
	return (ssize_t)(at * sizeof(*v));
}

void fake_counters_install(struct kernel *ops)
{
	ops->perf_open = fake_open;
	ops->perf_ioctl = fake_ioctl;
}
