/* SPDX-License-Identifier: MIT */
/* benchmark_file.h - reads a file of saved results: JSON (saved_json.h) or perf.data (perfdata.h). */
#ifndef BENCHMARK_BENCHMARK_FILE_H
#define BENCHMARK_BENCHMARK_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "benchmark/benchmark.h"

struct rootfs;

struct benchmark_file {
	const char *path;		/* borrowed; "-": standard input */
	struct benchmarks all;
	bool perf;			/* the file is perf.data */
};

/* root: has the topology of the machine, which a stream of perf.data does not have. */
int  benchmark_file_read(struct benchmark_file *f, const char *path, const struct rootfs *root,
			 struct error *err);
const char *benchmark_file_name(const struct benchmark_file *f);	/* for messages */
/* It is an error if two benchmarks have the same name.  name: checks only this one; NULL: all. */
int  benchmark_file_check_names(const struct benchmark_file *f, const char *name, struct error *err);
/* Keeps only the benchmark of that name; NULL: all, and it is an error if there is none. */
int  benchmark_file_choose(struct benchmark_file *f, const char *name, struct error *err);
void benchmark_file_release(struct benchmark_file *f);

#endif
