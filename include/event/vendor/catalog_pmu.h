/* SPDX-License-Identifier: MIT */
/*
 * catalog_pmu.h - finds which PMUs of this machine count an event of the vendors' catalog. The core PMUs must
 * be loaded.
 */
#ifndef EVENT_VENDOR_CATALOG_PMU_H
#define EVENT_VENDOR_CATALOG_PMU_H

#include <stdbool.h>

#include "base/nearest.h"

struct catalog;
struct catalog_event;
struct pmu;
struct pmu_alias;
struct pmus;

enum { CATALOG_PMUS_MOST = 8 };		/* an event name may occur on this many kinds of PMU */

bool catalog_pmu_has(const struct catalog_event *e, const struct pmu *pmu);
/*
 * The PMU is one of the event's, but this CPU does not implement the event. Linux on Arm names the common
 * events that the CPU implements (by its register PMCEID); others open and count 0. Since 4.4 it names
 * events 0x00 to 0x30; above, a missing name may mean an old kernel.
 */
bool catalog_pmu_lacks(const struct catalog_event *e, const struct pmus *pmus, struct pmu *pmu);
void catalog_pmu_alias(struct pmu_alias *alias, const struct catalog_event *e);	/* as if it were in /sys */
/* Offers the names of events; pmu NULL: of all PMUs. */
void catalog_pmu_offer(struct nearest *near, const struct catalog *c, const struct pmu *pmu);
/* A unit that has this event; NULL: unknown name. */
const char *catalog_pmu_unit(const struct catalog *c, const char *name);
/* Replaces this machine's PMUs by those of the catalog's CPU, as far as its formats are known. */
void catalog_pmu_assume(struct pmus *pmus, const struct catalog *c);

#endif
