/* SPDX-License-Identifier: MIT */
/* suggest.h - the hint of an error about a name that does not exist: the nearest one that does. */
#ifndef EVENT_SUGGEST_H
#define EVENT_SUGGEST_H

#include <stdbool.h>

#include "base/error.h"

struct catalog;
struct pmus;
struct rootfs;

/* catalog NULL: none; and one that is not loaded offers nothing. */
void suggest_event(struct error *err, const struct pmus *pmus, const struct catalog *catalog,
		   const char *wanted);
/* Not all could be read in which it may be: err tells, and there is nothing to suggest; false: it was. */
bool suggest_nothing(struct error *err, const struct pmus *pmus, const struct catalog *catalog,
		     const char *wanted);
/* Of what stands in front of slashes: it may have been meant as an event, too. */
void suggest_pmu(struct error *err, struct pmus *pmus, const struct catalog *catalog, const char *wanted);
void suggest_tracepoint(struct error *err, const struct rootfs *root, const char *subsystem,
			const char *name);

#endif
