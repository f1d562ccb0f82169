/* SPDX-License-Identifier: MIT */
/* suggest.h - suggests the nearest existing name for an event, a PMU or a tracepoint that does not exist. */
#ifndef EVENT_SUGGEST_H
#define EVENT_SUGGEST_H

#include <stdbool.h>

#include "base/error.h"

struct catalog;
struct pmus;
struct rootfs;

/* catalog NULL: none; one that is not loaded offers nothing. */
void suggest_event(struct error *err, const struct pmus *pmus, const struct catalog *catalog,
		   const char *wanted);
/* If a file that may know the name could not be read, sets err to that instead and returns true. */
bool suggest_unread(struct error *err, const struct pmus *pmus, const struct catalog *catalog,
		    const char *wanted);
/* For the text before slashes, which may also have been meant as an event. */
void suggest_pmu(struct error *err, struct pmus *pmus, const struct catalog *catalog, const char *wanted);
void suggest_tracepoint(struct error *err, const struct rootfs *root, const char *subsystem,
			const char *name);

#endif
