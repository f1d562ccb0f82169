/* SPDX-License-Identifier: MIT */
/* Slots are looked at from the hash on to the next empty one; at least half of them are empty. */
#include "base/index.h"

#include <stdlib.h>

#include "base/mem.h"

struct index_slot {
	uint64_t hash;
	size_t after;		/* the position, from 1; 0: empty */
};

/* FNV-1a. */
uint64_t index_hash(uint64_t before, const char *text)
{
	uint64_t hash = before ^ UINT64_C(0xcbf29ce484222325);

	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		hash = (hash ^ *c) * UINT64_C(0x100000001b3);
	return hash;
}

ptrdiff_t index_find(const struct index *x, uint64_t hash, index_is *is, const void *list, const void *key)
{
	for (size_t i = (size_t)hash; x->room; i++) {
		const struct index_slot *s = &x->slot[i & (x->room - 1)];

		if (!s->after)
			break;
		if (s->hash == hash && is(list, s->after - 1, key))
			return (ptrdiff_t)s->after - 1;
	}
	return INDEX_NONE;
}

static void put(struct index *x, struct index_slot slot)
{
	size_t i = (size_t)slot.hash;

	while (x->slot[i & (x->room - 1)].after)
		i++;
	x->slot[i & (x->room - 1)] = slot;
}

static void grow(struct index *x)
{
	struct index old = *x;

	x->room = old.room ? 2 * old.room : 16;
	x->slot = mem_zeroed(x->room, sizeof(*x->slot));
	for (size_t i = 0; i < old.room; i++)
		if (old.slot[i].after)
			put(x, old.slot[i]);
	free(old.slot);
}

void index_add(struct index *x, uint64_t hash, size_t at)
{
	if (2 * x->n >= x->room)
		grow(x);
	put(x, (struct index_slot){ hash, at + 1 });
	x->n++;
}

void index_release(struct index *x)
{
	free(x->slot);
	*x = (struct index){0};
}
