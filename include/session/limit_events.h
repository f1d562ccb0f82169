/* SPDX-License-Identifier: MIT */
/*
 * limit_events.h - finds out before the first run what limits need: events, rows, the layout of addresses.
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
/* The number of rows with a limit, without metrics, which may have no value; 0: not known. */
size_t limit_events_rows(const struct limits *ls, const struct measure *m);
/* Whether all rows with a limit are counts that do not depend on time or caches. */
bool limit_events_to_counts(const struct limits *ls, const struct measure *m);
/* Whether some limit is on the change of a time; true if that is not known. */
bool limit_events_of_times(const struct limits *ls, const struct measure *m);
/* Whether none, some or all limits are caps, which do not depend on the base. */
enum stopping_caps limit_events_by_caps(const struct limits *ls);

#endif
