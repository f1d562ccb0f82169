/* SPDX-License-Identifier: MIT */
/*
 * gate_files.h - judges the benchmarks of one file against those of another: gate without a command.
 *
 * A result that only one of two files has fails the gate, as a benchmark that is gone has not passed.
 * If each file has one result, their names may differ ("main", "topic"): the command tells that they
 * are one benchmark.  Nothing is known if a file has two results of one name, as after a merge.
 */
#ifndef CLI_GATE_FILES_H
#define CLI_GATE_FILES_H

#include <stdbool.h>

#include "base/error.h"

struct env;
struct options;

/* The exit status, or -1 and err; told: GitHub knows that error already. */
int gate_files(const struct env *env, const struct options *o, bool *told, struct error *err);

#endif
