/* SPDX-License-Identifier: MIT */
/*
 * function_probes.h - puts kernel probes on functions, and reads the event counts at each call and return.
 *
 *	function_probes_open(&p, &plan, &counters, cpus, &err);	before the command runs
 *	function_probes_drain(&p, pid);		every PROBES_EVERY_NS, and when a descriptor is ready
 *	function_probes_finish(&p, pid, by_thread, &found, notes);
 *	function_probes_close(&p);
 *
 * Each CPU has one group of events: context-switches leads, then the counted events, then for each function
 * a probe at its entry and one at its return. Switches and probes write a sample with the counts of the
 * whole group into the ring of the CPU; function_calls.h says what they mean. The group is pinned, so it is
 * always on the counters; events that do not fit there together are an error, since a group that takes turns
 * would miss calls.
 *
 * The groups count CPUs, not the command. A probe that belongs to a task cannot be inherited: at the fork the
 * kernel looks for the path of the file in the memory of the wrong process, and the fork itself fails with
 * EFAULT (Linux 6.18). Probes of tracefs can be inherited, but they are visible to the whole machine, and
 * stay when pstat is killed. So any process that runs the same function of the same file is slowed
 * meanwhile, and each switch of the machine writes a sample.
 *
 * A call costs two traps.  On two CPUs they take 1.5 us where the kernel can emulate the first instruction of
 * the function, such as a push; else it steps over it, which takes 10 us in a virtual machine.  Each further
 * CPU adds 0.2 us, as the kernel asks the probes of all CPUs at each trap.
 */
#ifndef COUNT_FUNCTION_FUNCTION_PROBES_H
#define COUNT_FUNCTION_FUNCTION_PROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "count/function/function_calls.h"
#include "count/regions.h"
#include "host/attr.h"
#include "host/record.h"
#include "host/ring.h"
#include "note/note.h"

struct counters;
struct cpulist;
struct kernel;
struct plan;
struct probed_functions;
struct rootfs;
struct wait_fd;

enum { PROBES_EVERY_NS = 10000000 };

struct probed_cpu {
	int *fd; size_t n_fds;		/* owned; the first leads; none: the CPU is offline */
	uint64_t *id;			/* owned; of the entry and the return of each function */
	int member[PSTAT_REGION_EVENTS];	/* where each event is in a read of the group; 0: it is not */
	struct ring ring;
	struct record next;		/* read from the ring, and not used yet */
	bool has_next;
	uint64_t switches;		/* samples of threads that left the CPU */
	uint64_t missed;		/* switches without a sample */
};

struct function_probes {		/* set the first five members, then open */
	const struct kernel *kernel;	/* borrowed, as are root, which has /proc, and functions */
	const struct rootfs *root;
	const struct probed_functions *functions;
	size_t pages;			/* of each ring; 0: as many as are useful and permitted */
	uint64_t call_ns;		/* what the probes of a call take, about; 0: not known */
	struct probed_cpu *cpu; size_t n_cpus;
	struct record_format format;
	int event[PSTAT_REGION_EVENTS];	/* of the plan */
	bool wall[PSTAT_REGION_EVENTS];	/* no counter: the time that passed */
	bool switches[PSTAT_REGION_EVENTS];	/* known from the samples, as the idle task has none */
	size_t n_events;
	struct function_calls calls;	/* its last value is the time that the counters counted */
	uint64_t lost;			/* records */
	bool full;			/* a ring was full: more may be lost */
	struct error damaged;		/* the first ring that cannot be read */
};

/* Tries what the probes of a call take here; that takes some 60 ms, so once for all runs. */
uint64_t function_probes_call_ns(const struct kernel *k, const struct probed_functions *functions);
int  function_probes_open(struct function_probes *p, const struct plan *plan, const struct counters *counters,
			  const struct cpulist *cpus, struct error *err);
/* Fills p->n_cpus entries, all WAIT_RECORDS: a ring is a quarter full. */
void function_probes_fds(const struct function_probes *p, struct wait_fd *fds);
void function_probes_drain(struct function_probes *p, pid_t command);
/* Drains for the last time.  by_thread: the functions of each thread, not their sum. */
void function_probes_finish(struct function_probes *p, pid_t command, bool by_thread,
			    struct found_regions *found);
void function_probes_note(const struct function_probes *p, struct notes *notes);
void function_probes_close(struct function_probes *p);

#endif
