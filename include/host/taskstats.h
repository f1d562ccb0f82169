/* SPDX-License-Identifier: MIT */
/*
 * taskstats.h - asks the kernel what it knows of each task when it ends: its peak memory, how long it waited,
 * how often it was switched, its block I/O and its exit status.
 *
 *	taskstats_open(&t, k, root, &err);		err says in words why not
 *	taskstats_next(&t, &end);			until it returns 0
 *	taskstats_close(&t);
 *
 * The kernel sends a message about every task of the machine that ends (generic netlink, TASKSTATS), before
 * its parent can learn of the end. The caller picks those of its command. It is only for CAP_NET_ADMIN in
 * the first user and PID namespace, so mostly not for containers and not for ordinary users. In a network
 * namespace of its own a process can register, but no message comes: if there is none about a command that
 * has ended, and none is lost, this is why.
 *
 * It costs each task of the machine about 2 us at its end, and the reader 1 us a message (measured on
 * Linux 6.18 in a virtual machine, where a child that only exits takes 24 us).
 *
 * Messages wait in the socket's buffer, which has room for some thousands of them, so the caller need not
 * wake up for each. Those that do not fit are counted in `lost`.
 *
 * A value that this kernel does not keep is TASKSTATS_UNKNOWN, not 0:
 *	peak_bytes		with CONFIG_TASK_XACCT
 *	cpu_wait_ns		with CONFIG_TASK_DELAY_ACCT; before Linux 5.14 unless booted with nodelayacct
 *	io_wait_ns		the same, and from Linux 5.14 sysctl kernel.task_delayacct must be 1
 *	read_bytes, write_bytes	with CONFIG_TASK_IO_ACCOUNTING
 * A task that has run was put on a CPU at least once, so without a count of that the waits are unknown.
 *
 * The message of the last thread of a process may have sums for the process, too. They lack memory and
 * switches, so they are skipped: task_end_add() adds up the threads.
 */
#ifndef HOST_TASKSTATS_H
#define HOST_TASKSTATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

struct kernel;
struct rootfs;

#define TASKSTATS_UNKNOWN UINT64_MAX

enum { TASKSTATS_COMM_SIZE = 33, TASKSTATS_NO_STATUS = -1 };

struct task_end {
	pid_t tid;
	pid_t pid;		/* of its process; 0: not known, before Linux 5.19 */
	pid_t parent;		/* the process that would wait for it; 0: none */
	bool last;		/* its process ended with it; from Linux 5.19 */
	bool signalled;		/* a signal ended it, or the end of its process by another thread */
	/* as from wait(), of the first thread (tid == pid); TASKSTATS_NO_STATUS: not known */
	int  status;
	char comm[TASKSTATS_COMM_SIZE];
	uint64_t start_s;	/* since 1970 */
	uint64_t lived_ns;
	/*
	 * Largest resident memory since the last exec, of all its threads together. A child of vfork() shares
	 * that of its parent until it executes something.
	 */
	uint64_t peak_bytes;
	uint64_t cpu_wait_ns;	/* ready to run, but another task had the CPU */
	uint64_t io_wait_ns;	/* waited for block I/O */
	uint64_t voluntary, involuntary;	/* switches to another task: it waited, or it had to */
	/* of block devices; write: what it changed in memory, which is written later */
	uint64_t read_bytes, write_bytes;
};

struct taskstats {
	const struct kernel *k;
	int fd;			/* -1: not open */
	uint16_t family;	/* the number that this kernel gave TASKSTATS */
	bool has_io, has_io_wait;
	uint64_t lost;		/* messages that did not fit, of all tasks of the machine */
};

/* -1: the kernel does not give it, or not to us; err has the reason in words. fd is -1 then. */
int  taskstats_open(struct taskstats *t, const struct kernel *k, const struct rootfs *root,
		    struct error *err);
/* 1: a task; 0: no more for now; -errno. */
int  taskstats_next(struct taskstats *t, struct task_end *end);
void taskstats_close(struct taskstats *t);

/* One message: 1, 0 if it is another one than of a task that ended, or -1 if it is malformed. */
int  taskstats_decode(struct task_end *end, uint16_t family, const void *message, size_t n);
/* Adds a thread to what is known of its process. Status, name and parent are those of the first thread. */
void task_end_add(struct task_end *process, const struct task_end *thread);

#endif
