/* SPDX-License-Identifier: MIT */
/*
 * gate_files.h - saved results against saved results: gate without anything that runs.
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

/* enum app_exit, or -1; told: of that GitHub knows already. */
int gate_files(const struct env *env, const struct options *o, bool *told, struct error *err);

#endif
