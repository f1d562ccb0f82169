/* SPDX-License-Identifier: MIT */
/*
 * modifier.h - what the letters behind an event, and behind its group, mean for its attr.
 */
#ifndef EVENT_MODIFIER_H
#define EVENT_MODIFIER_H

#include "base/error.h"
#include "event/spec.h"

struct event;

/*
 * The event's own letters, then its group's (NULL: none), which add to them.  Pinned and
 * exclusive are a leader's business: group.h.
 */
int modifier_apply(struct event *e, const struct modifiers *own, const struct modifiers *group,
		   struct error *err);

#endif
