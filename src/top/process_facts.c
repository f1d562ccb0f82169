/* SPDX-License-Identifier: MIT */
/* Reads /proc/PID/status and /proc/PID/cmdline of the processes on the screen. */
#include "top/process_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "host/cpuinfo.h"
#include "host/rootfs.h"

enum {
	DEPTH = 4,		/* of parents that are asked */
	LONGEST = 4096,		/* bytes of a command line: no screen has more */
	KEPT = 2,		/* intervals, until a process that is not asked for is forgotten */
};

static bool is_of(const void *list, size_t at, const void *pid)
{
	return ((const struct process_fact *)list)[at].pid == *(const pid_t *)pid;
}

static struct process_fact *fact_of(const struct process_facts *f, pid_t pid)
{
	ptrdiff_t at = index_find(&f->by_pid, index_hash((uint64_t)pid, ""), is_of, f->process, &pid);

	return at == INDEX_NONE ? NULL : &f->process[at];
}

const struct process_fact *process_facts_find(const struct process_facts *f, pid_t pid, const char *comm)
{
	const struct process_fact *fact = fact_of(f, pid);

	return fact && strcmp(fact->comm, comm) == 0 ? fact : NULL;
}

/* --- what the kernel tells --------------------------------------------------------------------------- */

void process_facts_command(struct str *out, const char *text, size_t len, const char *comm)
{
	while (len && (!text[len - 1] || text[len - 1] == ' '))
		len--;
	if (!len)		/* a task of the kernel, or a process that wrote over it */
		str_addf(out, "[%s]", comm);
	for (size_t i = 0; i < len; i++)
		str_add_n(out, text[i] ? text + i : " ", 1);
}

static void read_command(struct process_fact *fact, const struct rootfs *root)
{
	struct str command = {0};
	LOCAL(str) text = {0};

	if (rootfs_read_part(root, &text, LONGEST, "proc/%d/cmdline", (int)fact->pid) >= 0) {
		process_facts_command(&command, str_text(&text), text.len, fact->comm);
		free(fact->command);
		fact->command = command.text;
	}
}

static void read_users(struct process_facts *f, const struct rootfs *root)
{
	LOCAL(str) text = {0};

	if (!f->has_users && rootfs_read(root, &text, "etc/passwd") >= 0)
		user_names_parse(&f->users, str_text(&text));
	f->has_users = true;
}

static void set_user(struct process_facts *f, struct process_fact *fact, uid_t uid)
{
	struct str name = {0};

	if (fact->user && fact->uid == uid)
		return;
	user_names_add(&f->users, &name, uid);
	free(fact->user);
	fact->user = name.text;
	fact->uid = uid;
}

/* The second of "0\t1000\t0\t0". */
static uid_t effective_of(const char *ids)
{
	return (uid_t)strtoul(ids + strcspn(ids, " \t"), NULL, 10);
}

/* Its tasks are those that kthreadd started, and kthreadd. */
static bool is_kernel(const char *status)
{
	enum { KTHREADD = 2 };
	int parent = cpuinfo_number(status, "PPid");

	return parent == KTHREADD || (!parent && cpuinfo_number(status, "Pid") == KTHREADD);
}

/* false: it ends, or has ended, or may not be seen. */
static bool read_status(struct process_facts *f, struct process_fact *fact, const struct rootfs *root)
{
	LOCAL(str) text = {0};
	FREED char *ids = NULL, *size = NULL;
	bool lives;

	fact->resident_bytes = 0;
	if (rootfs_read(root, &text, "proc/%d/status", (int)fact->pid) >= 0) {
		ids = cpuinfo_field(str_text(&text), "Uid");
		size = cpuinfo_field(str_text(&text), "VmRSS");
	}
	lives = size || (ids && is_kernel(str_text(&text)));
	if (ids)
		set_user(f, fact, effective_of(ids));
	if (size)
		fact->resident_bytes = strtoull(size, NULL, 10) * 1024;
	return lives;
}

/* --- what is kept ------------------------------------------------------------------------------------ */

static void free_fact(struct process_fact *fact)
{
	free(fact->user);
	free(fact->command);
}

static struct process_fact *add_fact(struct process_facts *f, pid_t pid, const char *comm)
{
	struct process_fact *fact = fact_of(f, pid);

	if (fact && strcmp(fact->comm, comm) != 0) {
		free_fact(fact);
	} else if (!fact) {
		f->process = mem_grow(f->process, f->n, sizeof(*f->process));
		index_add(&f->by_pid, index_hash((uint64_t)pid, ""), f->n);
		fact = &f->process[f->n++];
	}
	*fact = (struct process_fact){ .pid = pid };
	snprintf(fact->comm, sizeof(fact->comm), "%s", comm);
	return fact;
}

static void read_fact(struct process_facts *f, const struct rootfs *root, const struct task_table *tasks,
		      pid_t pid, const char *comm, int depth)
{
	const struct process_fact *known = process_facts_find(f, pid, comm), *above;
	struct process_fact *fact = known ? fact_of(f, pid) : add_fact(f, pid, comm);
	const struct top_task *task = task_table_find(tasks, pid), *parent;

	if (known && !known->age)
		return;
	fact->age = 0;
	if (read_status(f, fact, root))
		read_command(fact, root);
	parent = depth && !fact->user && task && task->ppid ? task_table_find(tasks, task->ppid) : NULL;
	if (!parent || parent == task)
		return;
	read_fact(f, root, tasks, parent->pid, parent->comm, depth - 1);	/* may move the facts */
	above = process_facts_find(f, parent->pid, parent->comm);
	if (above->user)
		set_user(f, fact_of(f, pid), above->uid);
}

void process_facts_read(struct process_facts *f, const struct rootfs *root, const struct task_table *tasks,
			pid_t pid, const char *comm)
{
	read_users(f, root);
	read_fact(f, root, tasks, pid, comm, DEPTH);
}

void process_facts_next(struct process_facts *f)
{
	size_t kept = 0;

	index_release(&f->by_pid);
	for (size_t i = 0; i < f->n; i++) {
		if (++f->process[i].age > KEPT) {
			free_fact(&f->process[i]);
			continue;
		}
		f->process[kept] = f->process[i];
		index_add(&f->by_pid, index_hash((uint64_t)f->process[kept].pid, ""), kept);
		kept++;
	}
	f->n = kept;
}

void process_facts_release(struct process_facts *f)
{
	for (size_t i = 0; i < f->n; i++)
		free_fact(&f->process[i]);
	free(f->process);
	index_release(&f->by_pid);
	user_names_release(&f->users);
	*f = (struct process_facts){0};
}
