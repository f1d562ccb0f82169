/* SPDX-License-Identifier: MIT */
/* Adds what each CPU counted to the task that ran there. */
#include "top/task_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- tasks ------------------------------------------------------------------------------------------- */

static uint64_t task_table_hash_of(pid_t tid)
{
	return index_hash((uint64_t)tid, "");
}

static bool has_tid(const void *list, size_t at, const void *key)
{
	return ((const struct top_task *)list)[at].tid == *(const pid_t *)key;
}

struct top_task *task_table_find(const struct task_table *t, pid_t tid)
{
	ptrdiff_t at = index_find(&t->by_tid, task_table_hash_of(tid), has_tid, t->task, &tid);

	return at == INDEX_NONE ? NULL : &t->task[at];
}

struct top_task *task_table_at(struct task_table *t, pid_t pid, pid_t tid)
{
	struct top_task *task = task_table_find(t, tid);

	if (task)
		return task;
	t->task = mem_grow(t->task, t->n, sizeof(*t->task));
	task = &t->task[t->n];
	*task = (struct top_task){ .pid = pid, .tid = tid };
	task->counts.value = mem_zeroed(t->n_values + 1, sizeof(*task->counts.value));
	index_add(&t->by_tid, task_table_hash_of(tid), t->n++);
	return task;
}

bool task_table_is_active(const struct task_table *t, const struct top_task *task)
{
	if (task->counts.cpu_ns || task->counts.switches)
		return true;
	for (size_t i = 0; i < t->n_values; i++)
		if (task->counts.value[i])
			return true;
	return false;
}

/* --- what a CPU counted ------------------------------------------------------------------------------ */

static void task_table_add_time(struct task_table *t, struct top_cpu *c, uint64_t time_ns)
{
	if (c->tid > 0 && c->since_ns && time_ns > c->since_ns) {
		task_table_at(t, c->pid, c->tid)->counts.cpu_ns += time_ns - c->since_ns;
		c->busy_ns += time_ns - c->since_ns;
	}
	c->since_ns = time_ns;
}

/* to NULL: nobody's. */
static void task_table_add_values(struct task_table *t, struct top_cpu *c, struct top_counts *to,
				  uint64_t time_ns, const uint64_t *values)
{
	for (size_t i = 0; i < t->n_values; i++) {
		if (to && c->known && values[i] > c->last[i])
			to->value[i] += values[i] - c->last[i];
		c->last[i] = values[i];
	}
	c->known = true;
	c->lost = false;
	c->read_ns = time_ns;
}

void task_table_start(struct task_table *t, size_t cpu, uint64_t time_ns, const uint64_t *values)
{
	task_table_add_values(t, &t->cpu[cpu], NULL, time_ns, values);
	t->cpu[cpu].since_ns = time_ns;
}

/* Whoever had the CPU before left without a reading; its time is known, and its counts go to the next one. */
void task_table_takes(struct task_table *t, size_t cpu, pid_t pid, pid_t tid, uint64_t time_ns)
{
	struct top_cpu *c = &t->cpu[cpu];

	task_table_add_time(t, c, time_ns);
	c->pid = pid;
	c->tid = tid;
}

void task_table_leaves(struct task_table *t, size_t cpu, pid_t pid, pid_t tid, uint64_t time_ns,
		       const uint64_t *values)
{
	struct top_cpu *c = &t->cpu[cpu];
	struct top_task *task;

	if (tid >= 0) {		/* exec gives a thread the number of its process */
		c->pid = pid;
		c->tid = tid;
	}
	task_table_add_time(t, c, time_ns);
	task = c->tid > 0 ? task_table_at(t, c->pid, c->tid) : NULL;
	if (task)
		task->counts.switches++;
	task_table_add_values(t, c,
			      c->lost || c->tid < 0 ? &t->unknown
			      : task		    ? &task->counts
						    : NULL,
			      time_ns, values);
	c->tid = TOP_NOBODY;
	c->since_ns = 0;
}

void task_table_stays(struct task_table *t, size_t cpu, uint64_t time_ns, const uint64_t *values)
{
	struct top_cpu *c = &t->cpu[cpu];

	if (c->tid < 0 || c->lost || time_ns < c->since_ns || time_ns < c->read_ns)
		return;		/* whoever leaves next has it all */
	task_table_add_time(t, c, time_ns);
	task_table_add_values(t, c, c->tid ? &task_table_at(t, c->pid, c->tid)->counts : NULL, time_ns,
			      values);
}

void task_table_lost(struct task_table *t, size_t cpu)
{
	struct top_cpu *c = &t->cpu[cpu];

	c->lost = true;
	c->tid = TOP_NOBODY;
	c->since_ns = 0;
}

/* --- their lives ------------------------------------------------------------------------------------- */

/* Another task has its number: what the old one counted in this interval is nobody's. */
static void reset(struct task_table *t, struct top_task *task)
{
	struct top_counts counts = task->counts;

	for (size_t i = 0; i < t->n_values; i++)
		t->unknown.value[i] += counts.value[i];
	memset(counts.value, 0, t->n_values * sizeof(*counts.value));
	free(task->cgroup);
	*task = (struct top_task){ .pid = task->pid, .tid = task->tid, .counts = { .value = counts.value } };
}

/* It has the name of its parent until it has another one, and the cgroup of its parent's process. */
void task_table_started(struct task_table *t, pid_t pid, pid_t tid, pid_t ppid, pid_t ptid, uint64_t time_ns)
{
	struct top_task *task = task_table_at(t, pid, tid);
	const struct top_task *process = task_table_find(t, ppid), *parent = task_table_find(t, ptid);

	if (task->ended && task->ended_ns < time_ns)
		reset(t, task);
	task->pid = pid;
	task->ppid = ppid;
	task->started_ns = time_ns;
	parent = parent && parent->comm[0] ? parent : process;
	if (parent && parent != task && !task->comm[0])
		memcpy(task->comm, parent->comm, sizeof(task->comm));
	if (process && process != task && process->cgroup && !task->cgroup)
		task->cgroup = mem_copy_text(process->cgroup);
}

void task_table_named(struct task_table *t, pid_t pid, pid_t tid, const char *comm)
{
	struct top_task *task = task_table_at(t, pid, tid);

	snprintf(task->comm, sizeof(task->comm), "%s", comm);
}

void task_table_ended(struct task_table *t, pid_t pid, pid_t tid, uint64_t time_ns)
{
	struct top_task *task = task_table_at(t, pid, tid);

	task->ended = true;
	task->ended_ns = time_ns;
}

/* --- intervals --------------------------------------------------------------------------------------- */

static void clear_counts(const struct task_table *t, struct top_counts *c)
{
	c->cpu_ns = c->switches = 0;
	memset(c->value, 0, t->n_values * sizeof(*c->value));
}

static void free_task(struct top_task *task)
{
	free(task->cgroup);
	free(task->counts.value);
}

/* A task that ended stays for one interval more, as it leaves the CPU after the record of its end. */
void task_table_next(struct task_table *t)
{
	size_t kept = 0;

	index_release(&t->by_tid);
	clear_counts(t, &t->unknown);
	for (size_t i = 0; i < t->n_cpus; i++)
		t->cpu[i].busy_ns = 0;
	for (size_t i = 0; i < t->n; i++) {
		struct top_task *task = &t->task[i];

		if (task->ended_before) {
			free_task(task);
			continue;
		}
		task->seen |= task_table_is_active(t, task);
		task->ended_before = task->ended;
		clear_counts(t, &task->counts);
		t->task[kept] = *task;
		index_add(&t->by_tid, task_table_hash_of(task->tid), kept++);
	}
	t->n = kept;
}

void task_table_init(struct task_table *t, size_t n_values, size_t n_cpus)
{
	*t = (struct task_table){ .n_values = n_values, .n_cpus = n_cpus };
	t->unknown.value = mem_zeroed(n_values + 1, sizeof(*t->unknown.value));
	t->cpu = mem_zeroed(n_cpus + 1, sizeof(*t->cpu));
	for (size_t i = 0; i < n_cpus; i++) {
		t->cpu[i].last = mem_zeroed(n_values + 1, sizeof(*t->cpu[i].last));
		t->cpu[i].pid = t->cpu[i].tid = TOP_NOBODY;
	}
}

void task_table_release(struct task_table *t)
{
	for (size_t i = 0; i < t->n; i++)
		free_task(&t->task[i]);
	for (size_t i = 0; i < t->n_cpus; i++)
		free(t->cpu[i].last);
	free(t->unknown.value);
	free(t->task);
	free(t->cpu);
	index_release(&t->by_tid);
	*t = (struct task_table){0};
}
