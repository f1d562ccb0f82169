/* SPDX-License-Identifier: MIT */
/* compare_options.h - reads what the command lines of compare and gate say of runs, commands and files. */
#ifndef CLI_COMPARE_OPTIONS_H
#define CLI_COMPARE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct session_opts;

int  compare_set_runs(struct session_opts *o, const char *text, struct error *err);	/* "10", "10:40" */
/* "99", "99.9%": below 100, not below 50 */
int  compare_set_level(double *level, const char *text, struct error *err);
/* The words behind --: --vs parts commands. */
int  compare_split_commands(struct session_opts *o, char *const *words, struct error *err);
/* No names, or one for each command, in their order. */
int  compare_name_commands(struct session_opts *o, const char *const *name, size_t n, struct error *err);
/* For --save: no two results may have one name. */
int  compare_check_names(const struct session_opts *o, struct error *err);
/* Whether a word is meant as a file to be compared: it holds a saved result, or is called so. */
bool compare_is_file(const char *word);
bool compare_is_folder(const char *word);

#endif
