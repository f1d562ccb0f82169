/* SPDX-License-Identifier: MIT */
/* recorded.h - the files of recorded machines, in memory. */
#ifndef FUZZ_RECORDED_H
#define FUZZ_RECORDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recorded_file {
	char *path, *text;	/* owned; text NULL: gone */
	size_t size, order;
	int errnum;		/* not 0: it cannot be opened */
	bool seen;		/* somebody has opened it */
};

struct recorded {
	char *names;
	struct recorded_file *file;	/* sorted by path */
	size_t n;
	struct recorded_file **seen;
	size_t n_seen;
	struct recorded *next;
};

/* Of these names, see sandbox.h; loaded, and added to all, when it is new there. */
struct recorded *recorded_machine(struct recorded **all, const char *names);
/* The first file that is not before path. */
size_t recorded_lower(const struct recorded *m, const char *path);
/* It was opened, and is remembered for the mutations to come. */
void recorded_see(struct recorded *m, struct recorded_file *f);
/* One that was, or any; NULL: there is none. */
const struct recorded_file *recorded_donor(const struct recorded *m, uint32_t pick);

#endif
