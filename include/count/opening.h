/* SPDX-License-Identifier: MIT */
/*
 * opening.h - opens all counters that plan.h lists.
 *
 * The first run that opens an event decides what it counts: later runs do not give up the kernel or
 * guests, since a mean of two kinds of counts would be neither. If a later CPU or thread of an event is
 * refused, it counts as gone with ESRCH, with ENODEV for a CPU and with EACCES for a thread; any other
 * refusal is the whole event's, so that no sum silently lacks a part.
 */
#ifndef COUNT_OPENING_H
#define COUNT_OPENING_H

#include "base/error.h"
#include "note/note.h"

struct counters;
struct events;
struct plan;

/*
 * Opens all counters. 0, -1, or OPENING_REPLAN: a group in events was split or got another leader, so the
 * plan must be built again; unless it is 0 all counters are closed. Fallbacks and groups are decided on the
 * first slot of each event, before any other slot is opened; later slots are opened the same way or not at
 * all.
 */
enum { OPENING_REPLAN = 1 };
int opening_run(struct counters *cs, const struct plan *plan, struct events *events, struct notes *notes,
		struct error *err);

#endif
