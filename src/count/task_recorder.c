/* SPDX-License-Identifier: MIT */
/* Opens the ring buffers, reads their records, and puts them into the process tree in the order of time. */
#include "count/task_recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "base/str.h"
#include "count/counters.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "host/rootfs.h"

/* --- opening --------------------------------------------------------------------------------------- */

/* Counts nothing; its records have the clock of kernel.now_ns. */
static union attr idle_attr(bool inherited)
{
	union attr a = { .head = {
		.type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE, .config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME, .sample_id_all = 1,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		.exclude_kernel = 1, .exclude_hv = 1,
	} };

	a.head.inherit = a.head.task = a.head.comm = a.head.comm_exec = a.head.mmap = inherited;
	return a;
}

static int open_ring(const struct task_recorder *r, struct task_ring *t, const union attr *attr, int cpu,
		     size_t pages)
{
	union attr a = *attr;
	int fd = kernel_perf_open(r->kernel, &a, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC), rc;

	t->fd = fd < 0 ? -1 : fd;
	rc = fd < 0 ? fd : ring_open(&t->ring, r->kernel, fd, pages);
	if (rc < 0 && fd >= 0) {
		r->kernel->close(r->kernel, fd);
		t->fd = -1;
	}
	return rc;
}

static void close_rings(const struct task_recorder *r, struct task_ring *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (t[i].fd < 0)
			continue;
		ring_close(&t[i].ring);
		r->kernel->close(r->kernel, t[i].fd);
		t[i] = (struct task_ring){ .fd = -1 };
	}
}

/* A CPU that went offline has no events. */
static int open_cpus(struct task_recorder *r, const struct cpulist *cpus, size_t pages)
{
	const union attr attr = idle_attr(true);
	bool any = false;

	r->cpu_format = record_format_of(&attr.head);
	for (size_t i = 0; i < cpus->n; i++) {
		int rc = open_ring(r, &r->cpu[i], &attr, cpus->cpu[i], pages);

		if (rc < 0 && rc != -ENODEV)
			return rc;
		any |= rc == 0;
	}
	return any ? 0 : -ENODEV;
}

static int open_companion(struct task_recorder *r, const struct counters *cs, size_t i, size_t pages)
{
	const union attr attr = idle_attr(false);
	int rc = open_ring(r, &r->counter[i], &attr, -1, pages);

	if (rc < 0)
		return rc;
	return r->kernel->perf_ioctl(r->kernel, cs->counter[i].fd, PERF_EVENT_IOC_SET_OUTPUT,
				     (unsigned long)r->counter[i].fd);
}

static int open_counters(struct task_recorder *r, const struct counters *cs, size_t pages)
{
	union attr attr;

	for (size_t i = 0; i < cs->plan->n; i++) {
		int rc = 0;

		if (cs->counter[i].state == COUNTER_OPEN)
			rc = open_companion(r, cs, i, pages);
		if (rc < 0)
			return rc;
	}
	if (cs->plan->n)
		plan_attr(cs->plan, 0, &attr);	/* all have the same format */
	r->counter_format = cs->plan->n ? record_format_of(&attr.head) : (struct record_format){0};
	return 0;
}

static void close_all(struct task_recorder *r)
{
	close_rings(r, r->counter, r->n_counters);
	close_rings(r, r->cpu, r->n_cpus);
}

static struct task_ring *closed_rings(size_t n)
{
	struct task_ring *t = mem_resize(NULL, n, sizeof(*t));

	for (size_t i = 0; i < n; i++)
		t[i] = (struct task_ring){ .fd = -1 };
	return t;
}

static int task_recorder_refuse(const struct task_recorder *r, int errnum, struct error *err)
{
	error_set(err, errnum == EMFILE ? ERROR_LIMIT : ERROR_UNSUPPORTED, errnum,
		  "cannot record processes: %s", strerror(errnum));
	if (errnum == EPERM)
		error_hint(err, "perf_event_mlock_kb and 'ulimit -l' leave no memory for %zu ring buffers",
			   r->n_cpus + r->n_counters);
	if (errnum == EMFILE)
		error_hint(err, "'ulimit -n' permits too few descriptors for %zu ring buffers",
			   r->n_cpus + r->n_counters);
	return -1;
}

int task_recorder_open(struct task_recorder *r, const struct counters *counters, const struct cpulist *cpus,
		       struct error *err)
{
	enum { FIRST_LIMIT = 16384 };
	size_t pages = r->pages ? r->pages : RECORDER_PAGES;
	int rc;

	r->n_cpus = cpus->n;
	r->n_counters = counters->plan->n;
	r->cpu = closed_rings(r->n_cpus);
	r->counter = closed_rings(r->n_counters);
	r->limit = FIRST_LIMIT;
	for (;; pages /= 2) {
		rc = open_cpus(r, cpus, pages);
		rc = rc < 0 ? rc : open_counters(r, counters, pages);
		if (rc != -EPERM || pages == 1)		/* it is too much memory */
			break;
		close_all(r);
	}
	if (rc < 0)
		return task_recorder_refuse(r, -rc, err);
	process_tree_init(&r->tree, r->by_task, r->n_counters);
	r->usage = (struct process_usage){ .kernel = r->kernel, .root = r->root,
					   .looks = process_usage_wants_looks(r->events) };
	process_usage_open(&r->usage);
	return 0;
}

/* --- reading --------------------------------------------------------------------------------------- */

void task_recorder_fds(const struct task_recorder *r, struct wait_fd *fds)
{
	for (size_t i = 0; i < r->n_cpus; i++)
		fds[i] = (struct wait_fd){ .fd = r->cpu[i].fd, .kind = WAIT_RECORDS };
}

/* Only what executed just now: the number of an older one may belong to another process already. */
static char *read_argv0(const struct task_recorder *r, const struct record *record)
{
	enum { SOON_NS = 100000000, LONGEST = 1024 };
	struct str text = {0};
	char *argv0 = NULL;

	if (r->usage.owns_proc && r->kernel->now_ns(r->kernel) - record->time_ns < SOON_NS &&
	    rootfs_read(r->root, &text, "proc/%d/cmdline", (int)record->pid) >= 0 && text.len) {
		text.text[text.len < LONGEST ? text.len : LONGEST] = '\0';
		argv0 = mem_copy_text(text.text);	/* up to the first zero byte */
	}
	str_release(&text);
	return argv0;
}

static struct task_record *add_record(struct task_recorder *r, enum task_record_kind kind,
				      const struct record *from)
{
	struct task_record *to;

	r->record = mem_grow(r->record, r->n_records, sizeof(*r->record));
	to = &r->record[r->n_records++];
	*to = (struct task_record){ .kind = kind, .time_ns = from->time_ns,
				    .pid = (pid_t)from->pid, .tid = (pid_t)from->tid,
				    .ppid = (pid_t)from->ppid, .ptid = (pid_t)from->ptid };
	return to;
}

static void task_recorder_add_name(struct task_recorder *r, const struct record *from)
{
	bool executed = from->misc & PERF_RECORD_MISC_COMM_EXEC;
	struct task_record *to = add_record(r, executed ? TASK_EXECUTED : TASK_NAMED, from);

	memcpy(to->comm, from->comm, strnlen(from->comm, sizeof(to->comm) - 1));
	if (!executed)
		return;
	to->argv0 = read_argv0(r, from);
	process_usage_executed(&r->usage, to->pid);
}

static void task_recorder_add_count(struct task_recorder *r, const struct record *from, size_t slot)
{
	struct task_record *to = add_record(r, TASK_COUNTED, from);

	to->slot = slot;
	to->count = (struct reading){ record_count_at(&from->counts, 0).value, from->counts.enabled,
				      from->counts.running };
}

/* slot: of the counter that has the ring. */
static void take_record(struct task_recorder *r, const struct record *record, size_t slot)
{
	switch (record->type) {
	case RECORD_FORK:
		add_record(r, TASK_STARTED, record);
		if (record->pid != record->ppid)
			process_usage_started(&r->usage, (pid_t)record->pid);
		break;
	case RECORD_COMM:
		task_recorder_add_name(r, record);
		break;
	case RECORD_MMAP:
		add_record(r, TASK_MAPPED, record);
		break;
	case RECORD_EXIT:
		add_record(r, TASK_ENDED, record);
		if (record->pid == record->tid)
			process_usage_ended(&r->usage, (pid_t)record->pid);
		break;
	case RECORD_READ:
		task_recorder_add_count(r, record, slot);
		break;
	case RECORD_LOST:
		add_record(r, TASK_LOST, record);
		r->lost += record->lost;
		break;
	case RECORD_LOST_SAMPLES:
		r->lost += record->lost;
		break;
	default:
		break;
	}
}

static void drain_ring(struct task_recorder *r, struct task_ring *t, const struct record_format *f,
		       size_t slot)
{
	enum { LARGEST = 64 };	/* but for mappings; the end of their task comes later */
	struct record record;

	t->ring.taken = 0;
	while (t->fd >= 0 && ring_take(&t->ring, f, &record, &r->lost, &r->damaged))
		take_record(r, &record, slot);
	if (t->ring.taken)
		t->full = ring_was_full(&t->ring, LARGEST);
}

static void take_usage(struct task_recorder *r)
{
	struct process_usage *u = &r->usage;
	const struct record from = { .time_ns = u->told_ns };

	process_usage_update(u);
	for (size_t i = 0; i < u->n_seen; i++) {
		struct task_record *to = add_record(r, TASK_SEEN, &from);

		to->time_ns = u->seen[i].time_ns;
		to->pid = u->seen[i].pid;
		to->peak_bytes = u->seen[i].peak_bytes;
	}
	for (size_t i = 0; i < u->n_told; i++) {
		struct task_record *to = add_record(r, TASK_TOLD, &from);

		to->end = mem_resize(NULL, 1, sizeof(*to->end));
		*to->end = u->told[i];
		to->order = i;
	}
	u->n_seen = u->n_told = 0;
}

static void release_record(struct task_record *record)
{
	free(record->argv0);
	free(record->end);
}

static int compare_records(const void *a, const void *b)
{
	const struct task_record *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	if (x->kind != y->kind)		/* a coarse clock */
		return (int)x->kind - (int)y->kind;
	if (x->tid != y->tid)		/* qsort may swap what is equal */
		return x->tid < y->tid ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/* Puts records into the tree that are older than that. */
static void apply_before(struct task_recorder *r, uint64_t time_ns)
{
	size_t n = 0;

	if (r->n_records)
		qsort(r->record, r->n_records, sizeof(*r->record), compare_records);
	for (; n < r->n_records && r->record[n].time_ns < time_ns; n++) {
		process_tree_add(&r->tree, &r->record[n]);
		release_record(&r->record[n]);
	}
	r->n_records -= n;
	if (r->n_records)
		memmove(r->record, r->record + n, r->n_records * sizeof(*r->record));
}

/*
 * A ring may have a record that is older than one of another ring which was read before.  So the records of
 * the last second wait.
 */
void task_recorder_drain(struct task_recorder *r)
{
	enum { WAITS_NS = 1000000000 };
	uint64_t now = r->kernel->now_ns(r->kernel);

	process_usage_read(&r->usage);
	for (size_t i = 0; i < r->n_cpus; i++)
		drain_ring(r, &r->cpu[i], &r->cpu_format, 0);
	for (size_t i = 0; i < r->n_counters; i++)
		drain_ring(r, &r->counter[i], &r->counter_format, i);
	take_usage(r);
	if (r->n_records < r->limit)
		return;
	apply_before(r, now > WAITS_NS ? now - WAITS_NS : 0);
	if (r->n_records > r->limit / 2)
		r->limit = 2 * r->n_records;
}

/* --- the end --------------------------------------------------------------------------------------- */

static bool any_full(const struct task_ring *t, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (t[i].full)
			return true;
	return false;
}

/* A kernel that never writes READ: no record of any process, although some have ended. */
static bool is_told(const struct task_recorder *r)
{
	bool any_open = false, any_ended = false;

	for (size_t slot = 0; slot < r->n_counters; slot++)
		any_open |= r->counter[slot].fd >= 0;
	for (size_t i = 0; i < r->tree.n; i++)
		any_ended |= r->tree.process[i].ended;
	for (size_t i = 0; i < r->tree.n * r->n_counters; i++)
		if (r->tree.count[i].tasks)
			return true;
	return !any_open || !any_ended;
}

/* What was lost, or was never there. */
static bool note_loss(const struct task_recorder *r, struct notes *notes)
{
	bool full = any_full(r->cpu, r->n_cpus) || any_full(r->counter, r->n_counters);
	size_t without = 0;

	if (!is_told(r) && !r->lost && !full) {
		notes_add(notes, NOTE_NOT_PER_PROCESS, -1, "%s", "");
		return false;
	}
	for (size_t i = 0; i < r->tree.n; i++) {
		bool known = true;

		for (size_t slot = 0; slot < r->n_counters; slot++)
			known &= r->counter[slot].fd < 0 || process_tree_count(&r->tree, i, slot);
		without += r->tree.process[i].ended && !r->tree.process[i].taken && !known;
	}
	if (r->lost || full || without)
		notes_add(notes, NOTE_RECORDS_LOST, -1,
			  "%llu%s records; of %zu processes that are known, %zu have no count",
			  (unsigned long long)r->lost, full ? " or more" : "", r->tree.n, without);
	if (r->damaged.kind != ERROR_NONE)
		notes_add(notes, NOTE_RECORDS_LOST, -1, "%s", r->damaged.message);
	return r->lost || full || without || r->damaged.kind != ERROR_NONE;
}

static void note_running(const struct task_recorder *r, struct notes *notes)
{
	const struct process *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < r->tree.n; i++) {
		const struct process *p = &r->tree.process[i];

		if (p->ended || p->taken)
			continue;
		first = first ? first : p;
		n++;
	}
	if (n == 1)
		notes_add(notes, NOTE_STILL_RUNNING, -1, "%s-%d", first->comm, (int)first->pid);
	else if (n)
		notes_add(notes, NOTE_STILL_RUNNING, -1, "%s-%d and %zu more", first->comm,
			  (int)first->pid, n - 1);
}

static bool is_any_told(const struct process_tree *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->process[i].told)
			return true;
	return false;
}

/* Why the kernel did not tell it of any process; NULL: it told it of some. */
static const char *why_not_told(const struct task_recorder *r, enum tool_kind tool, size_t known)
{
	const struct process_usage *u = &r->usage;

	if (!u->owns_proc && (tool == TOOL_MAX_RSS || tool == TOOL_TREE_RSS))
		return "/proc belongs to another PID namespace";
	if (u->refused.kind != ERROR_NONE)
		return u->refused.message;
	if (u->stats.lost || known)
		return NULL;
	if (!is_any_told(&r->tree))
		return "taskstats: it sends nothing into a network namespace of its own";
	if (tool == TOOL_IO_WAIT && !u->stats.has_io_wait)
		return "sysctl kernel.task_delayacct is 0";
	return "this kernel does not keep it";
}

static void note_unknown(const struct task_recorder *r, size_t event, struct notes *notes)
{
	enum tool_kind tool = r->events->event[event].tool;
	size_t known = 0, ended = 0;
	const char *why;
	uint64_t value;

	for (size_t i = 0; i < r->tree.n; i++) {
		const struct process *p = &r->tree.process[i];

		if (!p->ended || !process_usage_has(p, tool))
			continue;
		ended++;
		known += process_usage_value(p, tool, &value);
	}
	if (known == ended)
		return;
	why = why_not_told(r, tool, known);
	if (why)
		notes_add(notes, NOTE_NO_USAGE, (int)event, "%s", why);
	else
		notes_add(notes, NOTE_NO_USAGE, (int)event, "%zu of %zu lack it", ended - known, ended);
}

static void note_usage(const struct task_recorder *r, struct notes *notes)
{
	const uint64_t lost = r->usage.stats.lost;
	bool seen = false;

	for (size_t e = 0; e < r->events->n; e++) {
		enum tool_kind tool = r->events->event[e].tool;

		for (size_t i = 0; i < r->tree.n && tool == TOOL_MAX_RSS; i++)
			seen |= process_usage_is_seen(&r->tree.process[i]);
		if (tool == TOOL_TREE_RSS ? !r->usage.owns_proc :
		    tool == TOOL_MAX_RSS || tool_is_of_processes(tool))
			note_unknown(r, e, notes);
	}
	if (seen)
		notes_add(notes, NOTE_SEEN, -1, "%s", "");
	if (lost)
		notes_add(notes, NOTE_RECORDS_LOST, -1,
			  "%llu messages about tasks of this machine that ended",
			  (unsigned long long)lost);
}

/* At least that of the largest process. */
static uint64_t tree_peak(const struct task_recorder *r)
{
	uint64_t peak = r->usage.tree_bytes, kib;

	for (size_t i = 0; i < r->tree.n; i++)
		if (process_usage_value(&r->tree.process[i], TOOL_MAX_RSS, &kib) && kib * 1024 > peak)
			peak = kib * 1024;
	return peak;
}

void task_recorder_finish(struct task_recorder *r, uint64_t begin_ns, uint64_t end_ns, struct notes *notes)
{
	task_recorder_drain(r);
	apply_before(r, UINT64_MAX);
	process_tree_finish(&r->tree, begin_ns, end_ns);
	r->tree.peak_bytes = tree_peak(r);
	if (!note_loss(r, notes))	/* else it may be their ends that were lost */
		note_running(r, notes);
	note_usage(r, notes);
}

void task_recorder_close(struct task_recorder *r)
{
	if (r->cpu)
		close_all(r);
	for (size_t i = 0; i < r->n_records; i++)
		release_record(&r->record[i]);
	free(r->record);
	free(r->cpu);
	free(r->counter);
	process_usage_close(&r->usage);
	process_tree_release(&r->tree);
	*r = (struct task_recorder){0};
}
