/* SPDX-License-Identifier: MIT */
/* event_label.h - the name of an event in every output. */
#ifndef EVENT_EVENT_LABEL_H
#define EVENT_EVENT_LABEL_H

#include <stdbool.h>

struct config;
struct event;
struct event_opts;
struct pmu;
struct spec;
struct str;

struct label {
	const struct spec *spec;
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
 */
char *label_event(const struct label *l, const struct event_opts *o);

/*
 * Adds what is counted, for saved reports: "all", or "user", "kernel", "hypervisor", or several joined by
 * +; then "/host" or "/guest" if only that is counted. For pstat's own measures: "all".
 */
void label_add_scope(struct str *out, const struct event *e);
/* Sets the event's bits for this scope; false: not a scope. */
bool label_set_scope(struct event *e, const char *scope);

#endif
