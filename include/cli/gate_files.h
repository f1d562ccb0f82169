/* SPDX-License-Identifier: MIT */
/* gate_files.h - judges the benchmarks of one file against those of another: gate without a command. */
#ifndef CLI_GATE_FILES_H
#define CLI_GATE_FILES_H

#include <stdbool.h>

#include "base/error.h"

struct env;
struct options;

/* The exit status, or -1 and err; told: GitHub knows that error already. */
int gate_files(const struct env *env, const struct options *o, bool *told, struct error *err);

#endif
