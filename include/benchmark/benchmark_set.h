/* SPDX-License-Identifier: MIT */
/*
 * benchmark_set.h - several files of benchmarks, the first of which is the one to compare with.
 *
 * Benchmarks of the same name belong together; where each file has a single one, those do.
 */
#ifndef BENCHMARK_BENCHMARK_SET_H
#define BENCHMARK_BENCHMARK_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "benchmark/benchmark_file.h"

struct env;
struct index;

struct benchmark_set {
	struct benchmark_file *file; size_t n;	/* owned */
	struct index *names;		/* parallel: finds benchmarks by their names */
};

struct benchmark_place {			/* of a benchmark */
	size_t file, at;
};

/*
 * name: only the benchmark of that name of each file, which must be there; NULL: all.  With several files
 * it is an error if two benchmarks of one file have the same name.
 */
int  benchmark_set_open(struct benchmark_set *lib, const struct env *env, char *const *paths, size_t n,
			const char *name, struct error *err);
struct benchmark *benchmark_set_at(const struct benchmark_set *lib, struct benchmark_place p);
/* The benchmark of the first file, and those of its name in the others; place: room for one of each. */
size_t benchmark_set_namesakes(struct benchmark_place *place, const struct benchmark_set *lib, size_t at);
/* On stderr: what is in one file only. */
void benchmark_set_say_alone(const struct benchmark_set *lib, const struct env *env);
void benchmark_set_release(struct benchmark_set *lib);

#endif
