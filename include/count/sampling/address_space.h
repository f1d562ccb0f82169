/* SPDX-License-Identifier: MIT */
/*
 * address_space.h - remembers which file each process has mapped where, so that an address of a sample is
 * found again as a place in a file.
 *
 * The kernel's records say what is mapped, forked and executed, in the order of time.  Of a process that
 * runs before the records begin, the caller adds the lines of its /proc/PID/maps.
 */
#ifndef COUNT_SAMPLING_ADDRESS_SPACE_H
#define COUNT_SAMPLING_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/index.h"

struct mapping {
	uint64_t start, end, offset;	/* offset: in the file, of start */
	size_t file;			/* the caller's number for it */
};

struct address_space {
	pid_t pid;
	bool known;			/* it has its mappings */
	size_t tasks;			/* its threads; 0: it has ended */
	struct mapping *mapping; size_t n, room;	/* sorted, not overlapping; owned */
};

struct address_spaces {			/* {0} is empty */
	struct address_space *space; size_t n;
	struct index by_pid;
};

/* A process forked: the child has what its parent has.  A parent that is not known leaves it unknown, too. */
void address_spaces_fork(struct address_spaces *as, pid_t pid, pid_t parent);
void address_spaces_add_thread(struct address_spaces *as, pid_t pid);
void address_spaces_execute(struct address_spaces *as, pid_t pid);	/* nothing is mapped any more */
void address_spaces_end_task(struct address_spaces *as, pid_t pid);
/* Replaces what was mapped there.  A mapping without bytes is ignored. */
void address_spaces_map(struct address_spaces *as, pid_t pid, const struct mapping *m);
/* Of a process that ran before: its mappings follow. */
void address_spaces_begin(struct address_spaces *as, pid_t pid);
bool address_spaces_knows(const struct address_spaces *as, pid_t pid);
/* NULL: nothing is mapped there. */
const struct mapping *address_spaces_find(const struct address_spaces *as, pid_t pid, uint64_t at);
void address_spaces_release(struct address_spaces *as);

#endif
