/* SPDX-License-Identifier: MIT */
/*
 * machine.h - the PMUs and the facts of this machine, read when first asked for.
 *
 * machine_load reads nothing: most command lines need nothing of /sys, and each file
 * read delays the command.
 */
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include "base/error.h"
#include "host/pmu.h"

struct rootfs;

struct machine {
	const struct rootfs *root;	/* borrowed */
	struct pmus pmus;
};

void machine_load(struct machine *m, const struct rootfs *root);
/* kernel.perf_event_paranoid; MACHINE_UNKNOWN: unreadable */
int  machine_paranoid(const struct machine *m);
int  machine_nmi_watchdog(const struct machine *m);	/* 1: it holds a counter */
void machine_release(struct machine *m);

enum { MACHINE_UNKNOWN = -100 };

#endif
