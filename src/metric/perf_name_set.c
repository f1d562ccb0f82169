/* SPDX-License-Identifier: MIT */
/* Keeps a sorted list of names in the order of perf's hash table. */
#include "metric/perf_name_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static uint64_t perf_name_set_hash_of(const char *text)
{
	uint64_t hash = 0;

	for (; *text; text++)	/* perf writes the slashes of an event as @ */
		hash = 31 * hash + (unsigned char)(*text == '/' ? '@' : *text);
	return hash * 11400714819323198485u;
}

static uint64_t bucket_of(const struct perf_name_set *s, uint64_t hash)
{
	return hash >> (64 - s->bits);
}

/* Puts it before the others of its bucket; there is room. */
static void insert(struct perf_name_set *s, struct set_name name)
{
	size_t at = 0;

	while (at < s->n && bucket_of(s, s->name[at].hash) < bucket_of(s, name.hash))
		at++;
	memmove(&s->name[at + 1], &s->name[at], (s->n - at) * sizeof(*s->name));
	s->name[at] = name;
	s->n++;
}

static void perf_name_set_grow(struct perf_name_set *s)
{
	enum { FIRST_BITS = 2 };
	struct perf_name_set larger = { .bits = s->bits ? s->bits + 1 : FIRST_BITS };

	larger.name = mem_resize(NULL, (size_t)1 << larger.bits, sizeof(*larger.name));
	for (size_t i = 0; i < s->n; i++)
		insert(&larger, s->name[i]);
	free(s->name);
	*s = larger;
}

static void perf_name_set_put(struct perf_name_set *s, struct set_name name)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->name[i].text, name.text) == 0)
			return;
	if (!s->bits || (s->n + 1) * 4 / 3 > (size_t)1 << s->bits)
		perf_name_set_grow(s);
	insert(s, name);
}

void perf_name_set_add(struct perf_name_set *s, const char *text, size_t index)
{
	perf_name_set_put(s, (struct set_name){ text, perf_name_set_hash_of(text), index });
}

struct perf_name_set perf_name_set_join(struct perf_name_set a, struct perf_name_set b)
{
	struct perf_name_set *to = a.n < b.n ? &b : &a, *from = to == &a ? &b : &a;

	for (size_t i = 0; i < from->n; i++)
		perf_name_set_put(to, from->name[i]);
	perf_name_set_release(from);
	return *to;
}

void perf_name_set_remove(struct perf_name_set *s, size_t at)
{
	s->n--;
	memmove(&s->name[at], &s->name[at + 1], (s->n - at) * sizeof(*s->name));
}

void perf_name_set_release(struct perf_name_set *s)
{
	free(s->name);
	*s = (struct perf_name_set){0};
}
