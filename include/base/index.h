/* SPDX-License-Identifier: MIT */
/*
 * index.h - finds the position of a name in a list by the hash of the name.
 *
 * The caller owns the list; the index stores only positions and hashes. Entries cannot be removed: to
 * shorten a list, release the index and add the remaining entries again.
 *
 * Files supply the names. The hashes have a random key for each process (getauxval(AT_RANDOM)), so that no
 * file can make all its names collide.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct index {			/* {0} is an empty index */
	struct index_slot *slot; size_t room, n;
};

enum { INDEX_NONE = -1 };

/* True if list[at] has this key. */
typedef bool index_is(const void *list, size_t at, const void *key);

/*
 * The hash of a text. Start with any number as `before`; to hash several texts together, pass the hash of
 * the previous ones.
 */
uint64_t  index_hash(uint64_t before, const char *text);
ptrdiff_t index_find(const struct index *x, uint64_t hash, index_is *is, const void *list, const void *key);
void      index_add(struct index *x, uint64_t hash, size_t at);
void      index_release(struct index *x);

#endif
