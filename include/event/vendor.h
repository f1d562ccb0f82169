/* SPDX-License-Identifier: MIT */
/* vendor.h - events of the catalog on the PMUs that there are. */
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

enum { VENDOR_UNITS = 8 };		/* so many PMUs of different kinds may have events of one name */

struct vendor_event {
	const struct pmu *pmu;		/* NULL: a core event, and the kernel has no core PMU */
	bool unimplemented;
	struct config config;
};

struct vendor_events {
	struct vendor_event *event;
	size_t n;
};

/* The core PMUs have to be loaded, for this and all that follows. */
bool vendor_is_on(const struct catalog_event *e, const struct pmu *pmu);
/*
 * Linux on Arm names the common events that the CPU implements (by its register PMCEID); the others open and
 * count 0.  Since 4.4 it has names for events 0x00 to 0x30; above, a missing name may mean an old kernel.
 */
bool vendor_is_unimplemented(const struct catalog_event *e, const struct pmus *pmus, struct pmu *pmu);
void vendor_alias(struct pmu_alias *alias, const struct catalog_event *e);	/* as if it stood in /sys */
/* pmu NULL: of all */
void vendor_offer(struct nearest *near, const struct catalog *c, const struct pmu *pmu);
/* One that has it; NULL: unknown name. */
const char *vendor_unit(const struct catalog *c, const char *name);

/*
 * On every PMU that has it, and of those on all that take the further terms; NULL: there are none.
 * None: such a name is not known.  That no PMU here has it is an error.
 */
int  vendor_find(struct vendor_events *v, const char *name, const struct config_terms *more,
		 const struct config_source *from, struct error *err);
void vendor_release(struct vendor_events *v);

/* The PMUs of the catalog's CPU, as far as its formats are known, in place of those of this machine. */
void vendor_assume_pmus(struct pmus *pmus, const struct catalog *c);

#endif
