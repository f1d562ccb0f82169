/* SPDX-License-Identifier: MIT */
/* Open addressing: linear probing from the hash to the next empty slot; at least half the slots are empty. */
#include "base/index.h"

#include <stdlib.h>

#include "base/mem.h"

struct index_slot {
	uint64_t hash;
	size_t position;	/* from 1; 0: an empty slot */
};

/* FNV-1a; the last step spreads the upper bits over the lower ones, which choose the slot. */
uint64_t index_hash(uint64_t before, const char *text)
{
	const uint64_t prime = UINT64_C(0x100000001b3);
	uint64_t hash = (UINT64_C(0xcbf29ce484222325) ^ before) * prime;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * prime;
	return hash ^ hash >> 32;
}

ptrdiff_t index_find(const struct index *x, uint64_t hash, index_is *is, const void *list, const void *key)
{
	for (size_t i = (size_t)hash; x->room; i++) {
		const struct index_slot *s = &x->slot[i & (x->room - 1)];

		if (!s->position)
			break;
		if (s->hash == hash && is(list, s->position - 1, key))
			return (ptrdiff_t)s->position - 1;
	}
	return INDEX_NONE;
}

static void insert_slot(struct index *x, struct index_slot slot)
{
	size_t i = (size_t)slot.hash;

	while (x->slot[i & (x->room - 1)].position)
		i++;
	x->slot[i & (x->room - 1)] = slot;
}

static void grow(struct index *x)
{
	struct index old = *x;

	x->room = old.room ? 2 * old.room : 16;
	x->slot = mem_zeroed(x->room, sizeof(*x->slot));
	for (size_t i = 0; i < old.room; i++)
		if (old.slot[i].position)
			insert_slot(x, old.slot[i]);
	free(old.slot);
}

void index_add(struct index *x, uint64_t hash, size_t at)
{
	if (2 * x->n >= x->room)
		grow(x);
	insert_slot(x, (struct index_slot){ hash, at + 1 });
	x->n++;
}

void index_release(struct index *x)
{
	free(x->slot);
	*x = (struct index){0};
}
