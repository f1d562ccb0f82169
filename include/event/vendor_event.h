/* SPDX-License-Identifier: MIT */
/* vendor_event.h - finds an event of the vendors' catalog by its name, on each PMU that has it. */
#ifndef EVENT_VENDOR_EVENT_H
#define EVENT_VENDOR_EVENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "event/event_config.h"

struct pmu;

struct vendor_event {
	const struct pmu *pmu;		/* NULL: a core event, but the kernel has no core PMU */
	bool unimplemented;
	struct config config;
};

struct vendor_matches {
	struct vendor_event *event;
	size_t n;
};

/*
 * Finds the event on every PMU that has it and accepts the further terms (more NULL: none). Returns 0 with
 * no events if the name is unknown; -1 if no PMU here has it. The core PMUs must be loaded.
 */
int  vendor_event_find(struct vendor_matches *v, const char *name, const struct config_terms *more,
		       const struct config_source *from, struct error *err);
void vendor_events_release(struct vendor_matches *v);

#endif
