/* SPDX-License-Identifier: MIT */
/*
 * process_tree.h - builds the tree of a command's processes, with their counts, from records that the kernel
 * wrote.
 *
 *	process_tree_init(&t, by_task, n_slots);
 *	process_tree_add(&t, &record);			in the order of time
 *	process_tree_finish(&t, begin_ns, end_ns);
 *	process_tree_release(&t);
 *
 * The parent of a process is the one that forked it, also after that has ended: a daemon keeps its place.
 * A process has the name of its parent until it executes a program, and then that of the last one.
 *
 * The threads of a process are added up in it.  by_task: each has an entry, and its parent is the task that
 * started it.  The kernel gives the pid of the process to the thread that calls exec, so that entry gets
 * the pid as its tid.
 *
 * A number may be used again after its process has ended.  The record of a count comes after that of the
 * end, but before the number is free.  What the kernel tells has no time of its own, and is read some
 * milliseconds later: it is of the first process with that number, and the name, of which nothing was told.
 *
 * If a program gains privileges or cannot be read, the kernel ends the counters of its process at the exec,
 * and writes the records of an end: `taken`.  Its count is not known.  A program that really ends has mapped
 * its code before, so an end between an exec and the first mapping is such a one, unless records were lost,
 * or a signal has ended it then, as it could not be loaded.
 * (Times, or whether it still has memory, cannot tell it: both failed one time of three for a thousand
 * programs on Linux 6.18.  Mappings cost an exec of 2.5 ms some 0.03 ms.)
 *
 * What a process counted is known when each of its tasks has told it.  A process whose records were lost, or
 * that still runs, has no count, not a part of one.  One whose tasks have all told has ended, even if the
 * record of its end was lost.  One whose first records were lost has the name "?".
 *
 * Memory, waiting, switches, I/O and exit status are what count/process_usage.h found out.
 */
#ifndef COUNT_PROCESS_TREE_H
#define COUNT_PROCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/index.h"
#include "count/reading.h"
#include "host/taskstats.h"

enum task_record_kind {
	TASK_LOST,		/* records, before this time */
	TASK_STARTED,		/* by the task ptid of process ppid */
	TASK_NAMED,		/* comm */
	TASK_EXECUTED,		/* a program: comm, argv0 */
	TASK_MAPPED,		/* code */
	TASK_ENDED,
	TASK_COUNTED,		/* slot, count */
	TASK_SEEN,		/* of a process that lives: peak_bytes */
	TASK_TOLD,		/* end */
};

enum { TASK_NAME_SIZE = 16 };

struct task_record {
	enum task_record_kind kind;
	uint64_t time_ns;
	pid_t pid, tid, ppid, ptid;
	char comm[TASK_NAME_SIZE];
	char *argv0;			/* owned; NULL: not known */
	size_t slot;			/* index into plan->slot */
	struct reading count;
	uint64_t peak_bytes;
	struct task_end *end;		/* owned */
	size_t order;			/* of those of one kind and time */
};

enum { PROCESS_STATUS_UNKNOWN = -1, PROCESS_NONE = -1 };

struct process {
	pid_t pid, tid;			/* tid: equal to pid unless the tree has an entry for each task */
	int parent;			/* its index, which is lower; PROCESS_NONE: pstat, or not known */
	char comm[TASK_NAME_SIZE];
	char *argv0;			/* owned, of the last exec; NULL: it ended before it could be read */
	uint64_t start_ns, end_ns;	/* since the begin of the run, after process_tree_finish() */
	bool ended;			/* false: end_ns is the end of the run */
	bool replaced;			/* a later one has this number */
	int earlier;			/* the one that had this number before; PROCESS_NONE */
	int  status;			/* as from wait(); PROCESS_STATUS_UNKNOWN */
	unsigned tasks, tasks_ended;	/* of by_task: 1 */
	unsigned execs;
	uint64_t exec_ns;		/* of the last one */
	bool mapped;			/* code, since then */
	bool taken;			/* the kernel took its counters away then, which looks like its end */
	struct task_end usage;		/* of the tasks that were told */
	unsigned told;			/* their number */
	/* its peak memory when it was last seen, since the last exec; 0: not known */
	uint64_t seen_bytes;
};

struct process_count {
	struct reading sum;		/* of all tasks that told it */
	unsigned tasks;			/* their number */
};

struct process_tree {
	bool by_task;
	struct process *process; size_t n;	/* in the order in which they started */
	struct process_count *count;		/* [process * n_slots + slot] */
	size_t n_slots;
	uint64_t lost_ns;			/* when the last loss of records was told; 0: none */
	uint64_t peak_bytes;			/* of all together; 0: not known */
	struct index by_number;			/* internal */
};

void process_tree_init(struct process_tree *t, bool by_task, size_t n_slots);
void process_tree_add(struct process_tree *t, struct task_record *r);	/* may take argv0 */
/* Times become those since begin_ns; what has not ended gets the end of the run. */
void process_tree_finish(struct process_tree *t, uint64_t begin_ns, uint64_t end_ns);
/* The last process that had the number (by_task: of a task). */
int  process_tree_find(const struct process_tree *t, pid_t number);
bool process_tree_lacks(const struct process_tree *t);	/* the counters of a process were taken away */
/* The count of a process; NULL: not known. */
const struct reading *process_tree_count(const struct process_tree *t, size_t process, size_t slot);
void process_tree_release(struct process_tree *t);

#endif
