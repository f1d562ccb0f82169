/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - the kernel as pstat sees it.
 *
 * Every call that starts, reads or stops a counter or a process, tells the time or
 * blocks goes through this table: it is the only seam between pstat and the machine
 * beside the root directory (rootfs.h), and tests pass their own.  Functions return
 * >= 0 or a negative errno and never touch the global errno.  A descriptor that comes
 * out of it is close-on-exec and never 0, 1 or 2.
 */
#ifndef HOST_KERNEL_H
#define HOST_KERNEL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/types.h>

struct launch;
struct launched;
struct perf_event_attr;

enum wait_kind {
	WAIT_DEADLINE = 1u << 0,	/* only in the answer */
	WAIT_SIGNAL   = 1u << 1,
	WAIT_TARGET   = 1u << 2,	/* pidfd of what is counted */
	WAIT_CONTROL  = 1u << 3,
};

struct wait_fd {
	int fd;			/* negative: passed over */
	unsigned kind;		/* one of enum wait_kind */
	bool ready;		/* out */
};

struct signals {		/* the signals pstat watches, and what they were before */
	int fd;			/* read gives struct signalfd_siginfo; -1: not open */
	sigset_t mask;
	struct sigaction chld, pipe, xfsz;
};

#define KERNEL_FOREVER UINT64_MAX	/* no deadline */

struct kernel {
	/* counters; attr is not const: on -E2BIG the kernel writes the size it knows into it */
	int     (*perf_open)(const struct kernel *k, struct perf_event_attr *attr,
			     pid_t pid, int cpu, int group_fd, unsigned long flags);
	int     (*perf_ioctl)(const struct kernel *k, int fd, unsigned long request,
			      unsigned long arg);

	/* descriptors; what a signal interrupts is tried again */
	ssize_t (*read)(const struct kernel *k, int fd, void *buf, size_t size);
	ssize_t (*write)(const struct kernel *k, int fd, const void *buf, size_t size);
	/* of what others read, too: -EAGAIN where one was faster, be it a socket or what open_again() gave */
	ssize_t (*read_now)(const struct kernel *k, int fd, void *buf, size_t size);
	/* a few bytes to others' descriptors, blocking or not; -EAGAIN: there is no room now */
	ssize_t (*write_now)(const struct kernel *k, int fd, const void *buf, size_t size);
	void    (*close)(const struct kernel *k, int fd);
	int     (*open_fifo)(const struct kernel *k, const char *path);	/* for both, without blocking */
	int     (*is_given)(const struct kernel *k, int fd);		/* by the caller, open: 0 or -errno */
	/* one's own reader of a pipe or terminal, which does not block: others may be faster; -errno: none */
	int     (*open_again)(const struct kernel *k, int fd);
	/* an unnamed file in memory, to which whoever has it appends */
	int     (*open_scratch)(const struct kernel *k);
	/* how many bytes it takes; if they are many, all but the last ones are given back */
	ssize_t (*trim_scratch)(const struct kernel *k, int fd, size_t keep);
	/* what stands last in it; then it is empty again */
	ssize_t (*take_scratch)(const struct kernel *k, int fd, void *buf, size_t size);
	int     (*map)(const struct kernel *k, void **at, size_t size, int fd);	/* shared; fd -1: anonymous */
	void    (*unmap)(const struct kernel *k, void *at, size_t size);

	/* processes */
	int     (*launch)(const struct kernel *k, struct launched *out, const struct launch *l);
	int     (*reap)(const struct kernel *k, pid_t pid, int *status, struct rusage *usage);
	int     (*ended)(const struct kernel *k, pid_t pid);	/* 1: it can be reaped, 0: it lives */
	int     (*kill)(const struct kernel *k, pid_t pid, int signo);	/* negative pid: the group */
	int     (*pidfd)(const struct kernel *k, pid_t pid, bool thread);
	/* 1; 0: the thread, or the last thread of the process, has ended, or nobody has that number */
	int     (*alive)(const struct kernel *k, pid_t pid, bool thread);

	/* this process; watched are the signals that would end it */
	int     (*signals_open)(const struct kernel *k, struct signals *s);
	void    (*signals_close)(const struct kernel *k, struct signals *s);
	/* by who called pstat; watched, it comes nevertheless: nohup must stay nohup */
	bool    (*ignores)(const struct kernel *k, int signo);
	/* that process, too, has what a terminal sends here: to a group, a hangup to who leads the session */
	bool    (*reaches)(const struct kernel *k, pid_t pid, int signo);
	int     (*limit_get)(const struct kernel *k, struct rlimit *nofile);
	int     (*limit_set)(const struct kernel *k, const struct rlimit *nofile);
	void    (*sync)(const struct kernel *k);

	/* of the time stamp counter, as the processor itself tells it; 0: it does not */
	uint64_t (*tsc_hz)(const struct kernel *k);

	/* time; wait is the one call that blocks, and returns a set of wait kinds */
	uint64_t (*now_ns)(const struct kernel *k);
	int     (*wait)(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns);
};

extern const struct kernel kernel_linux;

/* Signals that were read and not looked at yet; n and at begin as 0. */
struct arrived {
	struct signalfd_siginfo info[4];
	size_t n, at;
};

/*
 * The next signal that waits and that the caller does not ignore, 0: there were no more; sent: by a
 * process, so nobody but pstat has it.  sent may be NULL.
 */
int kernel_next_signal(const struct kernel *k, const struct signals *s, struct arrived *a, bool *sent);

/* A pipe without readers and a file that may not grow are errors of write now, and no signals. */
bool kernel_ignores_lost_writes(void);
bool kernel_watches(int signo);		/* by default it ends a process, for no mistake of its own */

/* The limit of descriptors, as far up as it goes; false: it is there already. */
bool kernel_raise_limit(const struct kernel *k);

/*
 * host/ only: what fd is open on, for O_RDONLY or O_WRONLY, by a descriptor that does not block; whether fd
 * itself does is shared by all who have it.
 */
int kernel_reopen(int fd, int access);
int kernel_keep_above_stdio(int fd);	/* moves fd out of 0..2; -errno passes through */

#endif
