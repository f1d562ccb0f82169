/* SPDX-License-Identifier: MIT */
/* benchmark_file.h - reads a file of benchmarks: perf.data, or a document that pstat has written. */
#ifndef BENCHMARK_BENCHMARK_FILE_H
#define BENCHMARK_BENCHMARK_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "benchmark/benchmark.h"

struct rootfs;

struct loaded {
	const char *path;		/* borrowed; "-": standard input */
	struct benchmarks all;
	bool perf;			/* it is perf.data */
};

/* root: a stream of perf.data does not tell the topology of the machine: it is read from here. */
int  loaded_read(struct loaded *l, const char *path, const struct rootfs *root, struct error *err);
const char *loaded_name(const struct loaded *l);	/* for messages */
/* An error if two benchmarks have the same name; name: look at this name only, NULL: at all. */
int  loaded_check_names(const struct loaded *l, const char *name, struct error *err);
/* The benchmark of that name becomes the only one; NULL: there must be one. */
int  loaded_choose(struct loaded *l, const char *name, struct error *err);
void loaded_release(struct loaded *l);

#endif
