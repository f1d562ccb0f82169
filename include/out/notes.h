/* SPDX-License-Identifier: MIT */
/* notes.h - notes as lines for people. */
#ifndef OUT_NOTES_H
#define OUT_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct cgroups;
struct events;
struct notes;

/*
 * The words of one note.  false: nothing, as it is a quiet one, or one before it says the
 * same and so speaks for its event, too.
 */
bool notes_add_text(struct str *out, const struct notes *notes, size_t i, const struct events *events,
		    const struct cgroups *cgroups, size_t n_runs, bool all);

/*
 * One line each; notes that say the same of several events are one, which names the first of
 * many.  cgroups: those of the events, for whom it is said; NULL: there are none.  What not all of n_runs
 * said has their number.  The quiet ones only with all.
 */
void notes_format(struct str *out, const struct notes *notes, const struct events *events,
		  const struct cgroups *cgroups, size_t n_runs, bool all);

#endif
