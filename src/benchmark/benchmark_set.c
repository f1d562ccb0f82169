/* SPDX-License-Identifier: MIT */
/* Reads the files and indexes their benchmarks by name. */
#include "benchmark/benchmark_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/env.h"
#include "output/message.h"

static bool benchmark_set_is_named(const void *list, size_t at, const void *name)
{
	return strcmp(((const struct benchmark *)list)[at].name, name) == 0;
}

/* Adds only the first benchmark of each name. */
static void benchmark_set_add_names(struct index *names, const struct benchmarks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const char *name = all->benchmark[i].name;
		uint64_t hash = index_hash(0, name);

		if (index_find(names, hash, benchmark_set_is_named, all->benchmark, name) == INDEX_NONE)
			index_add(names, hash, i);
	}
}

int benchmark_set_open(struct benchmark_set *set, const struct env *env, char *const *paths, size_t n,
		       const char *name, struct error *err)
{
	*set = (struct benchmark_set){0};
	set->names = mem_zeroed(n, sizeof(*set->names));
	for (size_t i = 0; i < n; i++) {
		set->file = mem_resize(set->file, set->n + 1, sizeof(*set->file));
		if (benchmark_file_read(&set->file[set->n++], paths[i], env->root, err) < 0 ||
		    (n > 1 && benchmark_file_check_names(&set->file[i], name, err) < 0) ||
		    benchmark_file_choose(&set->file[i], name, err) < 0)
			return -1;
		benchmark_set_add_names(&set->names[i], &set->file[i].all);
	}
	return 0;
}

struct benchmark *benchmark_set_at(const struct benchmark_set *set, struct benchmark_place p)
{
	return &set->file[p.file].all.benchmark[p.at];
}

size_t benchmark_set_namesakes(struct benchmark_place *place, const struct benchmark_set *set, size_t at)
{
	const char *name = set->file[0].all.benchmark[at].name;
	uint64_t hash = index_hash(0, name);
	size_t n = 0;

	place[n++] = (struct benchmark_place){ 0, at };
	for (size_t f = 1; f < set->n; f++) {
		const struct benchmarks *all = &set->file[f].all;
		ptrdiff_t found =
			index_find(&set->names[f], hash, benchmark_set_is_named, all->benchmark, name);

		if (found == INDEX_NONE && all->n == 1 && set->file[0].all.n == 1)
			found = 0;
		if (found != INDEX_NONE)
			place[n++] = (struct benchmark_place){ f, (size_t)found };
	}
	return n;
}

static void say_alone(void *context, const struct benchmark_file *file, const struct benchmark *b)
{
	const struct env *env = context;
	LOCAL(str) name = {0};

	str_add_line(&name, b->name);
	message_print(env->err, "pstat: '%s' is in %s only\n", name.len ? name.text : "",
		      benchmark_file_name(file));
}

void benchmark_set_each_alone(const struct benchmark_set *set, benchmark_visit *visit, void *context)
{
	FREED struct benchmark_place *place = mem_resize(NULL, set->n, sizeof(*place));
	FREED bool **compared = mem_resize(NULL, set->n, sizeof(*compared));

	for (size_t f = 0; f < set->n; f++)
		compared[f] = mem_zeroed(set->file[f].all.n, sizeof(**compared));
	for (size_t i = 0; i < set->file[0].all.n; i++) {
		size_t n = benchmark_set_namesakes(place, set, i);

		for (size_t k = 0; n > 1 && k < n; k++)
			compared[place[k].file][place[k].at] = true;
	}
	for (size_t f = 0; f < set->n; f++) {
		for (size_t b = 0; b < set->file[f].all.n; b++)
			if (!compared[f][b])
				visit(context, &set->file[f], &set->file[f].all.benchmark[b]);
		free(compared[f]);
	}
}

void benchmark_set_say_alone(const struct benchmark_set *set, const struct env *env)
{
	benchmark_set_each_alone(set, say_alone, (void *)(uintptr_t)env);
}

void benchmark_set_release(struct benchmark_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		benchmark_file_release(&set->file[i]);
		index_release(&set->names[i]);
	}
	free(set->names);
	free(set->file);
	*set = (struct benchmark_set){0};
}
