/* SPDX-License-Identifier: MIT */
/* Open addressing: linear probing from the hash to the next empty slot; at least half the slots are empty. */
#include "base/index.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/mem.h"

struct index_slot {
	uint64_t hash;
	size_t position;	/* from 1; 0: an empty slot */
};

static uint64_t rotate_left(uint64_t x, int bits)
{
	return x << bits | x >> (64 - bits);
}

/* A round of SipHash. */
static void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = rotate_left(v[1], 13) ^ v[0];
	v[3] = rotate_left(v[3], 16) ^ v[2];
	v[0] = rotate_left(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = rotate_left(v[1], 17) ^ v[2];
	v[3] = rotate_left(v[3], 21) ^ v[0];
	v[2] = rotate_left(v[2], 32);
}

static void sip_block(uint64_t v[4], uint64_t block)
{
	v[3] ^= block;
	sip_round(v);
	v[0] ^= block;
}

/* The key is the 16 random bytes that the kernel gives each process. */
static void sip_init(uint64_t v[4])
{
	static const uint64_t constants[4] = { UINT64_C(0x736f6d6570736575), UINT64_C(0x646f72616e646f6d),
					       UINT64_C(0x6c7967656e657261), UINT64_C(0x7465646279746573) };
	const void *random = (const void *)(uintptr_t)getauxval(AT_RANDOM);
	uint64_t key[2] = {0};

	if (random)
		memcpy(key, random, sizeof(key));
	for (int i = 0; i < 4; i++)
		v[i] = constants[i] ^ key[i % 2];
}

/*
 * SipHash-1-3 of both. Whoever writes the texts cannot predict the hashes, so he cannot make all of them
 * collide.
 */
uint64_t index_hash(uint64_t before, const char *text)
{
	uint64_t v[4], block = 0, n = sizeof(before);

	sip_init(v);
	sip_block(v, before);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
		block |= (uint64_t)*c << n++ % 8 * 8;
		if (n % 8)
			continue;
		sip_block(v, block);
		block = 0;
	}
	sip_block(v, block | n << 56);
	v[2] ^= 0xff;
	for (int i = 0; i < 3; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
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

static void index_grow(struct index *x)
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
		index_grow(x);
	insert_slot(x, (struct index_slot){ hash, at + 1 });
	x->n++;
}

void index_release(struct index *x)
{
	free(x->slot);
	*x = (struct index){0};
}
