/* SPDX-License-Identifier: MIT */
/* Reads /proc/PID/comm and /proc/PID/cgroup where they are needed. */
#define _GNU_SOURCE
#include "top/task_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "host/process_ids.h"
#include "host/rootfs.h"
#include "top/task_table.h"

void task_names_cgroup(struct str *out, const char *text)
{
	const char *line = text, *end;		/* "4:cpu,perf_event:/a" */

	str_reset(out);
	str_add(out, "");
	for (; *line; line = end + (*end == '\n')) {
		const char *list = strchr(line, ':'), *path;
		bool unified;

		end = strchrnul(line, '\n');
		path = list && list < end ? strchr(list + 1, ':') : NULL;
		if (!path || path > end)
			continue;
		unified = path == list + 1;
		if (!unified && !str_list_has(list + 1, (size_t)(path - list - 1), "perf_event"))
			continue;
		str_reset(out);
		str_add_n(out, path + 1, (size_t)(end - path - 1));
		if (!unified)
			return;
	}
}

enum { DEPTH = 8 };		/* of parents that are asked: those of a task whose start was known late */

static const struct top_task *parent_of(const struct task_table *t, const struct top_task *task, int depth)
{
	const struct top_task *parent = depth && task->ppid ? task_table_find(t, task->ppid) : NULL;

	return parent == task ? NULL : parent;
}

/* NULL: nobody knows it any more. */
static const char *find_name(const struct task_table *t, const struct top_task *task, int depth)
{
	const struct top_task *parent = parent_of(t, task, depth);

	if (task->comm[0] && strcmp(task->comm, "?") != 0)
		return task->comm;
	return parent ? find_name(t, parent, depth - 1) : NULL;
}

static void read_name(const struct task_table *t, struct top_task *task, const struct rootfs *root)
{
	LOCAL(str) text = {0};
	const char *name = "?";

	if (task->comm[0])
		return;
	if (!task->ended && rootfs_read(root, &text, "proc/%d/comm", (int)task->tid) >= 0 && text.len)
		name = text.text;
	else if (find_name(t, task, DEPTH))
		name = find_name(t, task, DEPTH);
	snprintf(task->comm, sizeof(task->comm), "%s", name);
}

static const char *find_cgroup(const struct task_table *t, const struct top_task *task, int depth)
{
	const struct top_task *parent = parent_of(t, task, depth);

	if (task->cgroup && strcmp(task->cgroup, "?") != 0)
		return task->cgroup;
	return parent ? find_cgroup(t, parent, depth - 1) : NULL;
}

static void set_cgroup(struct top_task *task, const char *path)
{
	char *old = task->cgroup;	/* path may be it */

	task->cgroup = mem_copy_text(path);
	free(old);
}

static void read_cgroup(const struct task_table *t, struct top_task *task, const struct rootfs *root,
			uint64_t now_ns)
{
	static const uint64_t again_ns = 5000000000;
	LOCAL(str) text = {0}, path = {0};
	const char *known = find_cgroup(t, task, DEPTH);

	if (task->cgroup_read_ns && now_ns - task->cgroup_read_ns < again_ns)
		return;
	task->cgroup_read_ns = now_ns;
	if (!task->ended && rootfs_read(root, &text, "proc/%d/cgroup", (int)task->tid) >= 0) {
		task_names_cgroup(&path, str_text(&text));
		set_cgroup(task, path.text);
	} else if (!task->cgroup) {
		set_cgroup(task, known ? known : "?");
	}
}

void task_names_start(struct task_table *t, const struct rootfs *root, uint64_t now_ns, bool cgroups)
{
	LOCAL(file_names) names = {0};

	if (rootfs_list_folders(root, &names, "proc") < 0)
		return;		/* then each has the name that is read later, or none */
	for (size_t i = 0; i < names.n; i++) {
		pid_t pid = id_parse(names.name[i], strlen(names.name[i]));
		struct top_task *task;

		if (pid < 0)
			continue;
		task = task_table_at(t, pid, pid);
		read_name(t, task, root);
		if (cgroups)
			read_cgroup(t, task, root, now_ns);
	}
}

void task_names_fill(struct task_table *t, const struct rootfs *root, uint64_t now_ns, bool cgroups)
{
	for (size_t i = 0, n = t->n; i < n; i++) {
		const pid_t pid = t->task[i].pid;
		struct top_task *leader;

		if (!task_table_is_active(t, &t->task[i]))
			continue;
		read_name(t, &t->task[i], root);
		leader = task_table_at(t, pid, pid);	/* may move the tasks */
		read_name(t, leader, root);
		if (cgroups)
			read_cgroup(t, leader, root, now_ns);
	}
}
