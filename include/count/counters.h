/* SPDX-License-Identifier: MIT */
/*
 * counters.h - enables, disables, reads and closes the counters of one run, which opening.h has opened.
 *
 * If an event cannot be opened, for whatever reason, it is <not supported> with a note, and the others
 * count. It is an error if no event can be opened (unless may_be_none), or if descriptors or memory run
 * out. A missing thread, CPU or cgroup is GONE and counted in one note.
 *
 * A group is read with one read of its leader; its values are in the order of its open members. Only if
 * some are missing (a CPU that goes offline splits its groups) the members' ids are asked for, since that
 * costs a call per counter, and a member that left is read alone. If it cannot be read, a note says so. A
 * group whose thread is just ending (ECHILD) is retried for at most 3 ms per sweep: without its values the
 * sum would be wrong.
 */
#ifndef COUNT_COUNTERS_H
#define COUNT_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "count/cgroup_clock.h"
#include "count/sample.h"
#include "note/note.h"

struct events;
struct kernel;
struct machine;
struct plan;

struct counter {
	int fd;
	uint8_t state;			/* enum counter_state */
	bool denied;			/* COUNTER_GONE: the thread exists, but may not be counted */
};

struct counters {			/* set the first four members, then open */
	const struct kernel  *kernel;	/* borrowed */
	const struct machine *machine;	/* borrowed: its settings explain a refusal */
	/* -vv: receives every open and its result; NULL: not wanted */
	struct str *trace;
	bool may_be_none;		/* if this machine has none of the events, that is no error */
	bool may_be_no_group;		/* nor if they form a group */
	const struct plan *plan;	/* borrowed */
	struct counter *counter;	/* parallel to plan->slot */
	struct cgroup_clock cgroup_clock;
	uint64_t *buf;			/* for reading the largest group */
	struct reading *decoded;	/* the decoded values */
	uint64_t *id;			/* their ids */
	size_t largest;			/* number of its members */
};

/* Makes room for the counters of the plan; opening_run opens them. */
void counters_prepare(struct counters *cs, const struct plan *plan);
/* event -1: all events; otherwise those of its row, members of a group included. */
int  counters_enable(const struct counters *cs, int event, struct error *err);
int  counters_disable(const struct counters *cs, int event, struct error *err);

/*
 * A counter that cannot be read keeps the value in sample, from the tick before or 0. An impossible value
 * marks the counter as doubtful in this sample and in all later ones. notes NULL: another read will
 * follow, so no notes are needed. retry_note: is appended to the note of a counter that may be readable
 * later; "": nothing.
 */
void counters_read(const struct counters *cs, struct sample *sample, struct notes *notes,
		   const char *retry_note);
void counters_close(struct counters *cs);

#endif
