/* SPDX-License-Identifier: MIT */
/*
 * task_names.h - finds the names and cgroups of tasks in /proc.
 *
 * The kernel's records name what starts while pstat looks.  What was there before is read from /proc once,
 * at the start, so that what it forks has a name, too.  The cgroup of a process that counted something is
 * read again every few seconds, as it may be moved.  A task that nobody could name is "?".
 */
#ifndef TOP_TASK_NAMES_H
#define TOP_TASK_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"

struct rootfs;
struct task_table;

/* Of all processes, before anything is counted. */
void task_names_start(struct task_table *t, const struct rootfs *root, uint64_t now_ns, bool cgroups);
/* Of tasks that counted something, and of their processes. */
void task_names_fill(struct task_table *t, const struct rootfs *root, uint64_t now_ns, bool cgroups);
/*
 * The path in the text of /proc/PID/cgroup: in the v1 hierarchy with the perf_event controller, else in the
 * v2 one; "" if it has neither.
 */
void task_names_cgroup(struct str *out, const char *text);

#endif
