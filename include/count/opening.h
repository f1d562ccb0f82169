/* SPDX-License-Identifier: MIT */
/* opening.h - how the counters of a plan are opened; counters_open is what others call. */
#ifndef COUNT_OPENING_H
#define COUNT_OPENING_H

#include "base/error.h"
#include "base/note.h"

struct counters;
struct events;
struct plan;

/* Of counters that are all closed; 0, -1 or COUNTERS_REPLAN, and then some may be open. */
int opening_run(struct counters *cs, const struct plan *plan, struct events *events, struct notes *notes,
		struct error *err);

#endif
