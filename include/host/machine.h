/* SPDX-License-Identifier: MIT */
/*
 * machine.h - reads the CPUs, the PMUs and the settings of this machine, each when it is first used.
 *
 * machine_load reads nothing: most command lines need nothing from /sys, and each file read delays the
 * command.
 */
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <stddef.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "host/pmu.h"

struct rootfs;

enum { MACHINE_CACHES = 4 };		/* levels */

struct cpu {			/* -1: unknown */
	int id, package, die, cluster, core, node;
	int cache[MACHINE_CACHES];	/* index: level - 1; the lowest CPU that shares this cache */
};

enum machine_part {
	MACHINE_ONLINE   = 1u << 0,	/* the list of CPUs */
	MACHINE_TOPOLOGY = 1u << 1,	/* package, die, cluster and core */
	MACHINE_CACHE    = 1u << 2,
	MACHINE_NODE     = 1u << 3,
};

struct machine {
	const struct rootfs *root;	/* borrowed */
	struct pmus pmus;
	unsigned parts;			/* what was loaded: enum machine_part */
	struct cpu *cpu; size_t n_cpus;	/* only those online, sorted by id */
	struct cpulist online, present;
};

void machine_load(struct machine *m, const struct rootfs *root);
/* Returns at once when the parts are loaded. Error: no list of CPUs, or an unreadable part. */
int  machine_load_cpus(struct machine *m, unsigned parts, struct error *err);
const struct cpu *machine_cpu(const struct machine *m, int id);	/* NULL: not online */
/* kernel.perf_event_paranoid; MACHINE_UNKNOWN: unreadable */
int  machine_paranoid(const struct machine *m);
int  machine_nmi_watchdog(const struct machine *m);	/* 1: on; may occupy a counter */
void machine_release(struct machine *m);

enum { MACHINE_UNKNOWN = -100 };

#endif
