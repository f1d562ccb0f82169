/* SPDX-License-Identifier: MIT */
/* Two hash tables of counts: by place, and by the function that each place is in. */
#include "count/sampling/sampled_places.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/local.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "count/sampling/sampled_files.h"

static void add_count(struct sampled_count *to, const struct sampled_count *from)
{
	to->samples += from->samples;
	to->sum = number_add(to->sum, from->sum);
}

/* One more row of counts, all 0. */
static struct sampled_count *grow(struct sampled_count *count, size_t rows, size_t n_events)
{
	if (!(rows & (rows - 1)))	/* it is full, as mem_grow() sees it */
		count = mem_resize(count, (rows ? 2 * rows : 1) * n_events + 1, sizeof(*count));
	memset(count + rows * n_events, 0, n_events * sizeof(*count));
	return count;
}

/* --- places ------------------------------------------------------------------------------------------ */

static bool is_same_place(const void *list, size_t at, const void *key)
{
	const struct sampled_place *p = (const struct sampled_place *)list + at, *wanted = key;

	return p->at == wanted->at && p->file == wanted->file && p->pid == wanted->pid &&
	       p->kind == wanted->kind;
}

void sampled_places_add(struct sampled_places *ps, const struct sampled_place *place, size_t event,
			uint64_t period)
{
	const struct sampled_count one = { 1, period };
	uint64_t hash = index_hash(place->at ^ (uint64_t)place->file << 48 ^ (uint64_t)place->pid << 24, "");
	ptrdiff_t at = index_find(&ps->index, hash, is_same_place, ps->place, place);

	if (at == INDEX_NONE) {
		at = (ptrdiff_t)ps->n;
		index_add(&ps->index, hash, ps->n);
		ps->count = grow(ps->count, ps->n, ps->n_events);
		MEM_ADD(ps->place, ps->n, *place);
	}
	add_count(&ps->count[(size_t)at * ps->n_events + event], &one);
}

void sampled_places_release(struct sampled_places *ps)
{
	free(ps->place);
	free(ps->count);
	index_release(&ps->index);
	*ps = (struct sampled_places){0};
}

/* --- functions --------------------------------------------------------------------------------------- */

static bool is_same_function(const void *list, size_t at, const void *key)
{
	const struct found_function *f = (const struct found_function *)list + at;
	const struct function_name *wanted = key;

	return strcmp(f->name, wanted->name) == 0 && str_same_or_none(f->object, wanted->object);
}

/* Where a CPU waits for work, on any architecture; interrupts come there, too, and they do not wait. */
static bool is_waiting(const struct function_name *of)
{
	static const char *const words[] = { "idle", "halt", "mwait", "cstate", "snooze", "suspend" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(of->name, words[i]))
			return true;
	return !of->object;		/* it has no name */
}

static void name_idle(struct function_name *out, const struct sampled_place *p, struct sampled_files *files)
{
	sampled_files_name_kernel(out, files, p->at);
	if (is_waiting(out))
		*out = (struct function_name){ .name = "[idle]" };
}

static void name_place(struct function_name *out, const struct sampled_place *p, struct sampled_files *files)
{
	static const char *const names[] = {
		[PLACE_GUEST] = "[guest]", [PLACE_UNMAPPED] = SAMPLED_UNNAMED,
	};

	if (p->kind == PLACE_FILE)
		sampled_files_name(out, files, p->file, p->pid, p->at);
	else if (p->kind == PLACE_KERNEL)
		sampled_files_name_kernel(out, files, p->at);
	else if (p->kind == PLACE_IDLE)
		name_idle(out, p, files);
	else
		*out = (struct function_name){ .name = names[p->kind] };
}

static size_t found_functions_add(struct found_functions *found, struct index *index,
				  const struct function_name *name)
{
	uint64_t hash = function_name_hash(name);
	ptrdiff_t at = index_find(index, hash, is_same_function, found->function, name);

	if (at != INDEX_NONE)
		return (size_t)at;
	index_add(index, hash, found->n);
	found->count = grow(found->count, found->n, found->n_events);
	MEM_ADD(found->function, found->n,
		(struct found_function){ .name = name->name, .object = name->object });
	return found->n - 1;
}

void sampled_places_find(struct found_functions *found, const struct sampled_places *ps,
			 struct sampled_files *files)
{
	LOCAL(index) index = {0};

	*found = (struct found_functions){ .n_events = ps->n_events };
	for (size_t i = 0; i < ps->n; i++) {
		struct function_name name;
		size_t at;

		name_place(&name, &ps->place[i], files);
		at = found_functions_add(found, &index, &name);
		for (size_t e = 0; e < ps->n_events; e++)
			add_count(&found->count[at * ps->n_events + e], &ps->count[i * ps->n_events + e]);
	}
	for (size_t i = 0; i < found->n; i++)
		found->function[i].count = &found->count[i * found->n_events];
}

void found_functions_release(struct found_functions *found)
{
	free(found->function);
	free(found->count);
	*found = (struct found_functions){0};
}
