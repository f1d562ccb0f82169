/* SPDX-License-Identifier: MIT */
/* Finds the benchmarks of several files that belong together. */
#include "benchmark/benchmark_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/env.h"
#include "output/message.h"

static bool is_named(const void *list, size_t at, const void *name)
{
	return strcmp(((const struct benchmark *)list)[at].name, name) == 0;
}

/* Adds the first of each name. */
static void add_names(struct index *names, const struct benchmarks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const char *name = all->benchmark[i].name;
		uint64_t hash = index_hash(0, name);

		if (index_find(names, hash, is_named, all->benchmark, name) == INDEX_NONE)
			index_add(names, hash, i);
	}
}

int benchmark_set_open(struct benchmark_set *lib, const struct env *env, char *const *paths, size_t n,
		       const char *name, struct error *err)
{
	*lib = (struct benchmark_set){0};
	lib->names = mem_zeroed(n, sizeof(*lib->names));
	for (size_t i = 0; i < n; i++) {
		lib->file = mem_resize(lib->file, lib->n + 1, sizeof(*lib->file));
		if (benchmark_file_read(&lib->file[lib->n++], paths[i], env->root, err) < 0 ||
		    (n > 1 && benchmark_file_check_names(&lib->file[i], name, err) < 0) ||
		    benchmark_file_choose(&lib->file[i], name, err) < 0)
			return -1;
		add_names(&lib->names[i], &lib->file[i].all);
	}
	return 0;
}

struct benchmark *benchmark_set_at(const struct benchmark_set *lib, struct benchmark_place p)
{
	return &lib->file[p.file].all.benchmark[p.at];
}

size_t benchmark_set_namesakes(struct benchmark_place *place, const struct benchmark_set *lib, size_t at)
{
	const char *name = lib->file[0].all.benchmark[at].name;
	uint64_t hash = index_hash(0, name);
	size_t n = 0;

	place[n++] = (struct benchmark_place){ 0, at };
	for (size_t f = 1; f < lib->n; f++) {
		const struct benchmarks *all = &lib->file[f].all;
		ptrdiff_t found = index_find(&lib->names[f], hash, is_named, all->benchmark, name);

		if (found == INDEX_NONE && all->n == 1 && lib->file[0].all.n == 1)
			found = 0;
		if (found != INDEX_NONE)
			place[n++] = (struct benchmark_place){ f, (size_t)found };
	}
	return n;
}

/* Says that a benchmark is in one file only. */
static void say_alone(const struct benchmark_set *lib, const struct env *env, struct benchmark_place p)
{
	struct str name = {0};

	str_add_line(&name, benchmark_set_at(lib, p)->name);
	message_print(env->err, "pstat: '%s' is in %s only\n", name.len ? name.text : "",
		   benchmark_file_name(&lib->file[p.file]));
	str_release(&name);
}

/* Those that are compared with nothing. */
void benchmark_set_say_alone(const struct benchmark_set *lib, const struct env *env)
{
	struct benchmark_place *place = mem_resize(NULL, lib->n, sizeof(*place));
	bool **compared = mem_resize(NULL, lib->n, sizeof(*compared));

	for (size_t f = 0; f < lib->n; f++) {
		compared[f] = mem_resize(NULL, lib->file[f].all.n, sizeof(**compared));
		for (size_t e = 0; e < lib->file[f].all.n; e++)
			compared[f][e] = false;
	}
	for (size_t i = 0; i < lib->file[0].all.n; i++) {
		size_t n = benchmark_set_namesakes(place, lib, i);

		for (size_t k = 0; n > 1 && k < n; k++)
			compared[place[k].file][place[k].at] = true;
	}
	for (size_t f = 0; f < lib->n; f++) {
		for (size_t e = 0; e < lib->file[f].all.n; e++)
			if (!compared[f][e])
				say_alone(lib, env, (struct benchmark_place){ f, e });
		free(compared[f]);
	}
	free(compared);
	free(place);
}

void benchmark_set_release(struct benchmark_set *lib)
{
	for (size_t i = 0; i < lib->n; i++) {
		benchmark_file_release(&lib->file[i]);
		index_release(&lib->names[i]);
	}
	free(lib->names);
	free(lib->file);
	*lib = (struct benchmark_set){0};
}
