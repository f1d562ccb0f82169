/* SPDX-License-Identifier: MIT */
/*
 * as_perf.h - lets pstat be called by the name perf: skips the options before perf's subcommand, and prints
 * perf's version.
 *
 * Such options, as in perf --no-pager stat, concern a pager, folders and debugging, none of which pstat has,
 * so they are accepted and have no effect.
 */
#ifndef CLI_AS_PERF_H
#define CLI_AS_PERF_H

#include <stdbool.h>

struct str;

/* The number of words after the program's name that are options of perf itself, with their values. */
int as_perf_own_options(int argc, char *const *argv);
/* perf's version, one word as in perf; build: then the libraries, as with --build-options. */
void as_perf_add_version(struct str *out, bool build);

#endif
