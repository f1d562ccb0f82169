/* SPDX-License-Identifier: MIT */
/* event_label.h - makes the name of an event, the same in every output. */
#ifndef EVENT_EVENT_LABEL_H
#define EVENT_EVENT_LABEL_H

#include <stdbool.h>

#include "event/spec.h"

struct config;
struct event;
struct event_opts;
struct pmu;
struct str;

struct event_label {
	const struct spec *spec;
	enum spec_origin origin;
	const struct config *config;
	const struct pmu *pmu;		/* NULL: a generic event */
	/* a different name than typed: a tracepoint of a glob; NULL: as typed */
	const char *name;
	bool on_pmu;			/* one of several kinds of core: cpu_core/cycles/ */
	const char *core;		/* the core PMU, if there is only one kind of core; NULL */
};

/*
 * The name as typed, but cache events, and breakpoints with a length, lose what follows, as in perf. If
 * instances are rows of their own, the PMU is part of the name. Control characters are escaped. Owned.
 *
 * As in perf 6.12, unless opts->own_names: default events say what --all-user and --all-kernel leave of them,
 * and on a hybrid machine the rows of -d do not name the kind of core.
 */
char *event_label_make(const struct event_label *l, const struct event_opts *o);

/*
 * Adds what is counted, for saved reports: "all", or "user", "kernel", "hypervisor", or several joined by
 * +; then "/host" or "/guest" if only that is counted. For pstat's own measures: "all".
 */
void event_label_add_scope(struct str *out, const struct event *e);
/* Sets the event's bits for this scope; false: not a scope. */
bool event_label_set_scope(struct event *e, const char *scope);

#endif
