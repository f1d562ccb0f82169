/* SPDX-License-Identifier: MIT */
/* saved_base.h - opens the saved result of --baseline, with which gate compares a command. */
#ifndef CLI_SAVED_BASE_H
#define CLI_SAVED_BASE_H

#include <stdbool.h>

#include "base/error.h"
#include "benchmark/benchmark_file.h"
#include "benchmark/report.h"

struct env;
struct options;

struct saved_base {
	struct benchmark_file file;
	struct report report;
	bool there;		/* false: --update creates the file, or the name in it */
};

int  saved_base_open(struct saved_base *b, const struct env *env, const struct options *o, struct error *err);
void saved_base_release(struct saved_base *b);

#endif
