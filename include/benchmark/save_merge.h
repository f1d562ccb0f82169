/* SPDX-License-Identifier: MIT */
/* save_merge.h - merges results with the saved results in a file, for --save. */
#ifndef BENCHMARK_SAVE_MERGE_H
#define BENCHMARK_SAVE_MERGE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

struct save_merge {
	const char *path;	/* in messages */
	bool early;		/* the run ended early: its results replace no older ones */
	bool older_stays;	/* set if therefore nothing was written */
};

/* -1: results cannot be added to this file.  A file that cannot be opened is not an error. */
int  save_merge_check(const char *path, struct error *err);
/* An output_merge() of struct save_merge. */
int  save_merge_results(void *merge, int fd, const struct str *fresh, struct str *all, struct error *err);

#endif
