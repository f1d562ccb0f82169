/* SPDX-License-Identifier: MIT */
/* Reads the build IDs of libraries, and pairs those of two programs: by what they are, by path, by name. */
#include "where/program_libraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/file.h"
#include "symbol/debug_file.h"
#include "where/program_lines.h"

/* --- what a program loaded --------------------------------------------------------------------------- */

void program_libraries_add(struct program_libraries *l, const char *path, const char *build_id,
			   uint64_t hash)
{
	struct library *to;

	l->library = mem_grow(l->library, l->n, sizeof(*l->library));
	to = &l->library[l->n++];
	*to = (struct library){ .path = mem_copy_text(path), .hash = hash };
	snprintf(to->build_id, sizeof(to->build_id), "%s", build_id);
}

/* FNV-1a, and never 0. */
static uint64_t hash_bytes(const struct str *bytes)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < bytes->len; i++)
		hash = (hash ^ (unsigned char)bytes->text[i]) * UINT64_C(0x100000001b3);
	return hash ? hash : 1;
}

static uint64_t hash_file(const char *path)
{
	struct timespec changed;
	LOCAL(str) bytes = {0};
	uint64_t hash = 0;

	if (file_read_foreign(&bytes, path, LIBRARY_LARGEST, &changed) == 0)
		hash = hash_bytes(&bytes);
	return hash;
}

static void read_library(struct program_libraries *l, const char *path)
{
	char id[LIBRARY_BUILD_ID + 1] = "";
	struct error ignored = ERROR_INIT;
	struct elf_facts facts;

	if (debug_file_facts(&facts, path, &ignored) == 0)
		for (size_t i = 0; i < facts.n_build_id; i++)
			snprintf(id + 2 * i, sizeof(id) - 2 * i, "%02x", facts.build_id[i]);
	program_libraries_add(l, path, id, id[0] ? 0 : hash_file(path));
}

void program_libraries_read(struct program_libraries *l, const struct program_lines *run)
{
	program_libraries_release(l);
	/* valgrind names at least the program; where the list is full, some are missing */
	l->known = run->n_objects && run->n_objects < PROGRAM_OBJECTS_MOST;
	for (size_t i = 0; i < run->n_objects && l->known; i++)
		if (!run->object[i].is_program)
			read_library(l, run->object[i].path);
}

void program_libraries_release(struct program_libraries *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->library[i].path);
	free(l->library);
	*l = (struct program_libraries){ .known = false };
}

/* --- two programs ------------------------------------------------------------------------------------ */

struct pairing {
	const struct program_libraries *before, *after;
	bool *done_before, *done_after;		/* there is nothing more to say of it */
	struct library_change *change; size_t n;
};

typedef bool is_pair(const struct library *a, const struct library *b);

static bool has_identity(const struct library *l)
{
	return l->build_id[0] || l->hash;
}

static bool is_same(const struct library *a, const struct library *b)
{
	return has_identity(a) && str_same(a->build_id, b->build_id) && a->hash == b->hash;
}

static bool has_same_path(const struct library *a, const struct library *b)
{
	return str_same(a->path, b->path);
}

/* The name of a path up to the version: of "/lib/libz.so.1.2.13" and "/lib/libz-1.3.so" it is "libz". */
static size_t find_name(const char **name, const char *path)
{
	const char *slash = strrchr(path, '/'), *end;
	size_t n;

	*name = slash ? slash + 1 : path;
	end = strstr(*name, ".so");
	n = end ? (size_t)(end - *name) : strlen(*name);
	while (n && strchr("0123456789.", (*name)[n - 1]))
		n--;
	if (n && (*name)[n - 1] == '-')
		return n - 1;
	return end ? (size_t)(end - *name) : strlen(*name);
}

static bool has_same_name(const struct library *a, const struct library *b)
{
	const char *x, *y;
	size_t n = find_name(&x, a->path);

	return find_name(&y, b->path) == n && memcmp(x, y, n) == 0;
}

/* One library may be at two paths of a side. */
static void leave_out_same(struct pairing *p)
{
	for (size_t a = 0; a < p->before->n; a++)
		for (size_t b = 0; b < p->after->n; b++)
			if (is_same(&p->before->library[a], &p->after->library[b]))
				p->done_before[a] = p->done_after[b] = true;
}

static void add_change(struct pairing *p, const struct library *before, const struct library *after)
{
	if ((!before || has_identity(before)) && (!after || has_identity(after)))
		p->change[p->n++] = (struct library_change){ before, after };
}

static void pair_by(struct pairing *p, is_pair *is)
{
	for (size_t a = 0; a < p->before->n; a++)
		for (size_t b = 0; b < p->after->n && !p->done_before[a]; b++) {
			if (p->done_after[b] || !is(&p->before->library[a], &p->after->library[b]))
				continue;
			p->done_before[a] = p->done_after[b] = true;
			add_change(p, &p->before->library[a], &p->after->library[b]);
		}
}

size_t program_libraries_compare(struct library_change **out, const struct program_libraries *before,
				 const struct program_libraries *after)
{
	struct pairing p = { .before = before, .after = after };

	*out = NULL;
	if (!before->known || !after->known || !(before->n + after->n))
		return 0;
	p.done_before = mem_zeroed(before->n + 1, sizeof(bool));
	p.done_after = mem_zeroed(after->n + 1, sizeof(bool));
	p.change = mem_zeroed(before->n + after->n, sizeof(*p.change));
	leave_out_same(&p);
	pair_by(&p, has_same_path);
	pair_by(&p, has_same_name);
	for (size_t i = 0; i < after->n; i++)
		if (!p.done_after[i])
			add_change(&p, NULL, &after->library[i]);
	for (size_t i = 0; i < before->n; i++)
		if (!p.done_before[i])
			add_change(&p, &before->library[i], NULL);
	free(p.done_before);
	free(p.done_after);
	*out = p.change;
	return p.n;
}
