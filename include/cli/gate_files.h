/* SPDX-License-Identifier: MIT */
/* gate_files.h - saved results against saved results: gate without anything that runs. */
#ifndef CLI_GATE_FILES_H
#define CLI_GATE_FILES_H

#include <stdbool.h>

#include "base/error.h"

struct env;
struct options;

/* enum app_exit, or -1; told: of that GitHub knows already. */
int gate_files(const struct env *env, const struct options *o, bool *told, struct error *err);

#endif
