/* SPDX-License-Identifier: MIT */
/*
 * limit_events.h - what limits ask of a measurement before anything has run.
 *
 * Addresses are laid out alike if all limits are on counts that do not depend on caches or time:
 * cycles of one layout say nothing about another.  Against a baseline they are laid out as they were
 * for it, as the result says.  compare leaves them random.
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
 * Events that only limits name are counted, too: m->events becomes a list of its own, which
 * the caller frees.  A limit that cannot be one of its event is an error.
 */
int  limit_events_add_events(struct measure_opts *m, const struct limits *ls, const struct env *env,
			     struct error *err);
/* How many rows have a limit, without metrics, which may have no value; 0: not known. */
size_t limit_events_rows(const struct limits *ls, const struct measure *m);
/* Whether all that has a limit is a count that does not depend on time or on caches. */
bool limit_events_to_counts(const struct limits *ls, const struct measure *m);
/* How many limits are caps, which say nothing of how much worse than the base a row may get. */
enum stopping_caps limit_events_by_caps(const struct limits *ls);

#endif
