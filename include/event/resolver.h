/* SPDX-License-Identifier: MIT */
/* resolver.h - turns specs into events: looks their names up on this machine. */
#ifndef EVENT_RESOLVER_H
#define EVENT_RESOLVER_H

#include "base/error.h"
#include "note/note.h"

struct event_opts;
struct events;
struct machine;
struct specs;

/* Resolves all specs in order; splits groups that no PMU can hold. */
int  events_resolve(struct events *e, const struct specs *specs, struct machine *m,
		    const struct event_opts *o, struct notes *notes, struct error *err);

#endif
