/* SPDX-License-Identifier: MIT */
/*
 * switch_counter.h - counts events for each task of the machine: one group of events on each CPU, whose
 * counts the kernel writes at each context switch.
 *
 *	switch_counter_open(&c, &events, cpus, may_lack, &err);		c.kernel is set
 *	switch_counter_start(&c, &table);
 *	switch_counter_drain(&c, &table);		when a descriptor is ready: a ring is a quarter full
 *	switch_counter_end_interval(&c, &table, &err);
 *	switch_counter_close(&c);
 *
 * context-switches leads each group, so a switch writes a sample with the counts of the whole group into the
 * ring of its CPU; task_table.h says what they mean.  So CPUs * (events + 1) descriptors count all tasks,
 * those that live for a moment, too.  A counter for each task would need tasks * events descriptors, and a
 * cgroup would need CPUs * events for each cgroup.
 *
 * The group is pinned, so it is always on the counters: events that do not fit there together are refused,
 * as a group that takes turns would miss switches.  At the end of an interval each group is read, so that a
 * task that never leaves its CPU is counted, too.
 *
 * It costs every switch of the machine about a microsecond, and pstat 0.1 us for a record; see BENCHMARKS.md.
 */
#ifndef TOP_SWITCH_COUNTER_H
#define TOP_SWITCH_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "host/record.h"
#include "host/ring.h"

struct cpulist;
struct events;
struct kernel;
struct task_table;
struct wait_fd;

struct switch_cpu {
	int *fd; size_t n_fds;		/* owned; the first leads; none: the CPU is offline */
	size_t *member;			/* owned: by event, its place in a read of the group; 0: none */
	struct ring ring;
};

struct switch_counter {			/* set the first two members, then open */
	const struct kernel *kernel;	/* borrowed, as is events */
	size_t pages;			/* of each ring; 0: as many as are useful and permitted */
	const struct events *events;
	struct switch_cpu *cpu; size_t n_cpus;
	size_t n_fds;			/* of all CPUs */
	bool *counted;			/* owned: by event, whether a CPU counts it */
	struct record_format format;
	uint64_t records, lost;
	struct error damaged;		/* the first ring that cannot be read */
};

/* may_lack: events that this machine does not have are left out; else they are an error. */
int  switch_counter_open(struct switch_counter *c, const struct events *events, const struct cpulist *cpus,
			 bool may_lack, struct error *err);
int  switch_counter_start(struct switch_counter *c, struct task_table *t, struct error *err);
/* Fills c->n_cpus entries, all WAIT_RECORDS. */
void switch_counter_fds(const struct switch_counter *c, struct wait_fd *fds);
void switch_counter_drain(struct switch_counter *c, struct task_table *t);
int  switch_counter_end_interval(struct switch_counter *c, struct task_table *t, struct error *err);
void switch_counter_close(struct switch_counter *c);

#endif
