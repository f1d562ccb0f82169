/* SPDX-License-Identifier: MIT */
/* Reads what the kernel tells of ended tasks, and looks at the memory of those that live. */
#include "count/process_usage.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/mem.h"
#include "base/str.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/rootfs.h"
#include "host/target.h"

bool process_usage_wants_looks(const struct events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].tool == TOOL_TREE_RSS || events->event[i].tool == TOOL_MAX_RSS)
			return true;
	return false;
}

void process_usage_open(struct process_usage *u)
{
	u->refused = (struct error)ERROR_INIT;
	u->owns_proc = target_owns_proc(u->root);
	taskstats_open(&u->stats, u->kernel, u->root, &u->refused);
}

/* --- which processes are own ones ------------------------------------------------------------------ */

static bool is_pid(const void *list, size_t at, const void *key)
{
	return ((const pid_t *)list)[at] == *(const pid_t *)key;
}

static bool is_own(const struct process_usage *u, pid_t pid)
{
	return index_find(&u->own_by_pid, index_hash((uint64_t)pid, ""), is_pid, u->own, &pid) != INDEX_NONE;
}

static struct process_sight *find_live(const struct process_usage *u, pid_t pid)
{
	for (size_t i = u->n_live; i--;)	/* most end soon after they started */
		if (u->live[i].pid == pid)
			return &u->live[i];
	return NULL;
}

void process_usage_started(struct process_usage *u, pid_t pid)
{
	if (!is_own(u, pid)) {
		u->own = mem_grow(u->own, u->n_own, sizeof(*u->own));
		u->own[u->n_own] = pid;
		index_add(&u->own_by_pid, index_hash((uint64_t)pid, ""), u->n_own++);
	}
	if (!u->looks || find_live(u, pid))
		return;
	MEM_ADD(u->live, u->n_live, (struct process_sight){ .pid = pid });
}

void process_usage_executed(struct process_usage *u, pid_t pid)
{
	struct process_sight *s;

	process_usage_started(u, pid);
	s = find_live(u, pid);
	if (s)
		s->peak_bytes = 0;	/* that was of the memory before */
}

static void drop(struct process_usage *u, struct process_sight *s)
{
	*s = u->live[--u->n_live];
}

void process_usage_ended(struct process_usage *u, pid_t pid)
{
	struct process_sight *s = find_live(u, pid);

	if (s)
		drop(u, s);
}

/* --- messages -------------------------------------------------------------------------------------- */

void process_usage_read(struct process_usage *u)
{
	struct task_end end;

	while (u->stats.fd >= 0 && taskstats_next(&u->stats, &end) == 1) {
		MEM_ADD(u->told, u->n_told, end);
	}
	/* after the last read: some of these tasks may have begun since the first */
	u->told_ns = u->kernel->now_ns(u->kernel);
}

static void keep_own(struct process_usage *u)
{
	size_t n = 0;

	for (size_t i = 0; i < u->n_told; i++)
		if (is_own(u, u->told[i].pid ? u->told[i].pid : u->told[i].tid))
			u->told[n++] = u->told[i];
	u->n_told = n;
}

/* --- looks ----------------------------------------------------------------------------------------- */

/* "VmHWM:     1580 kB"; 0: a kernel thread or a zombie has none. */
static uint64_t memory_of(const char *status, const char *key)
{
	const char *line = strstr(status, key);

	return line ? 1024 * strtoull(line + strlen(key), NULL, 10) : 0;
}

static void note_peak(struct process_usage *u, struct process_sight *s, const char *status)
{
	uint64_t peak = memory_of(status, "\nVmHWM:");

	if (!peak || peak == s->peak_bytes)
		return;
	s->peak_bytes = peak;
	s->time_ns = u->kernel->now_ns(u->kernel);
	MEM_ADD(u->seen, u->n_seen, *s);
}

static void process_usage_look(struct process_usage *u)
{
	const uint64_t begin = u->kernel->now_ns(u->kernel);
	LOCAL(str) status = {0};
	uint64_t sum = 0, end;

	for (size_t i = u->n_live; i--;) {
		if (rootfs_read(u->root, &status, "proc/%d/status", (int)u->live[i].pid) < 0) {
			drop(u, &u->live[i]);	/* its end was recorded before its start */
			continue;
		}
		sum += memory_of(str_text(&status), "\nVmRSS:");
		note_peak(u, &u->live[i], str_text(&status));
	}
	u->tree_bytes = sum > u->tree_bytes ? sum : u->tree_bytes;
	end = u->kernel->now_ns(u->kernel);
	u->look_at = end + 100 * (end - begin);
}

void process_usage_update(struct process_usage *u)
{
	keep_own(u);
	if (u->looks && u->owns_proc && u->kernel->now_ns(u->kernel) >= u->look_at)
		process_usage_look(u);
}

void process_usage_close(struct process_usage *u)
{
	if (u->kernel)
		taskstats_close(&u->stats);
	free(u->live);
	free(u->seen);
	free(u->told);
	free(u->own);
	index_release(&u->own_by_pid);
	*u = (struct process_usage){0};
}

/* --- values ---------------------------------------------------------------------------------------- */

/* A process of several threads is known when each of them was told. */
static bool is_told(const struct process *p)
{
	return p->ended && p->told == p->tasks;
}

static uint64_t peak_of(const struct process *p)
{
	if (is_told(p) && p->usage.peak_bytes != TASKSTATS_UNKNOWN)
		return p->usage.peak_bytes;
	return p->seen_bytes ? p->seen_bytes : TASKSTATS_UNKNOWN;
}

bool process_usage_is_seen(const struct process *p)
{
	return p->seen_bytes && (!is_told(p) || p->usage.peak_bytes == TASKSTATS_UNKNOWN);
}

static uint64_t process_usage_status_of(int status)
{
	if (status == PROCESS_STATUS_UNKNOWN)
		return TASKSTATS_UNKNOWN;
	return (uint64_t)(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static uint64_t told_value(const struct task_end *e, enum tool_kind tool)
{
	switch (tool) {
	case TOOL_CPU_WAIT:
		return e->cpu_wait_ns;
	case TOOL_IO_WAIT:
		return e->io_wait_ns;
	case TOOL_VOLUNTARY:
		return e->voluntary;
	case TOOL_INVOLUNTARY:
		return e->involuntary;
	case TOOL_DISK_READ:
		return e->read_bytes;
	case TOOL_DISK_WRITE:
		return e->write_bytes;
	default:
		return TASKSTATS_UNKNOWN;
	}
}

bool process_usage_has(const struct process *p, enum tool_kind tool)
{
	return tool != TOOL_EXIT_STATUS || p->tid == p->pid;
}

bool process_usage_value(const struct process *p, enum tool_kind tool, uint64_t *value)
{
	*value = TASKSTATS_UNKNOWN;
	if (tool == TOOL_MAX_RSS)
		*value = peak_of(p);
	else if (tool == TOOL_EXIT_STATUS)
		*value = process_usage_status_of(p->status);
	else if (is_told(p))
		*value = told_value(&p->usage, tool);
	if (*value == TASKSTATS_UNKNOWN)
		return false;
	if (tool == TOOL_MAX_RSS)
		*value /= 1024;
	return true;
}
