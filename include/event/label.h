/* SPDX-License-Identifier: MIT */
/* label.h - what an event is called in every output. */
#ifndef EVENT_LABEL_H
#define EVENT_LABEL_H

#include <stdbool.h>

struct config;
struct event_opts;
struct pmu;
struct spec;

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

#endif
