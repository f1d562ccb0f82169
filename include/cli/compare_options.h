/* SPDX-License-Identifier: MIT */
/* compare_options.h - parses the arguments that compare and gate share: numbers of runs, commands, files. */
#ifndef CLI_COMPARE_OPTIONS_H
#define CLI_COMPARE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct session_opts;

int  compare_set_runs(struct session_opts *o, const char *text, struct error *err);	/* "10", "10:40" */
/* "99", "99.9%": from 50 to below 100 */
int  compare_set_level(double *level, const char *text, struct error *err);
/* Splits the words after -- into commands, at each --vs. */
int  compare_split_commands(struct session_opts *o, char *const *words, struct error *err);
/* Takes no names, or one for each command, in their order. */
int  compare_name_commands(struct session_opts *o, const char *const *name, size_t n, struct error *err);
/* With --base the command is also that of the base. */
int  compare_add_base(struct session_opts *o, struct error *err);
/* For --save: refuses two results of one name. */
int  compare_check_names(const struct session_opts *o, struct error *err);
/* Whether a word is a file to compare: it holds a saved result, or its name ends like one. */
bool compare_is_file(const char *word);

#endif
