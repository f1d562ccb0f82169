/* SPDX-License-Identifier: MIT */
/* Keeps a sorted list of names in the order of perf's hash table. */
#include "metric/perf_name_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static uint64_t hash_of(const char *text)
{
	uint64_t hash = 0;

	for (; *text; text++)	/* perf writes the slashes of an event as @ */
		hash = 31 * hash + (unsigned char)(*text == '/' ? '@' : *text);
	return hash * 11400714819323198485u;
}

static uint64_t bucket_of(const struct name_set *s, uint64_t hash)
{
	return hash >> (64 - s->bits);
}

/* Puts it before the others of its bucket; there is room. */
static void insert(struct name_set *s, struct set_name name)
{
	size_t at = 0;

	while (at < s->n && bucket_of(s, s->name[at].hash) < bucket_of(s, name.hash))
		at++;
	memmove(&s->name[at + 1], &s->name[at], (s->n - at) * sizeof(*s->name));
	s->name[at] = name;
	s->n++;
}

static void grow(struct name_set *s)
{
	enum { FIRST_BITS = 2 };
	struct name_set larger = { .bits = s->bits ? s->bits + 1 : FIRST_BITS };

	larger.name = mem_resize(NULL, (size_t)1 << larger.bits, sizeof(*larger.name));
	for (size_t i = 0; i < s->n; i++)
		insert(&larger, s->name[i]);
	free(s->name);
	*s = larger;
}

static void add(struct name_set *s, struct set_name name)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->name[i].text, name.text) == 0)
			return;
	if (!s->bits || (s->n + 1) * 4 / 3 > (size_t)1 << s->bits)
		grow(s);
	insert(s, name);
}

void name_set_add(struct name_set *s, const char *text, size_t index)
{
	add(s, (struct set_name){ text, hash_of(text), index });
}

struct name_set name_set_join(struct name_set a, struct name_set b)
{
	struct name_set *to = a.n < b.n ? &b : &a, *from = to == &a ? &b : &a;

	for (size_t i = 0; i < from->n; i++)
		add(to, from->name[i]);
	name_set_release(from);
	return *to;
}

void name_set_remove(struct name_set *s, size_t at)
{
	s->n--;
	memmove(&s->name[at], &s->name[at + 1], (s->n - at) * sizeof(*s->name));
}

void name_set_release(struct name_set *s)
{
	free(s->name);
	*s = (struct name_set){0};
}
