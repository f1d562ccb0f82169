/* SPDX-License-Identifier: MIT */
/*
 * task_table.h - adds up the counts of each task in an interval, from the records of all CPUs.
 *
 *	task_table_init(&t, n_values, n_cpus);
 *	task_table_takes(), _leaves(), ...	one record each, in the order of its CPU
 *	(read t.task)				at the end of an interval
 *	task_table_next(&t);			forgets the counts, and the tasks that ended
 *	task_table_release(&t);
 *
 * The counters of a CPU count whatever runs there, and are read whenever a task leaves the CPU.  So what a
 * CPU counted since it was read last belongs to the task that leaves.  The time of a task begins with the
 * record that it gets the CPU.
 *
 * What the idle task counts is dropped.  Some kernels (6.18) do not read the counters when it leaves the CPU:
 * then the task after it has what it counted, some instructions of the kernel.
 *
 * After lost records nobody knows who ran: those counts go to `unknown`, and are no task's.
 *
 * The CPUs are not merged by time: the start of a task may be known after its end, which was on another CPU.
 * So the time of a start tells whether it is that of the task that ended, or of a new one with its number.
 */
#ifndef TOP_TASK_TABLE_H
#define TOP_TASK_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/index.h"

enum { TOP_NAME_SIZE = 16 };

struct top_counts {
	uint64_t cpu_ns, switches;
	uint64_t *value;		/* owned: n_values */
};

struct top_task {
	pid_t pid, tid;
	pid_t ppid;			/* the process that started it; 0: not known */
	char comm[TOP_NAME_SIZE];	/* "": not known yet */
	char *cgroup;			/* owned; NULL: not known yet */
	uint64_t cgroup_read_ns;	/* when; 0: it is that of the parent */
	bool seen;			/* it counted something in an earlier interval */
	bool ended, ended_before;	/* in this interval or before; in an earlier one */
	uint64_t started_ns, ended_ns;	/* started: 0: before pstat, or not known */
	struct top_counts counts;
};

struct top_cpu {
	uint64_t *last;			/* owned: the values when it was read last */
	bool known;			/* last is known */
	uint64_t read_ns;		/* the time of that */
	bool lost;			/* records were lost since */
	pid_t pid, tid;			/* who has the CPU; tid 0: the idle task, TOP_NOBODY: not known */
	uint64_t since_ns;		/* its time before that is added already; 0: not known */
	uint64_t busy_ns;		/* of all tasks in this interval */
};

enum { TOP_NOBODY = -1 };

struct task_table {
	size_t n_values;
	struct top_task *task; size_t n;
	struct index by_tid;
	struct top_cpu *cpu; size_t n_cpus;
	struct top_counts unknown;
};

void task_table_init(struct task_table *t, size_t n_values, size_t n_cpus);
/* The values of this CPU now, before anything was recorded. */
void task_table_start(struct task_table *t, size_t cpu, uint64_t time_ns, const uint64_t *values);
void task_table_takes(struct task_table *t, size_t cpu, pid_t pid, pid_t tid, uint64_t time_ns);
/* tid TOP_NOBODY: the kernel did not say, as the task had ended. */
void task_table_leaves(struct task_table *t, size_t cpu, pid_t pid, pid_t tid, uint64_t time_ns,
		       const uint64_t *values);
/*
 * The end of an interval: the task that has the CPU keeps it.  Without effect if a record of this CPU is
 * newer.
 */
void task_table_stays(struct task_table *t, size_t cpu, uint64_t time_ns, const uint64_t *values);
void task_table_lost(struct task_table *t, size_t cpu);
/* Its parent is the thread ptid of the process ppid. */
void task_table_started(struct task_table *t, pid_t pid, pid_t tid, pid_t ppid, pid_t ptid,
			uint64_t time_ns);
void task_table_named(struct task_table *t, pid_t pid, pid_t tid, const char *comm);
void task_table_ended(struct task_table *t, pid_t pid, pid_t tid, uint64_t time_ns);
struct top_task *task_table_find(const struct task_table *t, pid_t tid);	/* NULL: there is none */
/* The same, which is added if there is none. */
struct top_task *task_table_at(struct task_table *t, pid_t pid, pid_t tid);
/* It counted something. */
bool task_table_is_active(const struct task_table *t, const struct top_task *task);
void task_table_next(struct task_table *t);
void task_table_release(struct task_table *t);

#endif
