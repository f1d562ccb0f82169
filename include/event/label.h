/* SPDX-License-Identifier: MIT */
/* label.h - what an event is called in every output. */
#ifndef EVENT_LABEL_H
#define EVENT_LABEL_H

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
	/* another one than was written: a tracepoint of a glob; NULL: as written */
	const char *name;
	bool on_pmu;			/* on one of several kinds of core: cpu_core/cycles/ */
	const char *core;		/* the core PMU, where there is one kind of core; NULL */
};

/*
 * As written, but cache events, and breakpoints with a length, lose what follows: as perf
 * has it.  Where instances are told apart the PMU is part of the name.  Owned.
 */
char *label_event(const struct label *l, const struct event_opts *o);

/*
 * Whose work it counts, for reports that are kept: "all"; "user", "kernel", "hypervisor" or some of
 * these with a +; behind a slash "host" or "guest" where only that is counted.  pstat's own: "all".
 */
void label_add_scope(struct str *out, const struct event *e);
/* The bits of the event that give this scope; false: it is none. */
bool label_set_scope(struct event *e, const char *scope);

#endif
