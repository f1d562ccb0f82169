/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - has the table of functions through which pstat calls the kernel; tests put a fake machine there.
 *
 * Every call that starts, reads or stops a counter or a process, reads the clock or blocks goes through
 * this table. It and the root directory (rootfs.h) are the only ways to the machine, and tests pass their
 * own. Functions return >= 0 or a negative errno and never change the global errno. Descriptors they
 * return are close-on-exec and never 0, 1 or 2.
 *
 * Signals: while a command is counted, those that would end pstat are blocked and read from a signalfd.
 * Whether the caller ignores a signal is asked only when one arrives, which saves fifty calls at the
 * start. SIGPIPE and SIGXFSZ are ignored meanwhile, so that a failed write is an error and not the end;
 * blocking SIGXFSZ instead would pass the block on to the command. A terminal's signal is forwarded to the
 * command only if the kernel did not send it there itself: Ctrl-C goes to the foreground process group,
 * which `timeout` leaves, and a hangup only to the session leader.
 *
 * Scratch files: a compared command's stderr goes to an unnamed file in memory. Reading a pipe would wake
 * pstat next to the command, and not reading it would block the command. A file size limit (RLIMIT_FSIZE)
 * would apply to that file and could end the command, so there is no scratch file then.
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
struct loop_times;
struct perf_event_attr;
union attr;

enum wait_kind {
	WAIT_DEADLINE = 1u << 0,	/* only in results */
	WAIT_SIGNAL   = 1u << 1,
	WAIT_TARGET   = 1u << 2,	/* the pidfd of a counted process */
	WAIT_CONTROL  = 1u << 3,
	WAIT_RECORDS  = 1u << 4,	/* the kernel has written into a ring buffer */
};

struct wait_fd {
	int fd;			/* negative: skipped; wait sets -1 where no records come any more */
	unsigned kind;		/* a value of enum wait_kind */
	bool ready;		/* result */
};

struct signals {		/* the watched signals, and the settings before that */
	int fd;			/* reads give struct signalfd_siginfo; -1: not open */
	sigset_t mask;
	struct sigaction chld, pipe, xfsz;
};

#define KERNEL_FOREVER UINT64_MAX	/* no deadline */

struct kernel {
	/* counters; attr is not const: with -E2BIG the kernel stores the size it knows */
	int     (*perf_open)(const struct kernel *k, struct perf_event_attr *attr,
			     pid_t pid, int cpu, int group_fd, unsigned long flags);
	int     (*perf_ioctl)(const struct kernel *k, int fd, unsigned long request,
			      unsigned long arg);

	/* descriptors; calls interrupted by a signal are repeated */
	ssize_t (*read)(const struct kernel *k, int fd, void *buf, size_t size);
	ssize_t (*write)(const struct kernel *k, int fd, const void *buf, size_t size);
	void    (*close)(const struct kernel *k, int fd);
	/* for reading and writing, non-blocking */
	int     (*open_fifo)(const struct kernel *k, const char *path);
	/* open and passed by the caller: 0 or -errno */
	int     (*is_given)(const struct kernel *k, int fd);
	/* an unnamed file in memory; writers append */
	int     (*open_scratch)(const struct kernel *k);
	/* the bytes it occupies; if there are many, frees all but the last `keep` */
	ssize_t (*trim_scratch)(const struct kernel *k, int fd, size_t keep);
	/* reads its last bytes, then empties it */
	ssize_t (*take_scratch)(const struct kernel *k, int fd, void *buf, size_t size);
	/* an unnamed file in memory of this size, all 0, which can neither shrink nor grow */
	int     (*open_shared)(const struct kernel *k, size_t size);
	/* an empty one; seal() fills it, and nobody can change it from then on: 0 or -errno */
	int     (*open_sealable)(const struct kernel *k);
	int     (*seal)(const struct kernel *k, int fd, const void *bytes, size_t n);
	int     (*map)(const struct kernel *k, void **at, size_t size, int fd);	/* shared; fd -1: anonymous */
	void    (*unmap)(const struct kernel *k, void *at, size_t size);
	/* a generic netlink socket, non-blocking, with room for that many bytes of messages if permitted */
	int     (*open_netlink)(const struct kernel *k, int room);
	/* messages for which it had no room; a read that returns -ENOBUFS says that there are some */
	int64_t (*netlink_lost)(const struct kernel *k, int fd);

	/* processes */
	int     (*launch)(const struct kernel *k, struct launched *out, const struct launch *l);
	int     (*reap)(const struct kernel *k, pid_t pid, int *status, struct rusage *usage);
	int     (*ended)(const struct kernel *k, pid_t pid);	/* 1: it can be reaped, 0: it still runs */
	/* the time that an ended process waited for a CPU, of its first thread; 0: not known */
	uint64_t (*waited_ns)(const struct kernel *k, pid_t pid);
	int     (*kill)(const struct kernel *k, pid_t pid, int signo);	/* negative pid: the process group */
	int     (*pidfd)(const struct kernel *k, pid_t pid, bool thread);
	/* 1: running; 0: the thread, or the process with all its threads, has ended or never existed */
	int     (*alive)(const struct kernel *k, pid_t pid, bool thread);

	/* this process: watches the signals that would end it */
	int     (*signals_open)(const struct kernel *k, struct signals *s);
	void    (*signals_close)(const struct kernel *k, struct signals *s);
	/* the caller set it to "ignore", as nohup does; such a signal must stay without effect */
	bool    (*ignores)(const struct kernel *k, int signo);
	/* the kernel sent the terminal's signal to that process as well */
	bool    (*reaches)(const struct kernel *k, pid_t pid, int signo);
	int     (*limit_get)(const struct kernel *k, struct rlimit *nofile);
	int     (*limit_set)(const struct kernel *k, const struct rlimit *nofile);
	void    (*sync)(const struct kernel *k);

	/* frequency of the time stamp counter as the processor reports it; 0: it does not */
	uint64_t (*tsc_hz)(const struct kernel *k);

	/* the fixed loop of fixed_loop.h */
	int     (*time_loop)(const struct kernel *k, struct loop_times *t);
	/* CPU time of pstat and of all its children that ended */
	uint64_t (*own_cpu_ns)(const struct kernel *k);

	/* time; wait is the only call that blocks, and returns a set of wait kinds */
	uint64_t (*now_ns)(const struct kernel *k);
	int     (*wait)(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns);
};

/* Signals that were read but not handled yet; starts as {0}. */
struct pending_signals {
	struct signalfd_siginfo info[4];
	size_t n, at;
};

/*
 * The next pending signal that the caller does not ignore; 0: none. *sent: a process sent it, so only
 * pstat got it. sent may be NULL.
 */
int kernel_read_signal(const struct kernel *k, const struct signals *s, struct pending_signals *a,
		       bool *sent);

/* one that ends a process by default, other than for a fault */
bool kernel_ends_process(int signo);

uint64_t kernel_timeval_ns(struct timeval t);	/* of getrusage() */

/* Raises the soft limit of descriptors to the hard limit; false: nothing was raised. */
bool kernel_raise_limit(const struct kernel *k);
/* perf_open, and once more with the limit raised if there are too few descriptors. */
int  kernel_perf_open(const struct kernel *k, union attr *attr, pid_t pid, int cpu, int group_fd,
		      unsigned long flags);

#endif
