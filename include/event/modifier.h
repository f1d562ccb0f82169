/* SPDX-License-Identifier: MIT */
/*
 * modifier.h - applies modifiers to the attr of an event: those of the event and those of its group, such as
 * u in cycles:u and in {a,b}:u.
 */
#ifndef EVENT_MODIFIER_H
#define EVENT_MODIFIER_H

#include "base/error.h"
#include "event/spec.h"

struct event;

/*
 * Applies the event's own letters, then its group's (NULL: none), which add to them. Only :H sets
 * exclude_guest, as in newest perf: PMUs that reject that bit then need no fallback for plain events.
 * pinned and exclusive apply to leaders only: kernel_groups.h.
 */
int modifier_apply(struct event *e, const struct modifiers *own, const struct modifiers *group,
		   struct error *err);

#endif
