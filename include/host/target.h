/* SPDX-License-Identifier: MIT */
/*
 * target.h - describes what is counted: a command, threads, CPUs or cgroups.
 *
 * A command is one thread: tid 0, which is pstat itself, whose counters the command inherits and which
 * start at its exec; or, if it is held, its pid, filled in after the fork.
 *
 * Targets are resolved after events: if no event can count a single program, the command only says how
 * long to count, and the target is the whole system.
 *
 * Groups that pstat forms itself of software events (bundles, count/plan.h) are allowed with many
 * inherited threads only since Linux 6.6: before, reading a group while one of its threads ends may add
 * that thread's values to other members. Kernels with a backported fix cannot be told by their number.
 *
 * The link /proc/self must lead to pstat's own pid. Otherwise /proc belongs to another PID namespace, and
 * its numbers are not those by which counters are opened. A recorded machine has a folder there and is
 * trusted; only with the real link signal 0 is sent, to tell processes that hidepid hides from those that
 * have ended.
 */
#ifndef HOST_TARGET_H
#define HOST_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "host/cgroup.h"
#include "note/note.h"

struct machine;
struct rootfs;

#define TARGET_BY_CONTROL UINT64_MAX
#define TARGET_UNKNOWN (UINT64_MAX - 1)	/* when reading */

struct target_opts {
	const char *pids, *tids, *cpus;	/* lists as typed; NULL: not given */
	bool system_wide;		/* -a, or no target was given */
	/* one row per thread: needs names; with -a, of all threads of the system */
	bool per_thread;
	bool no_inherit;
	bool per_process;		/* at the end of each task a counter tells what it counted there */
	bool command;			/* a command was given */
	/* -D: the wait loop enables this much later, not the exec; TARGET_BY_CONTROL: --control does */
	uint64_t late_ns;
	bool one_by_one;		/* --control may switch single events */
};

enum { TARGET_MANY = 64 };	/* this many threads are many */

struct thread {
	pid_t tid, pid;
	char  comm[64];			/* "": not needed; kernel threads have names longer than 15 */
};

struct target_region {
	/*
	 * Owned.  The id differs from the name if each thread has its own regions; that of a function has its
	 * object, too: "main (gzip)".
	 */
	char *id, *name, *object;	/* object: the program or library of a function, else NULL */
	char comm[16];
	pid_t tid;		/* 0: of all threads */
};

struct target_sampling {
	uint64_t frequency;		/* 0: the counters only count */
	bool build_ids;			/* this kernel tells them, from Linux 5.12 on */
	struct cpulist cpus;		/* of threads: each CPU has counters of its own, and a ring */
};

struct target {
	const struct target_opts *asked;	/* borrowed */
	bool inherit, enable_on_exec, per_process;
	struct target_sampling sampling;
	/* software events may be read as a group without changing what they count */
	bool bundles;
	struct cpulist cpus;			/* empty: count the threads; else there are no threads */
	struct thread *thread; size_t n_threads;
	pid_t *watch; size_t n_watch;		/* the run ends with the last of these; none: it does not */
	bool  watch_threads;			/* they are threads, not processes: -t */
	struct cgroups cgroups;			/* events refer to them by index */
	/* those that the command entered, or sampled functions; owned; they become more with each run */
	struct target_region *region; size_t n_regions;
};

/*
 * -p overrides -t, and both override -a and -C, with a note. Threads are sorted by process and id. A
 * thread that ends before it is opened is no error; a CPU that does not exist is. An offline CPU, an
 * unreadable process, and a process or thread that does not exist are left out with a note. It is an error
 * if none is left, or if /proc belongs to another PID namespace. Without a command and without a target
 * the whole system is counted.
 */
int  target_resolve(struct target *t, const struct target_opts *o, struct machine *m,
		    struct notes *notes, struct error *err);
bool target_counts_cpus(const struct target_opts *o);	/* -a or -C, unless -p or -t overrides them */
/*
 * Lists the threads of -p again before each run: the counters of one run follow the threads that it
 * starts, the next run's begin anew. perf lists them once, and counts fewer from run to run. With a row
 * per thread the list stays.
 */
void target_list_again(struct target *t, struct machine *m, struct notes *notes);
void target_set_command(struct target *t);	/* makes the target the one thread of a command */
bool target_owns_proc(const struct rootfs *root);	/* its numbers are those of pstat's PID namespace */
bool target_is_command(const struct target *t);	/* its counters are the command's alone */
/* tid: 0 if the region is of all threads */
void target_add_region(struct target *t, const char *name, const char *comm, pid_t tid);
/* object: NULL for a row that is in no file, such as "[idle]" */
void target_add_function(struct target *t, const char *name, const char *object);
/* Another name for one of them, unless one in the same file has it: then it keeps its own. */
void target_rename_function(struct target *t, size_t function, const char *name);
void target_release(struct target *t);

#endif
