/* SPDX-License-Identifier: MIT */
/* Keeps the mappings of each process in a sorted list. */
#include "count/sampling/address_space.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool has_pid(const void *list, size_t at, const void *key)
{
	return ((const struct address_space *)list)[at].pid == *(const pid_t *)key;
}

static struct address_space *find_space(const struct address_spaces *as, pid_t pid)
{
	ptrdiff_t at = index_find(&as->by_pid, index_hash((uint64_t)pid, ""), has_pid, as->space, &pid);

	return at == INDEX_NONE ? NULL : &as->space[at];
}

/* That of a process which ended before and had the same number is used again. */
static struct address_space *space_of(struct address_spaces *as, pid_t pid)
{
	struct address_space *found = find_space(as, pid);

	if (found)
		return found;
	index_add(&as->by_pid, index_hash((uint64_t)pid, ""), as->n);
	MEM_ADD(as->space, as->n, (struct address_space){ .pid = pid });
	return &as->space[as->n - 1];
}

static void forget_mappings(struct address_space *s)
{
	free(s->mapping);
	s->mapping = NULL;
	s->n = s->room = 0;
	s->known = false;
}

static void make_room(struct address_space *s, size_t n)
{
	if (n <= s->room)
		return;
	s->room = n + n / 2;
	s->mapping = mem_resize(s->mapping, s->room, sizeof(*s->mapping));
}

void address_spaces_fork(struct address_spaces *as, pid_t pid, pid_t parent)
{
	struct address_space *to = space_of(as, pid);
	const struct address_space *from = find_space(as, parent);	/* after it, as the list may move */

	forget_mappings(to);
	to->tasks = 1;
	if (!from || !from->known)
		return;
	to->known = true;
	to->n = from->n;
	make_room(to, from->n);
	if (from->n)
		memcpy(to->mapping, from->mapping, from->n * sizeof(*to->mapping));
}

void address_spaces_add_thread(struct address_spaces *as, pid_t pid)
{
	struct address_space *s = find_space(as, pid);

	if (s && s->tasks)
		s->tasks++;
}

void address_spaces_execute(struct address_spaces *as, pid_t pid)
{
	struct address_space *s = space_of(as, pid);

	forget_mappings(s);
	s->known = true;
	s->tasks = 1;
}

void address_spaces_end_task(struct address_spaces *as, pid_t pid)
{
	struct address_space *s = find_space(as, pid);

	if (s && s->tasks && !--s->tasks)
		forget_mappings(s);
}

void address_spaces_begin(struct address_spaces *as, pid_t pid)
{
	struct address_space *s = space_of(as, pid);

	forget_mappings(s);
	s->known = true;	/* its number of threads is not: it stays until the number is used again */
}

bool address_spaces_knows(const struct address_spaces *as, pid_t pid)
{
	const struct address_space *s = find_space(as, pid);

	return s && s->known;
}

/* The first mapping that ends after it. */
static size_t first_after(const struct address_space *s, uint64_t at)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->mapping[middle].end > at)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static struct mapping part_of(const struct mapping *m, uint64_t start, uint64_t end)
{
	return (struct mapping){ start, end, m->offset + (start - m->start), m->file };
}

/* Of those that it overlaps, what lies before and after it stays. */
static void insert_mapping(struct address_space *s, const struct mapping *m)
{
	size_t from = first_after(s, m->start), to = from, n = 0;
	struct mapping now[3];

	while (to < s->n && s->mapping[to].start < m->end)
		to++;
	if (from < to && s->mapping[from].start < m->start)
		now[n++] = part_of(&s->mapping[from], s->mapping[from].start, m->start);
	now[n++] = *m;
	if (from < to && s->mapping[to - 1].end > m->end)
		now[n++] = part_of(&s->mapping[to - 1], m->end, s->mapping[to - 1].end);
	make_room(s, s->n + 2);
	memmove(s->mapping + from + n, s->mapping + to, (s->n - to) * sizeof(*m));
	memcpy(s->mapping + from, now, n * sizeof(*m));
	s->n = s->n - (to - from) + n;
}

void address_spaces_map(struct address_spaces *as, pid_t pid, const struct mapping *m)
{
	struct address_space *s = find_space(as, pid);

	if (s && s->known && m->end > m->start)
		insert_mapping(s, m);
}

const struct mapping *address_spaces_find(const struct address_spaces *as, pid_t pid, uint64_t at)
{
	const struct address_space *s = find_space(as, pid);
	size_t i = s ? first_after(s, at) : 0;

	return s && i < s->n && s->mapping[i].start <= at ? &s->mapping[i] : NULL;
}

void address_spaces_release(struct address_spaces *as)
{
	for (size_t i = 0; i < as->n; i++)
		free(as->space[i].mapping);
	free(as->space);
	index_release(&as->by_pid);
	*as = (struct address_spaces){0};
}
