/* SPDX-License-Identifier: MIT */
/*
 * index.h - where in a list is what says this?  Without looking at all of it.
 *
 * The list is the caller's: an index has positions only, by hashes that the caller makes of
 * what he looks for.  Nothing is taken out; who shortens a list releases the index and adds again.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct index {			/* begins as 0 */
	struct index_slot *slot; size_t room, n;
};

enum { INDEX_NONE = -1 };

/* Does list[at] say what is looked for? */
typedef bool index_is(const void *list, size_t at, const void *key);

/*
 * Of a text, beginning with any number; of several, each with the hash of those before.  Another one in each
 * process: texts may come from somebody who would like them all to have the same.
 */
uint64_t  index_hash(uint64_t before, const char *text);
ptrdiff_t index_find(const struct index *x, uint64_t hash, index_is *is, const void *list, const void *key);
void      index_add(struct index *x, uint64_t hash, size_t at);
void      index_release(struct index *x);

#endif
