/* SPDX-License-Identifier: MIT */
/*
 * limit_events.h - finds before the first run which events the limits of gate need, and whether address space
 * randomization (ASLR) must be off.
 *
 * If all limits are on counts that do not depend on caches or time, every run has the same address layout;
 * otherwise layouts are random, as cycles of one layout say nothing about another.  With a baseline
 * the layout is that of the baseline.  compare always leaves layouts random.
 */
#ifndef SESSION_LIMIT_EVENTS_H
#define SESSION_LIMIT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "compare/stopping_rule.h"

struct env;
struct limits;
struct measure;
struct measure_opts;

struct limited_rows {		/* the rows with a limit, as far as they are known before the first run */
	size_t n;		/* without metrics, which may have no value; 0: not known */
	bool   timeless;	/* all of them are counts that do not depend on time or caches */
	bool   of_times;	/* some limit is on the change of a time, or that is not known */
	enum stopping_caps caps;
};

/*
 * Adds the events that only limits name.  m->events becomes a new list, which the caller frees.  A limit
 * whose name is neither a row nor an event is an error.
 */
int  limit_events_add_events(struct measure_opts *m, const struct limits *ls, const struct env *env,
			     struct error *err);
/* Whether a row of this name counts here, tried on pstat itself; not of a pattern or a metric. */
bool limit_events_opens(const char *name, const struct measure_opts *m, const struct env *env);
/* Whether all limits are on what is known of each run without events: wall, user, sys, max-rss. */
bool limit_events_need_none(const struct limits *ls);
/* What the limits are on.  m: prepared. */
struct limited_rows limit_events_find(const struct limits *ls, const struct measure *m);

#endif
