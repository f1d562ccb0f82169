/* SPDX-License-Identifier: MIT */
/*
 * library.h - files of saved results, the first of which has what the others are held against.
 *
 * Results belong together that have the same name; where each file has one result, those do.
 */
#ifndef CLI_LIBRARY_H
#define CLI_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/loaded.h"

struct env;
struct index;

struct library {
	struct loaded *file; size_t n;	/* owned */
	struct index *names;		/* parallel: where its results are by their names */
};

struct library_place {			/* of a result */
	size_t file, entry;
};

/*
 * name: of each file only the result of that name, which must be there; NULL: all.  Of several files a
 * name that two results of one have is an error.
 */
int  library_open(struct library *lib, const struct env *env, char *const *paths, size_t n, const char *name,
		  struct error *err);
const struct saved_entry *library_entry(const struct library *lib, struct library_place p);
/* The result of the first file, and what belongs to it in the others; place: room for one of each file. */
size_t library_namesakes(struct library_place *place, const struct library *lib, size_t entry);
/* On stderr: what is in one file only. */
void library_say_alone(const struct library *lib, const struct env *env);
void library_release(struct library *lib);

#endif
