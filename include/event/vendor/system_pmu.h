/* SPDX-License-Identifier: MIT */
/*
 * system_pmu.h - tells whether this machine has a given PMU outside its CPUs (a memory controller, a mesh);
 * if not, the catalog leaves out the events for it.
 *
 * Which events such a PMU has depends on its file `identifier`, as the CPU may be any.
 */
#ifndef EVENT_VENDOR_SYSTEM_PMU_H
#define EVENT_VENDOR_SYSTEM_PMU_H

#include <stdbool.h>

#include "host/rootfs.h"

struct system_pmus {
	const struct rootfs *root;	/* borrowed */
	struct file_names names;	/* owned; of all PMUs */
};

/* A machine without the folder has none. root NULL: there is no machine to ask. */
void system_pmus_load(struct system_pmus *s, const struct rootfs *root);
/* unit: a PMU, as pmu_name_matches takes it; identifier: a regular expression for all of the file. */
bool system_pmus_have(const struct system_pmus *s, const char *unit, const char *identifier);
void system_pmus_release(struct system_pmus *s);

#endif
