/* SPDX-License-Identifier: MIT */
/*
 * machine.h - the CPUs, the PMUs and the facts of this machine, read when first asked for.
 *
 * machine_load reads nothing: most command lines need nothing of /sys, and each file
 * read delays the command.
 */
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <stddef.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "host/pmu.h"

struct rootfs;

enum { MACHINE_CACHES = 4 };		/* levels */

struct cpu {			/* -1: the machine does not say */
	int id, package, die, cluster, core, node;
	int cache[MACHINE_CACHES];	/* by level, from 1: the lowest CPU that shares the level's cache */
};

enum machine_part {
	MACHINE_ONLINE   = 1u << 0,	/* which CPUs there are */
	MACHINE_TOPOLOGY = 1u << 1,	/* their package, die, cluster and core */
	MACHINE_CACHE    = 1u << 2,
	MACHINE_NODE     = 1u << 3,
};

struct machine {
	const struct rootfs *root;	/* borrowed */
	struct pmus pmus;
	unsigned parts;			/* what was read of the CPUs: enum machine_part */
	struct cpu *cpu; size_t n_cpus;	/* online only, by id */
	struct cpulist online, present;
};

void machine_load(struct machine *m, const struct rootfs *root);
/* Quick when the parts are there already.  An error: no list of CPUs, or a part that cannot be read. */
int  machine_load_cpus(struct machine *m, unsigned parts, struct error *err);
const struct cpu *machine_cpu(const struct machine *m, int id);	/* NULL: not online */
/* kernel.perf_event_paranoid; MACHINE_UNKNOWN: unreadable */
int  machine_paranoid(const struct machine *m);
int  machine_nmi_watchdog(const struct machine *m);	/* 1: it is on, and may hold a counter */
void machine_release(struct machine *m);

enum { MACHINE_UNKNOWN = -100 };

#endif
