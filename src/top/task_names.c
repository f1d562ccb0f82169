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

/* "4:cpu,perf_event:/a": whether the list between the colons has the controller. */
static bool has_controller(const char *list, size_t n, const char *name)
{
	const size_t len = strlen(name);

	for (size_t from = 0, to; from < n; from = to + 1) {
		for (to = from; to < n && list[to] != ','; to++)
			;
		if (to - from == len && memcmp(list + from, name, len) == 0)
			return true;
	}
	return false;
}

void task_names_cgroup(struct str *out, const char *text)
{
	const char *line = text, *end;

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
		if (!unified && !has_controller(list + 1, (size_t)(path - list - 1), "perf_event"))
			continue;
		str_reset(out);
		str_add_n(out, path + 1, (size_t)(end - path - 1));
		if (!unified)
			return;
	}
}

static void read_name(struct top_task *task, const struct rootfs *root)
{
	struct str text = {0};

	if (task->comm[0])
		return;
	if (rootfs_read(root, &text, "proc/%d/comm", (int)task->tid) < 0 || !text.len) {
		str_reset(&text);
		str_add(&text, "?");
	}
	snprintf(task->comm, sizeof(task->comm), "%s", str_text(&text));
	str_release(&text);
}

static void read_cgroup(struct top_task *task, const struct rootfs *root, uint64_t now_ns)
{
	static const uint64_t again_ns = 5000000000;
	struct str text = {0}, path = {0};

	if (task->cgroup_read_ns && now_ns - task->cgroup_read_ns < again_ns)
		return;
	task->cgroup_read_ns = now_ns;
	if (rootfs_read(root, &text, "proc/%d/cgroup", (int)task->tid) >= 0) {
		task_names_cgroup(&path, str_text(&text));
		free(task->cgroup);
		task->cgroup = mem_copy_text(path.text);
	} else if (!task->cgroup) {
		task->cgroup = mem_copy_text("?");
	}
	str_release(&path);
	str_release(&text);
}

void task_names_start(struct task_table *t, const struct rootfs *root, uint64_t now_ns, bool cgroups)
{
	struct file_names names = {0};

	if (rootfs_list_folders(root, &names, "proc") < 0)
		return;		/* then each has the name that is read later, or none */
	for (size_t i = 0; i < names.n; i++) {
		pid_t pid = id_parse(names.name[i], strlen(names.name[i]));
		struct top_task *task;

		if (pid < 0)
			continue;
		task = task_table_at(t, pid, pid);
		read_name(task, root);
		if (cgroups)
			read_cgroup(task, root, now_ns);
	}
	file_names_release(&names);
}

void task_names_fill(struct task_table *t, const struct rootfs *root, uint64_t now_ns, bool cgroups)
{
	for (size_t i = 0, n = t->n; i < n; i++) {
		const pid_t pid = t->task[i].pid;
		struct top_task *leader;

		if (!task_table_is_active(t, &t->task[i]))
			continue;
		read_name(&t->task[i], root);
		leader = task_table_at(t, pid, pid);	/* may move the tasks */
		read_name(leader, root);
		if (cgroups)
			read_cgroup(leader, root, now_ns);
	}
}
