/* SPDX-License-Identifier: MIT */
/*
 * sampled_places.h - adds up samples at each place in the code, and then the places of each function.
 *
 * Places are added up first, as symbols are read when the run is over, and not while the command runs.
 */
#ifndef COUNT_SAMPLING_SAMPLED_PLACES_H
#define COUNT_SAMPLING_SAMPLED_PLACES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/index.h"

struct sampled_files;

enum place_kind {
	PLACE_FILE,		/* `at` is an offset in it */
	PLACE_KERNEL,
	PLACE_IDLE,		/* the kernel's while the CPU has no task: it waits, or serves an interrupt */
	PLACE_GUEST,		/* a hypervisor, or a machine that it runs */
	PLACE_UNMAPPED,		/* nothing that is known is mapped there */
};

struct sampled_place {
	enum place_kind kind;
	size_t file;
	pid_t pid;		/* of memory without a file; else 0 */
	uint64_t at;
};

struct sampled_count {		/* of one event */
	uint64_t samples, sum;	/* sum: of their periods */
};

struct sampled_places {		/* set n_events; {0} else */
	size_t n_events;
	struct sampled_place *place; size_t n;
	struct sampled_count *count;	/* [place * n_events + event] */
	struct index index;
};

struct found_function {
	const char *name, *object;	/* borrowed from the files; object: NULL: in no file */
	struct sampled_count *count;	/* by event; part of found_functions.count */
};

struct found_functions {
	struct found_function *function; size_t n;
	struct sampled_count *count;
	size_t n_events;
};

void sampled_places_add(struct sampled_places *ps, const struct sampled_place *place, size_t event,
			uint64_t period);
void sampled_places_find(struct found_functions *found, const struct sampled_places *ps,
			 struct sampled_files *files);
void sampled_places_release(struct sampled_places *ps);
void found_functions_release(struct found_functions *found);

#endif
