/* SPDX-License-Identifier: MIT */
/*
 * target.h - what is counted: threads, CPUs, cgroups.
 *
 * A command is one thread: tid 0, pstat itself, whose counters the command inherits and
 * which start at its exec; or, when it is held, its pid, filled in once it is forked.
 */
#ifndef HOST_TARGET_H
#define HOST_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "base/note.h"
#include "host/cgroup.h"

struct machine;

#define TARGET_TOLD UINT64_MAX
#define TARGET_UNKNOWN (UINT64_MAX - 1)	/* of what is read */

struct target_opts {
	const char *pids, *tids, *cpus;	/* lists as they were typed; NULL: not given */
	bool system_wide;		/* -a, or nothing else was said */
	/* a row for each: names are wanted, and with -a all threads there are */
	bool per_thread;
	bool no_inherit;
	bool command;			/* there is one */
	/* not the exec but the run loop enables, so late: -D; TARGET_TOLD: when --control says so */
	uint64_t late_ns;
	bool one_by_one;		/* single events may be switched: --control */
};

enum { TARGET_MANY = 64 };	/* so many threads are many */

struct thread {
	pid_t tid, pid;
	char  comm[64];			/* "": not asked for; those of kernel threads are longer than 15 */
};

struct target {
	const struct target_opts *asked;	/* borrowed */
	bool inherit, enable_on_exec;
	bool bundles;				/* a group of software events counts what they count alone */
	struct cpulist cpus;			/* empty: follow the threads; else there are no threads */
	struct thread *thread; size_t n_threads;
	pid_t *watch; size_t n_watch;		/* the run ends with the last of these; none: it does not */
	bool  watch_threads;			/* they are threads, not processes: -t */
	struct cgroups cgroups;			/* that events name by index */
};

/*
 * -p wins over -t, and both over -a and -C, with a note.  Threads are listed by
 * process and number: those that end before they are opened are no error, but a CPU that is
 * not there is.  A CPU that is offline, a process that cannot be read, one or a thread that is
 * named and not there, is left out with a note; none left is an error, and so is a /proc of
 * another PID namespace.  No command, and nothing named, is the whole system.
 */
int  target_resolve(struct target *t, const struct target_opts *o, struct machine *m,
		    struct notes *notes, struct error *err);
bool target_counts_cpus(const struct target_opts *o);	/* -a or -C, which -p and -t override */
/* Before each run: those found at first have other threads by then; where each has its row the list stays. */
void target_renew(struct target *t, struct machine *m, struct notes *notes);
void target_follow_command(struct target *t);	/* the one thread that stands for it */
bool target_is_command(const struct target *t);	/* its counters are the command's, nobody else's */
void target_release(struct target *t);

#endif
