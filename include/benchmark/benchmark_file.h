/* SPDX-License-Identifier: MIT */
/* benchmark_file.h - reads a file of benchmarks: perf.data, or a document that pstat has written. */
#ifndef BENCHMARK_BENCHMARK_FILE_H
#define BENCHMARK_BENCHMARK_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "benchmark/benchmark.h"

struct rootfs;

struct benchmark_file {
	const char *path;		/* borrowed; "-": standard input */
	struct benchmarks all;
	bool perf;			/* it is perf.data */
};

/* root: a stream of perf.data does not tell the topology of the machine: it is read from here. */
int  benchmark_file_read(struct benchmark_file *l, const char *path, const struct rootfs *root,
			 struct error *err);
const char *benchmark_file_name(const struct benchmark_file *l);	/* for messages */
/* An error if two benchmarks have the same name; name: look at this name only, NULL: at all. */
int  benchmark_file_check_names(const struct benchmark_file *l, const char *name, struct error *err);
/* The benchmark of that name becomes the only one; NULL: there must be one. */
int  benchmark_file_choose(struct benchmark_file *l, const char *name, struct error *err);
void benchmark_file_release(struct benchmark_file *l);

#endif
