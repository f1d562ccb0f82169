/* SPDX-License-Identifier: MIT */
/*
 * task_recorder.h - records which processes a command has, and the counts of each of them.
 *
 *	task_recorder_open(&r, &counters, cpus, &err);		the counters are open
 *	task_recorder_drain(&r);		every RECORDER_EVERY_NS, and when a descriptor is ready
 *	task_recorder_finish(&r, begin_ns, end_ns, notes);	r.tree
 *	task_recorder_close(&r);
 *
 * The counters have inherit_stat, so at the end of each task the kernel writes a READ record for each.  An
 * idle event on each CPU records what starts, is named, executes, maps code and ends there.
 *
 * Linux 5.13 lost that: until some release of 6.18 the context of a task was taken from it before, and READ
 * is only written with one (6.12.95 does not write it, 6.18.44 and 7.2 do).  There a note says that only
 * the total is known.
 *
 * A ring for each counter, and one for each CPU: two CPUs must never write into one ring at the same time,
 * for the kernel does not expect that and spoils the ring.  FORK, COMM, MMAP and EXIT are written by the CPU
 * of their event.  READ is written by the CPU on which the task ends, whatever the CPU of the event; but
 * since Linux 5.13 the kernel holds a lock of the counter meanwhile.  With one ring for each CPU, as perf
 * record -s has, 40,000 processes on two CPUs spoiled the rings in each of four tries; with these no
 * record was lost.
 *
 * The counters count on all CPUs, as without this mode.  The kernel refuses to map a ring for such an event
 * if it is inherited, but not to redirect its output: so each has an idle companion that is not inherited
 * and has the ring.  One counter for all CPUs also costs a process less: each fork copies events + CPUs
 * events, not events * CPUs.  The companions are needed for one more reason: without an event that is not
 * inherited, the kernel swaps the events of pstat with those of a child, whose READ is then never written.
 *
 * Nothing wakes pstat when a process starts or ends: a wake-up for each record cost each process 20 us, in a
 * virtual machine.  It reads the rings every RECORDER_EVERY_NS, or when one is half full.  argv[0] is read
 * from /proc then, so what lives shorter than that may have only a name.
 *
 * What the kernel tells of each task at its end comes another way, and goes into the same tree: see
 * process_usage.h.
 */
#ifndef COUNT_TASK_RECORDER_H
#define COUNT_TASK_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "count/process_tree.h"
#include "count/process_usage.h"
#include "host/record.h"
#include "host/ring.h"
#include "note/note.h"

struct counters;
struct cpulist;
struct kernel;
struct rootfs;
struct wait_fd;

enum { RECORDER_EVERY_NS = 10000000, RECORDER_PAGES = 64 };

struct task_ring {
	int fd;				/* the event that has the ring */
	struct ring ring;
	bool full;			/* when it was read last: what was lost since is not known yet */
};

struct events;

struct task_recorder {			/* set the first five members, then open */
	const struct kernel *kernel;	/* borrowed, as is root: it has /proc */
	const struct rootfs *root;
	const struct events *events;
	bool by_task;			/* an entry for each thread */
	/* of each ring; 0: as many as are permitted, at most RECORDER_PAGES; $PSTAT_RING_PAGES, for tests */
	size_t pages;
	struct task_ring *cpu; size_t n_cpus;		/* FORK, COMM, MMAP, EXIT */
	struct task_ring *counter; size_t n_counters;	/* READ; parallel to plan->slot; fd -1: not open */
	struct record_format cpu_format, counter_format;
	struct task_record *record; size_t n_records;	/* not in the tree yet */
	size_t limit;			/* this many records are sorted and put into the tree */
	uint64_t lost;			/* records; the kernel says it when it writes the next one */
	struct error damaged;		/* a ring that cannot be read any more */
	struct process_usage usage;
	struct process_tree tree;
};

int  task_recorder_open(struct task_recorder *r, const struct counters *counters,
			const struct cpulist *cpus, struct error *err);
/* Fills r->n_cpus entries, all WAIT_RECORDS: a ring is half full. */
void task_recorder_fds(const struct task_recorder *r, struct wait_fd *fds);
void task_recorder_drain(struct task_recorder *r);
/* Drains for the last time.  Notes what was lost, and which processes still run. */
void task_recorder_finish(struct task_recorder *r, uint64_t begin_ns, uint64_t end_ns, struct notes *notes);
void task_recorder_close(struct task_recorder *r);

#endif
