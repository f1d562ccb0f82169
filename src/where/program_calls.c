/* SPDX-License-Identifier: MIT */
#include "where/program_calls.h"

#include <stdlib.h>

#include "base/mem.h"

const char *program_calls_name(const struct program_calls *p, uint32_t name)
{
	return name ? p->names.name[name] : "";
}

static bool is_function(const void *list, size_t at, const void *key)
{
	const struct called_function *a = (const struct called_function *)list + at, *b = key;

	return a->name == b->name && a->file == b->file && a->object == b->object;
}

uint32_t program_calls_function(struct program_calls *p, const struct called_function *f)
{
	uint64_t hash = index_hash(0, program_calls_name(p, f->object));
	ptrdiff_t at;

	hash = index_hash(index_hash(hash, program_calls_name(p, f->file)), program_calls_name(p, f->name));
	at = index_find(&p->functions, hash, is_function, p->function, f);
	if (at != INDEX_NONE)
		return (uint32_t)at;
	p->function = mem_grow(p->function, p->n_functions, sizeof(*p->function));
	p->function[p->n_functions] = *f;
	index_add(&p->functions, hash, p->n_functions);
	return (uint32_t)p->n_functions++;
}

void program_calls_add(struct program_calls *p, const struct call *call)
{
	if (p->n == p->room) {
		p->room = p->room ? 2 * p->room : 64;
		p->call = mem_resize(p->call, p->room, sizeof(*p->call));
	}
	p->call[p->n++] = *call;
}

/* The same name in another program; 0 stays 0. */
static uint32_t same_name(struct program_calls *to, const struct program_calls *from, uint32_t name)
{
	return program_lines_name(&to->names, program_calls_name(from, name));
}

bool program_calls_merge(struct program_calls *to, const struct program_calls *from)
{
	FREED uint32_t *function = NULL;
	uint64_t total;

	if (__builtin_add_overflow(to->total, from->total, &total))
		return false;
	function = mem_zeroed(from->n_functions, sizeof(*function));
	for (size_t i = 0; i < from->n_functions; i++) {
		const struct called_function *f = &from->function[i];
		struct called_function same = { same_name(to, from, f->name), same_name(to, from, f->file),
						same_name(to, from, f->object) };

		function[i] = program_calls_function(to, &same);
	}
	for (size_t i = 0; i < from->n; i++) {
		struct call call = from->call[i];

		call.from = function[call.from];
		call.to = function[call.to];
		call.file = same_name(to, from, call.file);
		program_calls_add(to, &call);
	}
	to->total = total;
	to->n_processes += from->n_processes;
	return true;
}

void program_calls_release(struct program_calls *p)
{
	program_lines_release(&p->names);
	index_release(&p->functions);
	free(p->function);
	free(p->call);
	*p = (struct program_calls){ .n = 0 };
}
