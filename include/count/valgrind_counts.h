/* SPDX-License-Identifier: MIT */
/*
 * valgrind_counts.h - counts events such as valgrind/instructions/, by a run of the command under valgrind.
 *
 *	valgrind_counts_prepare(&e, root, events, emulated, command, children, file, &err);
 *	launch.argv = e.valgrind.argv, and a run without counters
 *	valgrind_counts_collect(&e, &sample, workload, &err);
 *	valgrind_counts_note(&e, emulated, &notes);
 *	valgrind_counts_release(&e);
 *
 * The command behaves as without valgrind: its streams, its exit status and the signals it gets are the same.
 * It is 20 to 100 times slower, so times and memory of such a run are never shown.
 *
 * If counts are not those of the command, because a process could not be followed or was killed, no count is
 * known and a note says why.  Where a verdict depends on it (compare, gate) that is an error.
 *
 * The lines behind the counts are a by-product: if they are not whole, no_lines says why, and counts stay.
 */
#ifndef COUNT_VALGRIND_COUNTS_H
#define COUNT_VALGRIND_COUNTS_H

#include <stdbool.h>

#include "base/error.h"
#include "event/event.h"
#include "host/valgrind.h"
#include "where/program_calls.h"
#include "where/program_lines.h"

struct launch;
struct notes;
struct rootfs;
struct sample;
struct workload;

struct valgrind_counts {		/* of one run; {0} is empty */
	struct valgrind valgrind;
	char *const *command;		/* borrowed */
	bool children;			/* processes that the command starts are counted, too */
	struct valgrind_result result;	/* of valgrind_counts_collect, as is the rest */
	struct program_lines lines;	/* empty if they were not wanted, or no_lines has a text */
	struct program_calls calls;	/* the same, if they were wanted */
	char no_lines[160];		/* a clause; also why there are no calls */
};

/* The events of the set that valgrind counts; the caller frees the list. */
struct event_set valgrind_counts_events(const struct events *events, const struct event_set *set);
int  valgrind_counts_prepare(struct valgrind_counts *e, const struct rootfs *root,
			     const struct events *events, const struct event_set *emulated,
			     char *const *command, bool children, enum valgrind_file file, struct error *err);
/* After the run.  Puts the counts into sample, or explains in result.problem why there are none. */
int  valgrind_counts_collect(struct valgrind_counts *e, struct sample *sample, const struct workload *w,
			     struct error *err);
/* Notes how events of the set were counted, or why not. */
void valgrind_counts_note(const struct valgrind_counts *e, const struct event_set *emulated,
			  struct notes *notes);
void valgrind_counts_release(struct valgrind_counts *e);

#endif
