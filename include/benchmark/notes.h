/* SPDX-License-Identifier: MIT */
/*
 * notes.h - notes as lines for people.
 *
 * Notes that only repeat what the table shows are printed with -v only.
 */
#ifndef BENCHMARK_NOTES_H
#define BENCHMARK_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct cgroups;
struct events;
struct notes;

/* One line each; notes that say the same of several events are one line. */
struct notes_said {
	struct notes_line {
		size_t note;	/* the first that says it */
		char *text;	/* without the end of the line */
	} *line;
	size_t n;
};

/*
 * In the order of the notes; a line names the first of many events.  cgroups: those of the events,
 * for whom it is said; NULL: there are none.  What not all of n_runs said has their number.  The quiet
 * ones only with all.  notes may be NULL; events, too, where the notes are of none.
 */
void notes_say(struct notes_said *said, const struct notes *notes, const struct events *events,
	       const struct cgroups *cgroups, size_t n_runs, bool all);
void notes_said_release(struct notes_said *said);

void notes_format(struct str *out, const struct notes *notes, const struct events *events,
		  const struct cgroups *cgroups, size_t n_runs, bool all);	/* " note: ...\n" each */

#endif
