/* SPDX-License-Identifier: MIT */
/*
 * save_file.h - adds new results to the file of --save; a new result replaces an old one of the same name.
 * json_merge.h does that to the text of the file.
 */
#ifndef BENCHMARK_SAVE_FILE_H
#define BENCHMARK_SAVE_FILE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

struct save_file {
	const char *path;	/* in messages */
	bool early;		/* the run ended early: its results replace no older ones */
	bool older_stays;	/* set if therefore nothing was written */
};

/* -1: results cannot be added to this file.  A file that cannot be opened is not an error. */
int  save_file_check(const char *path, struct error *err);
/* An output_merge() of struct save_file. */
int  save_file_merge(void *merge, int fd, const struct str *fresh, struct str *all, struct error *err);

#endif
