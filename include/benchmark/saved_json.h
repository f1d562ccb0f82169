/* SPDX-License-Identifier: MIT */
/* saved_json.h - parses the text of saved results, JSON of schema pstat/1; benchmark_file.h reads files. */
#ifndef BENCHMARK_SAVED_JSON_H
#define BENCHMARK_SAVED_JSON_H

#include <stddef.h>

#include "base/error.h"
#include "benchmark/benchmark.h"

/* Call benchmark_regroup() next: the runs are not added up yet. */
int saved_json_parse(struct benchmarks *bs, const char *text, size_t len, struct error *err);

#endif
