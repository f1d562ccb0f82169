/* SPDX-License-Identifier: MIT */
/*
 * process_usage.h - finds memory, waiting, switches, block I/O and exit status of the processes of a command.
 *
 *	process_usage_open(&u, kernel, root);			needs no right
 *	process_usage_started(&u, pid), _executed, _ended	as the kernel's records say
 *	process_usage_read(&u);					before the kernel's records are read
 *	process_usage_update(&u);				after; then the caller takes u.seen and u.told
 *	process_usage_close(&u);
 *
 * What the kernel tells of each task when it ends (host/taskstats.h) is exact. Where it may not be asked,
 * as in most containers, there is only what can be seen from outside while a process lives, and of that only
 * its peak memory: VmHWM of /proc/PID/status, up to the last time that pstat looked. So it is a lower bound,
 * and a process that lived between two looks has none. (The kernel adds up memory in batches on each CPU, so
 * any of these numbers may be off by some 100 KiB.) Switches and waiting are not taken from there: those
 * files are of the first thread only, and most of what happens after the last look would be missing.
 *
 * The peak of the whole tree is the largest sum of VmRSS of the processes that live at a time. Pages that
 * several of them share are counted in each: PSS, which divides them, takes the kernel 14 us for each MiB,
 * and holds a lock of the process meanwhile. A cgroup would know a peak without looking, but pstat can make
 * one only as root or where systemd delegates one, the command would run in another cgroup than without
 * pstat, and the number has the page cache of files in it.
 *
 * If /proc belongs to another PID namespace, as after unshare -p, its numbers are other processes', so pstat
 * looks at nothing there.
 *
 * A look takes about 11 us for each process. So pstat looks each time it reads records, unless looks would
 * take more than 1 % of the time.
 */
#ifndef COUNT_PROCESS_USAGE_H
#define COUNT_PROCESS_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/index.h"
#include "event/event_names.h"
#include "host/taskstats.h"

struct events;
struct kernel;
struct process;
struct rootfs;

struct process_sight {			/* a process that lives */
	pid_t pid;
	uint64_t peak_bytes, time_ns;	/* of the last look; 0: there was none since its last exec */
};

struct process_usage {			/* set the first three members, then open */
	const struct kernel *kernel;
	const struct rootfs *root;
	bool looks;			/* at memory */
	bool owns_proc;			/* false: /proc has other processes with the same numbers */
	struct taskstats stats;		/* fd -1: not permitted; `refused` says why */
	struct error refused;
	uint64_t look_at;		/* not before this time */
	uint64_t tree_bytes;		/* largest sum of resident memory; 0: not known */
	struct process_sight *live; size_t n_live;
	struct process_sight *seen; size_t n_seen;	/* results of update, for the caller to clear */
	struct task_end *told; size_t n_told; uint64_t told_ns;		/* told_ns: of the read */
	pid_t *own; size_t n_own;	/* the pids of all processes; own_by_pid: internal */
	struct index own_by_pid;
};

bool process_usage_wants_looks(const struct events *events);	/* some of them need it */

void process_usage_open(struct process_usage *u);
void process_usage_started(struct process_usage *u, pid_t pid);
/* also of one that is not known yet */
void process_usage_executed(struct process_usage *u, pid_t pid);
void process_usage_ended(struct process_usage *u, pid_t pid);
/* Which messages are about own tasks is known after the records were read that are as old as they are. */
void process_usage_read(struct process_usage *u);
/* Keeps the messages about own tasks, and looks unless it is too soon. */
void process_usage_update(struct process_usage *u);
void process_usage_close(struct process_usage *u);

/* A thread has no exit status of its own. */
bool process_usage_has(const struct process *p, enum tool_kind tool);
/* Its max_rss is only what was seen while it lived. */
bool process_usage_is_seen(const struct process *p);
/* The value of an event of processes, or of max_rss, for this process; false: not known. */
bool process_usage_value(const struct process *p, enum tool_kind tool, uint64_t *value);

#endif
