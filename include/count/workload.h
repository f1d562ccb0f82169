/* SPDX-License-Identifier: MIT */
/*
 * workload.h - follows the measured command from its start until its exit status is read.
 *
 * It uses the kernel table; host/launch.c starts the process.
 *
 * A command is held (forked before its counters are opened, on its pid) with --control, because enabling
 * counters of pstat itself, which the command inherits, would count pstat; and if it only says how long to
 * count, because forking it is not part of what the system did meanwhile.
 *
 * Only SIGCHLD tells that it ended: a pidfd would cost each run 20 us, and older kernels lack it. A
 * command that cannot be signalled, perhaps under sudo, is waited for, with a note: giving up would lose
 * its counts.
 */
#ifndef COUNT_WORKLOAD_H
#define COUNT_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/error.h"

struct kernel;
struct launch;
struct launch_shared;
struct signals;

struct workload {
	const struct kernel *kernel;	/* borrowed, and so is launch */
	const struct launch *launch;
	pid_t pid;			/* 0: not started, or no command */
	int   status;			/* as from wait(); valid once reaped */
	struct rusage usage;
	bool  rss_hidden;		/* usage has pstat's own peak memory, or one hardly larger */
	bool  left_some;		/* processes of its group remained after it ended */
	int   unreached;		/* why a signal could not be sent; 0: none failed */
	uint64_t waited_ns;		/* for a CPU, with launch.counts_wait; 0: not known */
	uint64_t start_ns, end_ns;	/* from just before execve until it was reaped; valid once reaped */
	bool  started, reaped;
	int   go_fd;
	struct launch_shared *shared;
};

#define WORKLOAD_INIT { .go_fd = -1 }

/* Held: forks, and waits before exec. Otherwise only stores the arguments. */
int  workload_prepare(struct workload *w, const struct kernel *k, const struct launch *l, struct error *err);

/*
 * Starts the program. A failed exec is ERROR_EXEC, an earlier failure ERROR_SYSTEM. It is reported here,
 * or for a held child when it is reaped.
 */
int  workload_start(struct workload *w, struct error *err);
uint64_t workload_start_ns(const struct workload *w);	/* valid while it runs, too */
/* False: it waits for a CPU to execute its program, and when it starts is not known yet. */
bool workload_has_begun(const struct workload *w);
/* kinds: the result of a wait that includes signals */
bool workload_is_over(const struct workload *w, unsigned kinds);
/* it can be reaped without waiting; also true after an error */
bool workload_has_ended(const struct workload *w);
/* the kernel will drop them at its exec, as far as is known */
bool workload_drops_counters(const struct workload *w);
/* CPU time before its exec: part of its usage, and of no counter */
uint64_t workload_cpu_before_ns(const struct workload *w);
/* why its address layout could not be set; 0: it was */
int  workload_layout_errnum(const struct workload *w);
/* Signals the process, or its group if it has its own. 0, or a negative errno. */
int  workload_signal(struct workload *w, int signo);

/*
 * Reads all pending signals; returns the last one, or 0 if there was only SIGCHLD. Forwards them to a
 * started command unless the terminal sent them to it as well: that is the case for its process group, but
 * a hangup goes only to the session leader.
 */
int  workload_take_signals(struct workload *w, const struct signals *s);
int  workload_reap(struct workload *w, struct error *err);		/* blocks until it has ended */
/* kills and reaps what is left; safe in any state */
void workload_cancel(struct workload *w);

#endif
