/* SPDX-License-Identifier: MIT */
/*
 * counters.h - the open counters of one run.
 *
 * What cannot be opened: an event, for whatever reason, is <not supported> with a note
 * and the others count; all events (unless may_be_none), or too few descriptors or too little
 * memory, is an error; a single thread, CPU or cgroup is GONE, counted in one note.
 */
#ifndef COUNT_COUNTERS_H
#define COUNT_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"
#include "base/str.h"
#include "count/anchors.h"
#include "count/sample.h"

struct events;
struct kernel;
struct machine;
struct plan;

struct counter {
	int fd;
	uint8_t state;			/* enum counter_state */
	bool denied;			/* COUNTER_GONE: its thread is there, and may not be counted */
};

struct counters {			/* set the first four, then open */
	const struct kernel  *kernel;	/* borrowed */
	const struct machine *machine;	/* borrowed: its settings explain a refusal */
	/* -vv: every open and its outcome is written here; NULL: not wanted */
	struct str *trace;
	bool may_be_none;		/* where this machine has none of the events, count none of them */
	bool may_be_no_group;		/* nor a group of them */
	const struct plan *plan;	/* borrowed */
	struct counter *counter;	/* parallel to plan->slot */
	struct anchors anchors;
	uint64_t *buf;			/* for the read of the largest group */
	struct reading *decoded;	/* what came of it */
	uint64_t *id;			/* of each of them */
	size_t largest;			/* how many members it has */
};

/*
 * 0, -1, or COUNTERS_REPLAN: a group was taken apart or got another leader in events, so
 * the plan must be built again.  Ladder and groups are settled on the first slot of each
 * event, before any other is opened; later slots of it are opened alike or not at all.
 */
enum { COUNTERS_REPLAN = 1 };
int  counters_open(struct counters *cs, const struct plan *plan, struct events *events,
		   struct notes *notes, struct error *err);
/* event -1: all of them; else those of its row, be they members of a group or not. */
int  counters_enable(const struct counters *cs, int event, struct error *err);
int  counters_disable(const struct counters *cs, int event, struct error *err);

/*
 * A group is read with one read of its leader.  What cannot be read stays as sample has
 * it: the values of the tick before, or nothing, which is as if it had never run.
 * What cannot be is in doubt in this sample and in those that are made of it.
 * notes NULL: there will be another read, and nobody needs to know.  hope: ends the note of what
 * may be read then; "": there is none.
 */
void counters_read(const struct counters *cs, struct sample *sample, struct notes *notes, const char *hope);
void counters_close(struct counters *cs);

#endif
