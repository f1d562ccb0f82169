/* SPDX-License-Identifier: MIT */
/*
 * benchmark_set.h - finds the results of several files that have the same name, so that they can be
 * compared.
 *
 * The others are compared with the first file.  Benchmarks of the same name belong together; if each file
 * has only one, these do.
 */
#ifndef BENCHMARK_BENCHMARK_SET_H
#define BENCHMARK_BENCHMARK_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "benchmark/benchmark_file.h"

struct benchmark;
struct env;
struct index;

struct benchmark_set {
	struct benchmark_file *file; size_t n;	/* owned */
	struct index *names;		/* parallel: finds benchmarks by name */
};

struct benchmark_place {		/* of a benchmark in a set */
	size_t file, at;		/* at: index in the file */
};

/*
 * name: reads only the benchmark of that name, which each file must have; NULL: all.  With several files it
 * is an error if two benchmarks of one file have the same name.
 */
int  benchmark_set_open(struct benchmark_set *set, const struct env *env, char *const *paths, size_t n,
			const char *name, struct error *err);
struct benchmark *benchmark_set_at(const struct benchmark_set *set, struct benchmark_place p);
/* Fills place with the benchmark of the first file and those that belong to it; returns their number. */
size_t benchmark_set_namesakes(struct benchmark_place *place, const struct benchmark_set *set, size_t at);
/* Calls visit for each benchmark that is in one file only. */
typedef void benchmark_visit(void *context, const struct benchmark_file *file, const struct benchmark *b);
void benchmark_set_each_alone(const struct benchmark_set *set, benchmark_visit *visit, void *context);
/* Tells on stderr which benchmarks are in one file only. */
void benchmark_set_say_alone(const struct benchmark_set *set, const struct env *env);
void benchmark_set_release(struct benchmark_set *set);

#endif
