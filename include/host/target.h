/* SPDX-License-Identifier: MIT */
/*
 * target.h - what is counted.
 *
 * A command is one thread: tid 0, pstat itself, whose counters the command inherits and
 * which start at its exec; or, when it is held, its pid, filled in once it is forked.
 */
#ifndef HOST_TARGET_H
#define HOST_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/cpulist.h"
#include "base/error.h"

struct target_opts {
	bool no_inherit;
	bool command;			/* there is one */
	bool late;			/* the run loop enables, not the exec: -D, --control */
};

struct thread {
	pid_t tid, pid;
	char  comm[16];
};

struct target {
	bool inherit, enable_on_exec;
	struct cpulist cpus;			/* empty: follow the threads */
	struct thread *thread; size_t n_threads;
};

int  target_resolve(struct target *t, const struct target_opts *o, struct error *err);
void target_release(struct target *t);

#endif
