/* SPDX-License-Identifier: MIT */
/* Opens a group of events on each CPU, and merges the samples of all rings by time. */
#include "count/function/function_probes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "base/str.h"
#include "count/counters.h"
#include "count/event_sets.h"
#include "count/function/probe_cost.h"
#include "count/function/probed_functions.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/rootfs.h"

enum { VALUES = PSTAT_REGION_EVENTS + 1 };

/* The stack pointer among the registers of PERF_SAMPLE_REGS_USER; -1: not known here. */
#if defined(__x86_64__) || defined(__i386__)
enum { STACK_REGISTER = 7 };
#elif defined(__aarch64__)
enum { STACK_REGISTER = 31 };
#elif defined(__arm__)
enum { STACK_REGISTER = 13 };
#elif defined(__riscv)
enum { STACK_REGISTER = 2 };
#elif defined(__s390__)
enum { STACK_REGISTER = 15 };
#elif defined(__powerpc__)
enum { STACK_REGISTER = 1 };
#else
enum { STACK_REGISTER = -1 };
#endif

/* --- opening ----------------------------------------------------------------------------------------- */

/* What the leader and the probes have in common: a sample at each. */
static union attr sampling_attr(uint32_t type, uint64_t config)
{
	union attr a = { .head = {
		.type = type, .size = ATTR_SIZE, .config = config, .sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.sample_id_all = 1, .use_clockid = 1, .clockid = CLOCK_MONOTONIC,
	} };

	if (STACK_REGISTER >= 0) {
		a.head.sample_type |= PERF_SAMPLE_REGS_USER;
		a.head.sample_regs_user = UINT64_C(1) << (STACK_REGISTER & 63);
	}
	return a;
}

static union attr leader_attr(void)
{
	union attr a = sampling_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES);

	a.head.disabled = a.head.pinned = 1;
	a.head.task = a.head.comm = a.head.comm_exec = a.head.context_switch = 1;
	return a;
}

static union attr probe_attr(const struct probed_functions *f, size_t function, bool on_return)
{
	union attr a = sampling_attr(f->type, on_return ? f->on_return : 0);

	a.head.config1 = (uintptr_t)f->function[function].path;
	a.head.config2 = f->function[function].offset;
	return a;
}

/* The attr of the event as the command has it, for a CPU. */
static bool counted_attr(union attr *attr, const struct plan *plan, const struct counters *counters,
			 int event)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (plan->slot[i].event != event || counters->counter[i].state != COUNTER_OPEN)
			continue;
		plan_attr_unbundled(plan, i, attr);
		attr->head.inherit = attr->head.inherit_stat = attr->head.enable_on_exec = 0;
		attr->head.disabled = attr->head.pinned = 0;
		attr->head.use_clockid = 1;	/* as all events of a group */
		attr->head.clockid = CLOCK_MONOTONIC;
		attr->head.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
					 PERF_FORMAT_TOTAL_TIME_RUNNING;
		return true;
	}
	return false;
}

static void add_fd(struct probed_cpu *c, int fd)
{
	c->fd = mem_grow(c->fd, c->n_fds, sizeof(*c->fd));
	c->fd[c->n_fds++] = fd;
}

static int open_member(const struct function_probes *p, struct probed_cpu *c, int cpu, const union attr *attr)
{
	union attr a = *attr;
	int fd = kernel_perf_open(p->kernel, &a, -1, cpu, c->fd[0], PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		add_fd(c, fd);
	return fd;
}

static int function_probes_refuse(int errnum, const char *what, struct error *err)
{
	if (errnum == EACCES || errnum == EPERM) {
		error_set(err, ERROR_PERMISSION, errnum, "cannot probe functions: %s", strerror(errnum));
		error_hint(err, "it needs root; capabilities of pstat's file have no effect here; "
				"with --regions the program marks its regions");
		return -1;
	}
	error_set(err, errnum == EMFILE ? ERROR_LIMIT : ERROR_UNSUPPORTED, errnum,
		  "cannot probe functions: %s: %s", what, strerror(errnum));
	if (errnum == EMFILE)
		error_hint(err, "'ulimit -n' permits too few descriptors for the events of all CPUs");
	return -1;
}

static int fail_group(int errnum, const char *name, struct error *err)
{
	error_set(err, ERROR_UNSUPPORTED, errnum, "cannot count '%s' in functions: %s", name,
		  strerror(errnum));
	if (errnum == EINVAL)
		error_hint(err, "it must be on the counters together with the events before it: name fewer");
	return -1;
}

/* The event is on some CPUs only, or on none. */
static bool is_elsewhere(int rc)
{
	return rc == -ENOENT || rc == -ENODEV || rc == -EOPNOTSUPP;
}

static int open_counted(struct function_probes *p, struct probed_cpu *c, int cpu, const struct plan *plan,
			const struct counters *counters, struct error *err)
{
	for (size_t i = 0; i < p->n_events; i++) {
		union attr attr;
		int rc;

		if (p->wall[i] || !counted_attr(&attr, plan, counters, p->event[i]))
			continue;
		rc = open_member(p, c, cpu, &attr);
		if (rc >= 0)
			c->member[i] = (int)c->n_fds - 1;
		else if (rc == -EMFILE)
			return function_probes_refuse(-rc, "the events of all CPUs", err);
		else if (!is_elsewhere(rc))
			return fail_group(-rc, plan->events->event[p->event[i]].name, err);
	}
	return 0;
}

static int open_probe(struct function_probes *p, struct probed_cpu *c, int cpu, size_t function,
		      bool on_return, struct error *err)
{
	const struct kernel *k = p->kernel;
	const union attr attr = probe_attr(p->functions, function, on_return);
	uint64_t *id = &c->id[2 * function + on_return];
	int fd = open_member(p, c, cpu, &attr), rc = fd;

	if (rc >= 0)
		rc = k->perf_ioctl(k, fd, PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)c->fd[0]);
	if (rc >= 0)
		rc = k->perf_ioctl(k, fd, PERF_EVENT_IOC_ID, (uintptr_t)id);
	return rc < 0 ? function_probes_refuse(-rc, p->functions->function[function].name, err) : 0;
}

static int open_cpu(struct function_probes *p, struct probed_cpu *c, int cpu, const struct plan *plan,
		    const struct counters *counters, struct error *err)
{
	const union attr leader = leader_attr();
	size_t n = p->functions->n;
	int fd = ring_open_leader(&c->ring, p->kernel, &leader, cpu, p->n_cpus, p->pages);

	if (fd == -ENODEV)	/* it went offline */
		return 0;
	if (fd < 0)
		return function_probes_refuse(-fd, "a ring buffer", err);
	add_fd(c, fd);
	c->id = mem_zeroed(2 * n, sizeof(*c->id));
	if (open_counted(p, c, cpu, plan, counters, err) < 0)
		return -1;
	for (size_t i = 0; i < 2 * n; i++)
		if (open_probe(p, c, cpu, i / 2, i % 2, err) < 0)
			return -1;
	return 0;
}

static int list_events(struct function_probes *p, const struct plan *plan, struct error *err)
{
	for (size_t i = 0; i < plan->events->n; i++) {
		const struct event *e = &plan->events->event[i];

		if (!event_set_has(plan->set, (int)i) || (e->tool != TOOL_NONE && e->tool != TOOL_DURATION))
			continue;
		if (p->n_events == PSTAT_REGION_EVENTS)
			return error_set(err, ERROR_UNSUPPORTED, 0, "--region-fn counts at most %u events",
					 PSTAT_REGION_EVENTS);
		p->wall[p->n_events] = e->tool == TOOL_DURATION;
		p->event[p->n_events++] = (int)i;
	}
	return 0;
}

/* What is not read from a counter. */
static void set_sources(struct function_probes *p, const struct events *events)
{
	for (size_t i = 0; i < p->n_events; i++) {
		const struct perf_event_attr *a = &events->event[p->event[i]].attr.head;
		bool software = !p->wall[i] && a->type == PERF_TYPE_SOFTWARE && !a->exclude_kernel;

		p->calls.clock[i] = software && (a->config == PERF_COUNT_SW_CPU_CLOCK ||
						 a->config == PERF_COUNT_SW_TASK_CLOCK);
		p->switches[i] = software && a->config == PERF_COUNT_SW_CONTEXT_SWITCHES;
	}
	p->calls.clock[p->n_events] = true;
}

uint64_t function_probes_call_ns(const struct kernel *k, const struct probed_functions *functions)
{
	const union attr at_entry = probe_attr(functions, 0, false);
	const union attr at_return = probe_attr(functions, 0, true);

	return probe_cost_ns(k, &at_entry, &at_return);
}

int function_probes_open(struct function_probes *p, const struct plan *plan, const struct counters *counters,
			 const struct cpulist *cpus, struct error *err)
{
	const union attr attr = leader_attr();

	p->n_cpus = cpus->n;
	p->cpu = mem_zeroed(cpus->n + 1, sizeof(*p->cpu));
	p->format = record_format_of(&attr.head);
	if (list_events(p, plan, err) < 0)
		return -1;
	function_calls_init(&p->calls, p->functions->n, p->n_events + 1, p->n_cpus);
	set_sources(p, plan->events);
	for (size_t i = 0; i < cpus->n; i++)
		if (open_cpu(p, &p->cpu[i], cpus->cpu[i], plan, counters, err) < 0)
			return -1;
	for (size_t i = 0; i < p->n_cpus; i++) {
		const struct probed_cpu *c = &p->cpu[i];
		int rc = c->n_fds ? p->kernel->perf_ioctl(p->kernel, c->fd[0], PERF_EVENT_IOC_ENABLE, 0) : 0;

		if (rc < 0)
			return function_probes_refuse(-rc, "enabling", err);
	}
	return 0;
}

/* --- reading ----------------------------------------------------------------------------------------- */

void function_probes_fds(const struct function_probes *p, struct wait_fd *fds)
{
	for (size_t i = 0; i < p->n_cpus; i++)
		fds[i] = (struct wait_fd){ .fd = p->cpu[i].n_fds ? p->cpu[i].fd[0] : -1,
					   .kind = WAIT_RECORDS };
}

/* Has the next record of this CPU in c->next; false: there is none now. */
static bool fetch(struct function_probes *p, struct probed_cpu *c)
{
	if (!c->has_next && c->n_fds)
		c->has_next = ring_take(&c->ring, &p->format, &c->next, &p->lost, &p->damaged);
	return c->has_next;
}

static bool is_of_probe(const struct function_probes *p, const struct probed_cpu *c, uint64_t id,
			size_t *probe)
{
	for (*probe = 0; *probe < 2 * p->functions->n; (*probe)++)
		if (c->id[*probe] == id)
			return true;
	return false;
}

/* Its own name is gone if it has ended since. */
static void name_thread(const struct function_probes *p, struct calling_thread *t)
{
	struct str text = {0};

	snprintf(t->comm, sizeof(t->comm), "thread");
	if (rootfs_read(p->root, &text, "proc/%d/task/%d/comm", (int)t->pid, (int)t->tid) >= 0)
		snprintf(t->comm, sizeof(t->comm), "%s", str_text(&text));
	str_release(&text);
}

/* Those of the idle task alone come one at a time. */
static bool is_after_gap(const struct function_probes *p, struct probed_cpu *c, const struct record *r)
{
	uint64_t before = c->missed, switches = record_count_at(&r->counts, 0).value;

	c->missed = switches - c->switches;
	return p->calls.known[c - p->cpu] && c->missed > before + 1;
}

static void apply_sample(struct function_probes *p, struct probed_cpu *c, const struct record *r)
{
	uint64_t value[VALUES] = {0};
	struct call_sample s = { .kind = CALL_LEAVES_CPU, .cpu = (size_t)(c - p->cpu), .pid = (pid_t)r->pid,
				 .tid = (pid_t)r->tid, .time_ns = r->time_ns, .value = value,
				 .stack = r->user_register };
	struct calling_thread *added;
	size_t probe;

	if (r->counts.n != c->n_fds)	/* the group was not complete yet */
		return;
	if (is_of_probe(p, c, r->id, &probe)) {
		s.kind = probe % 2 ? CALL_RETURN : CALL_ENTRY;
		s.function = probe / 2;
	} else {
		c->switches++;
	}
	s.after_gap = is_after_gap(p, c, r);
	for (size_t i = 0; i < p->n_events; i++)
		if (p->calls.clock[i])
			value[i] = r->time_ns;
		else if (p->switches[i])
			value[i] = c->switches;
		else if (c->member[i])
			value[i] = record_count_at(&r->counts, (size_t)c->member[i]).value;
	value[p->n_events] = r->time_ns;
	added = function_calls_add(&p->calls, &s);
	if (added)
		name_thread(p, added);
}

static void apply(struct function_probes *p, struct probed_cpu *c)
{
	const struct record *r = &c->next;

	switch (r->type) {
	case RECORD_SAMPLE:
		apply_sample(p, c, r);
		break;
	case RECORD_SWITCH_CPU_WIDE:
		if (!(r->misc & PERF_RECORD_MISC_SWITCH_OUT))
			function_calls_take_cpu(&p->calls, (size_t)(c - p->cpu), r->time_ns);
		break;
	case RECORD_FORK:
		function_calls_started(&p->calls, (pid_t)r->pid, (pid_t)r->tid, (pid_t)r->ppid);
		break;
	case RECORD_EXIT:
		function_calls_ended(&p->calls, (pid_t)r->tid);
		break;
	case RECORD_COMM:
		if (r->misc & PERF_RECORD_MISC_COMM_EXEC)
			function_calls_executed(&p->calls, (pid_t)r->tid);
		break;
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		p->lost += r->lost;
		function_calls_lose(&p->calls, (size_t)(c - p->cpu));
		break;
	default:
		break;
	}
	c->has_next = false;
}

/* The CPU whose next record is the oldest, and the time of the second; NULL: there is no record. */
static struct probed_cpu *oldest(struct function_probes *p, uint64_t *second_ns)
{
	struct probed_cpu *first = NULL;

	*second_ns = UINT64_MAX;
	for (size_t i = 0; i < p->n_cpus; i++) {
		struct probed_cpu *c = &p->cpu[i];

		if (!fetch(p, c))
			continue;
		if (!first || c->next.time_ns < first->next.time_ns) {
			*second_ns = first ? first->next.time_ns : *second_ns;
			first = c;
		} else if (c->next.time_ns < *second_ns) {
			*second_ns = c->next.time_ns;
		}
	}
	return first;
}

/* Records that are older than that. */
static void apply_before(struct function_probes *p, uint64_t time_ns)
{
	struct probed_cpu *c;
	uint64_t second_ns;

	while ((c = oldest(p, &second_ns)) && c->next.time_ns < time_ns)
		do
			apply(p, c);
		while (fetch(p, c) && c->next.time_ns <= second_ns && c->next.time_ns < time_ns);
}

static void drain_before(struct function_probes *p, pid_t command, uint64_t time_ns)
{
	enum { LARGEST = 512 };		/* more than a record of the group */

	if (!p->calls.command)
		function_calls_set_command(&p->calls, command);
	for (size_t i = 0; i < p->n_cpus; i++)
		p->cpu[i].ring.taken = 0;
	apply_before(p, time_ns);
	p->full = false;
	for (size_t i = 0; i < p->n_cpus; i++)
		p->full |= p->cpu[i].n_fds && ring_was_full(&p->cpu[i].ring, LARGEST);
}

/* A CPU may still write a record that is older than one of another CPU: the newest ones wait. */
void function_probes_drain(struct function_probes *p, pid_t command)
{
	enum { SETTLED_NS = 1000000 };
	uint64_t now = p->kernel->now_ns(p->kernel);

	drain_before(p, command, now > SETTLED_NS ? now - SETTLED_NS : 0);
}

/* --- the end ----------------------------------------------------------------------------------------- */

static bool is_counted(const struct function_probes *p, size_t event)
{
	for (size_t i = 0; i < p->n_cpus; i++)
		if (p->cpu[i].member[event])
			return true;
	return p->wall[event];
}

static void add_call(struct found_region *r, const struct function_probes *p, const struct call_count *call)
{
	const uint64_t *sum = call->value + p->calls.n_values;

	r->entries += call->entries;
	r->open |= call->left_open;
	for (size_t i = 0; i < p->n_events; i++) {
		struct reading *to = &r->count[i].sum;
		uint64_t ns = p->wall[i] ? call->wall_ns : sum[p->n_events];

		if (!is_counted(p, i))
			continue;
		r->count[i].entries += call->entries;
		to->value += p->wall[i] ? call->wall_ns : sum[i];
		to->enabled += ns;
		to->running += ns;
	}
}

static struct found_region *function_probes_add_region(struct found_regions *found, const char *name)
{
	struct found_region *r;

	found->region = mem_grow(found->region, found->n, sizeof(*found->region));
	r = &found->region[found->n++];
	*r = (struct found_region){0};
	snprintf(r->name, sizeof(r->name), "%s", name);
	return r;
}

static void add_threads(struct found_regions *found, const struct function_probes *p, size_t function)
{
	for (size_t i = 0; i < p->calls.n_threads; i++) {
		const struct calling_thread *t = &p->calls.thread[i];
		struct found_region *r;

		if (!t->call[function])
			continue;
		r = function_probes_add_region(found, p->functions->function[function].name);
		memcpy(r->comm, t->comm, sizeof(r->comm));
		r->pid = t->pid;
		r->tid = t->tid;
		add_call(r, p, t->call[function]);
	}
}

void function_probes_finish(struct function_probes *p, pid_t command, bool by_thread,
			    struct found_regions *found)
{
	drain_before(p, command, UINT64_MAX);
	function_calls_finish(&p->calls);
	*found = (struct found_regions){ .of_functions = true, .threads = p->calls.n_threads,
					 .stray_ends = p->calls.strays, .nested = p->calls.nested,
					 .n_events = (uint32_t)p->n_events };
	memcpy(found->event, p->event, sizeof(found->event));
	for (size_t f = 0; f < p->functions->n; f++) {
		struct found_region *r;

		if (by_thread) {
			add_threads(found, p, f);
			continue;
		}
		r = function_probes_add_region(found, p->functions->function[f].name);
		for (size_t i = 0; i < p->calls.n_threads; i++)
			if (p->calls.thread[i].call[f])
				add_call(r, p, p->calls.thread[i].call[f]);
	}
}

/* A pinned group that could not stay on the counters reads as nothing. */
static bool was_displaced(const struct function_probes *p)
{
	uint64_t buf[3 + VALUES + 2 * PROBED_FUNCTIONS + 1];

	for (size_t i = 0; i < p->n_cpus; i++)
		if (p->cpu[i].n_fds && p->kernel->read(p->kernel, p->cpu[i].fd[0], buf, sizeof(buf)) == 0)
			return true;
	return false;
}

static void note_missing(const struct function_probes *p, size_t function, struct notes *notes)
{
	bool called = false;

	for (size_t i = 0; i < p->calls.n_threads; i++)
		called |= p->calls.thread[i].call[function] != NULL;
	if (!called)
		notes_add(notes, NOTE_NOT_CALLED, -1, "'%s'", p->functions->function[function].name);
}

/* Says what the probes took where that is over a hundredth of the functions' time. */
static void note_cost(const struct function_probes *p, struct notes *notes)
{
	uint64_t calls = 0, wall = 0, cost;

	for (size_t i = 0; i < p->calls.n_threads; i++)
		for (size_t f = 0; f < p->functions->n; f++)
			if (p->calls.thread[i].call[f]) {
				calls += p->calls.thread[i].call[f]->entries;
				wall += p->calls.thread[i].call[f]->wall_ns;
			}
	cost = calls * p->call_ns;
	if (cost > wall / 100)
		notes_add(notes, NOTE_PROBES_COST, -1, "about %.1f us for each call, %.3f ms in all",
			  (double)p->call_ns / 1e3, (double)cost / 1e6);
}

void function_probes_note(const struct function_probes *p, struct notes *notes)
{
	note_cost(p, notes);
	for (size_t f = 0; f < p->functions->n; f++)
		note_missing(p, f, notes);
	if (p->lost || p->full || p->calls.dropped)
		notes_add(notes, NOTE_CALLS_LOST, -1,
			  "%llu%s records of the kernel were lost, and %llu open calls",
			  (unsigned long long)p->lost, p->full ? " or more" : "",
			  (unsigned long long)p->calls.dropped);
	if (p->calls.too_deep)
		notes_add(notes, NOTE_CALLS_LOST, -1, "%llu in more than 64 calls that had not returned",
			  (unsigned long long)p->calls.too_deep);
	if (p->damaged.kind != ERROR_NONE)
		notes_add(notes, NOTE_CALLS_LOST, -1, "%s", p->damaged.message);
	if (was_displaced(p))
		notes_add(notes, NOTE_CALLS_LOST, -1, "%s", "others took the counters of a CPU");
}

void function_probes_close(struct function_probes *p)
{
	for (size_t i = 0; i < p->n_cpus; i++) {
		struct probed_cpu *c = &p->cpu[i];

		if (c->ring.page)
			ring_close(&c->ring);
		for (size_t k = c->n_fds; k-- > 0; )
			p->kernel->close(p->kernel, c->fd[k]);
		free(c->fd);
		free(c->id);
	}
	free(p->cpu);
	function_calls_release(&p->calls);
	*p = (struct function_probes){0};
}
