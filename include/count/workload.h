/* SPDX-License-Identifier: MIT */
/*
 * workload.h - the command that is measured, from launch to reaping.
 *
 * Logic over the kernel table; how a process is started is host/launch.c's business.
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
	const struct kernel *kernel;	/* borrowed, as is launch */
	const struct launch *launch;
	pid_t pid;			/* 0: none yet, or no command at all */
	int   status;			/* as wait gives it; valid once reaped */
	struct rusage usage;
	bool  rss_hidden;		/* usage has pstat's largest resident set, or one hardly larger */
	bool  left_some;		/* of its group, when it had ended */
	int   unreached;		/* why a signal could not be sent to it; 0: none failed */
	uint64_t start_ns, end_ns;	/* just before execve .. reaped; valid once reaped */
	bool  started, reaped;
	int   go_fd;
	struct launch_shared *shared;
};

#define WORKLOAD_INIT { .go_fd = -1 }

/* Held: forked, waiting before exec.  Else only remembered. */
int  workload_prepare(struct workload *w, const struct kernel *k, const struct launch *l, struct error *err);

/*
 * The program runs.  A failed exec is ERROR_EXEC, what failed before it ERROR_SYSTEM: here, or,
 * of a held child, when it is reaped.
 */
int  workload_start(struct workload *w, struct error *err);
uint64_t workload_start_ns(const struct workload *w);	/* while it runs, too */
/* by what a wait for signals gave: SIGCHLD is one */
bool workload_is_over(const struct workload *w, unsigned kinds);
/* it can be reaped without waiting; a failure is one, too */
bool workload_has_ended(const struct workload *w);
/* the kernel takes them away at its exec, as far as one can tell */
bool workload_drops_counters(const struct workload *w);
/* why its addresses are not laid out as asked for; 0: they are */
int  workload_layout_errnum(const struct workload *w);
/* To its group, if it has one of its own; 0, or why it could not be sent: a negative errno. */
int  workload_signal(struct workload *w, int signo);

/*
 * Reads all signals that wait: the last one's number, 0: there was none but SIGCHLD.  Once
 * it is started the command gets those that a process sent; the terminal sends to it, too,
 * but not where it has left the group, nor the end of the session, which goes to its leader alone.
 */
int  workload_take_signals(struct workload *w, const struct signals *s);
int  workload_reap(struct workload *w, struct error *err);		/* blocks until it has ended */
/* kill and reap what is left; safe in any state */
void workload_cancel(struct workload *w);

#endif
