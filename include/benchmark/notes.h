/* SPDX-License-Identifier: MIT */
/*
 * notes.h - writes the notes of a result (what was left out or is doubtful) as lines for people.
 *
 * Quiet notes, which only repeat what the table shows, are printed with -v only.
 */
#ifndef BENCHMARK_NOTES_H
#define BENCHMARK_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct cgroups;
struct events;
struct notes;

struct notes_said {
	struct notes_line {
		size_t note;	/* the first of the notes in this line */
		char *text;	/* without a newline */
	} *line;
	size_t n;
};

/*
 * Equal notes on several events share one line, which names the first of many.  Lines have the order of the
 * notes.  cgroups: of the events; NULL: none.  If not all of n_runs have a note, its line says how many do.
 * all: includes quiet notes.  notes may be NULL; events may be NULL if no note has an event.
 */
void notes_say(struct notes_said *said, const struct notes *notes, const struct events *events,
	       const struct cgroups *cgroups, size_t n_runs, bool all);
void notes_said_release(struct notes_said *said);

void notes_format(struct str *out, const struct notes *notes, const struct events *events,
		  const struct cgroups *cgroups, size_t n_runs, bool all);	/* " note: ...\n" each */

#endif
