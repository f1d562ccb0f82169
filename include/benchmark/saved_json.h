/* SPDX-License-Identifier: MIT */
/* saved_json.h - reads a document of schema pstat/1, which print_json.c writes, back into benchmarks. */
#ifndef BENCHMARK_SAVED_JSON_H
#define BENCHMARK_SAVED_JSON_H

#include <stddef.h>

#include "base/error.h"
#include "benchmark/benchmark.h"

/* They are not added up yet: benchmark_regroup() does that. */
int saved_parse(struct benchmarks *bs, const char *text, size_t len, struct error *err);

#endif
