/* SPDX-License-Identifier: MIT */
/* Keeps the lines of a program sorted by place, and merges two sorted lists in a single pass. */
#include "where/program_lines.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"

static bool is_name(const void *list, size_t at, const void *key)
{
	char *const *name = list;

	return str_same(name[at], key);
}

static void add_name(struct program_lines *p, uint64_t hash, const char *name)
{
	p->name = mem_grow(p->name, p->n_names, sizeof(*p->name));
	p->name[p->n_names] = mem_copy_text(name);
	index_add(&p->names, hash, p->n_names++);
}

uint32_t program_lines_name(struct program_lines *p, const char *name)
{
	uint64_t hash = index_hash(0, name);
	ptrdiff_t at;

	if (!p->n_names)
		add_name(p, index_hash(0, ""), "");
	at = index_find(&p->names, hash, is_name, p->name, name);
	if (at != INDEX_NONE)
		return (uint32_t)at;
	add_name(p, hash, name);
	return (uint32_t)(p->n_names - 1);
}

void program_lines_add(struct program_lines *p, const struct line_count *line)
{
	if (!p->n_names)
		program_lines_name(p, "");
	if (p->n == p->room) {
		p->room = p->room ? 2 * p->room : 64;
		p->line = mem_resize(p->line, p->room, sizeof(*p->line));
	}
	p->line[p->n++] = *line;
	p->total += line->count;
}

static int compare_places(const void *a, const void *b)
{
	const struct line_count *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

void program_lines_sort(struct program_lines *p)
{
	size_t n = 0;

	if (p->n)
		qsort(p->line, p->n, sizeof(*p->line), compare_places);
	for (size_t i = 0; i < p->n; i++)
		if (n && compare_places(&p->line[n - 1], &p->line[i]) == 0)
			p->line[n - 1].count += p->line[i].count;
		else
			p->line[n++] = p->line[i];
	p->n = n;
}

/* The lines of from with the names of to, sorted; the caller frees them. */
static struct line_count *lines_renamed(struct program_lines *to, const struct program_lines *from)
{
	struct line_count *line = mem_zeroed(from->n, sizeof(*line));
	FREED uint32_t *name = mem_zeroed(from->n_names, sizeof(*name));

	for (size_t i = 0; i < from->n_names; i++)
		name[i] = program_lines_name(to, from->name[i]);
	for (size_t i = 0; i < from->n; i++) {
		line[i] = from->line[i];
		line[i].file = name[line[i].file];
		line[i].function = name[line[i].function];
	}
	qsort(line, from->n, sizeof(*line), compare_places);
	return line;
}

bool program_lines_merge(struct program_lines *to, const struct program_lines *from)
{
	FREED struct line_count *more = NULL;
	struct line_count *sum;
	size_t a = 0, b = 0, n = 0;

	if (__builtin_add_overflow(to->total, from->total, &to->total)) {
		to->total -= from->total;
		return false;
	}
	to->n_processes += from->n_processes;
	if (!from->n)
		return true;
	more = lines_renamed(to, from);
	sum = mem_zeroed(to->n + from->n, sizeof(*sum));
	while (a < to->n || b < from->n) {
		int order = a == to->n ? 1 : b == from->n ? -1 : compare_places(&to->line[a], &more[b]);

		sum[n] = order <= 0 ? to->line[a++] : more[b++];
		if (order == 0)
			sum[n].count += more[b++].count;
		n++;
	}
	free(to->line);
	to->line = sum;
	to->room = to->n + from->n;
	to->n = n;
	return true;
}

void program_lines_add_object(struct program_lines *p, const char *path, bool has_symbols, bool is_program)
{
	for (size_t i = 0; i < p->n_objects; i++)
		if (str_same(p->object[i].path, path))
			return;
	if (p->n_objects == PROGRAM_OBJECTS_MOST)
		return;
	p->object = mem_grow(p->object, p->n_objects, sizeof(*p->object));
	p->object[p->n_objects++] = (struct program_object){ mem_copy_text(path), has_symbols, is_program };
}

void program_lines_release(struct program_lines *p)
{
	for (size_t i = 0; i < p->n_objects; i++)
		free(p->object[i].path);
	free(p->object);
	for (size_t i = 0; i < p->n_names; i++)
		free(p->name[i]);
	free(p->name);
	index_release(&p->names);
	free(p->line);
	*p = (struct program_lines){ .n = 0 };
}
