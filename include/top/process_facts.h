/* SPDX-License-Identifier: MIT */
/*
 * process_facts.h - reads the user, memory and command line of processes from /proc.
 *
 *	process_facts_next(&f);				an interval is over
 *	process_facts_read(&f, root, &tasks, pid, comm);	of each process on the screen
 *	process_facts_find(&f, pid, comm);		what was read
 *	process_facts_release(&f);
 *
 * Only what is on the screen is read, once in an interval: a machine has thousands of processes, and a
 * screen has fifty lines.
 *
 * A process that has ended keeps what was read of it before.  If it ended before anything could be read, its
 * user is that of the process that started it, as for most processes that live for a moment.
 */
#ifndef TOP_PROCESS_FACTS_H
#define TOP_PROCESS_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/index.h"
#include "top/task_table.h"
#include "top/user_names.h"

struct rootfs;

struct process_fact {
	pid_t pid;
	char comm[TOP_NAME_SIZE];	/* another name: another program, or the number is used again */
	uid_t uid;			/* the effective one */
	char *user;			/* owned; its name; NULL: not known */
	char *command;			/* owned; with its arguments, not escaped; NULL: not known */
	uint64_t resident_bytes;	/* 0: not known, or a task of the kernel */
	unsigned age;			/* intervals since it was read */
};

struct process_facts {			/* {0}: of no process */
	struct process_fact *process; size_t n;
	struct index by_pid;
	struct user_names users;
	bool has_users;			/* they were read */
};

/* Of a process or a thread; comm: the name in its row. */
void process_facts_read(struct process_facts *f, const struct rootfs *root, const struct task_table *tasks,
			pid_t pid, const char *comm);
const struct process_fact *process_facts_find(const struct process_facts *f, pid_t pid, const char *comm);
void process_facts_next(struct process_facts *f);
/* The text of /proc/PID/cmdline with blanks between the arguments; "[comm]" if it has none. */
void process_facts_command(struct str *out, const char *text, size_t len, const char *comm);
void process_facts_release(struct process_facts *f);

#endif
