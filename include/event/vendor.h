/* SPDX-License-Identifier: MIT */
/* vendor.h - matches events of the catalog with PMUs. */
#ifndef EVENT_VENDOR_H
#define EVENT_VENDOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/nearest.h"
#include "event/config.h"

struct catalog;
struct catalog_event;
struct pmu;
struct pmu_alias;
struct pmus;

enum { VENDOR_UNITS = 8 };		/* an event name may occur on this many kinds of PMU */

struct vendor_event {
	const struct pmu *pmu;		/* NULL: a core event, but the kernel has no core PMU */
	bool unimplemented;
	struct config config;
};

struct vendor_events {
	struct vendor_event *event;
	size_t n;
};

/* The core PMUs must be loaded, for this and all that follows. */
bool vendor_is_on(const struct catalog_event *e, const struct pmu *pmu);
/*
 * Linux on Arm names the common events that the CPU implements (by its register PMCEID); others open and
 * count 0. Since 4.4 it names events 0x00 to 0x30; above, a missing name may mean an old kernel.
 */
bool vendor_is_unimplemented(const struct catalog_event *e, const struct pmus *pmus, struct pmu *pmu);
void vendor_alias(struct pmu_alias *alias, const struct catalog_event *e);	/* as if it were in /sys */
/* offers their names; pmu NULL: of all PMUs */
void vendor_offer(struct nearest *near, const struct catalog *c, const struct pmu *pmu);
/* A unit that has this event; NULL: unknown name. */
const char *vendor_unit(const struct catalog *c, const char *name);

/*
 * Finds the event on every PMU that has it and accepts the further terms (more NULL: none). Returns 0 with
 * no events if the name is unknown; -1 if no PMU here has it.
 */
int  vendor_find(struct vendor_events *v, const char *name, const struct config_terms *more,
		 const struct config_source *from, struct error *err);
void vendor_release(struct vendor_events *v);

/* Replaces this machine's PMUs by those of the catalog's CPU, as far as its formats are known. */
void vendor_assume_pmus(struct pmus *pmus, const struct catalog *c);

#endif
