/* SPDX-License-Identifier: MIT */
/* merge.h - merges results with the saved results in a file, for --save. */
#ifndef BENCHMARK_MERGE_H
#define BENCHMARK_MERGE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

struct merge {
	const char *path;	/* in messages */
	bool early;		/* the run ended early: its results replace none of their names ... */
	bool older_stays;	/* ... and so one was not written */
};

/* Whether results can be added to the file at path; a file that cannot be opened is no error. */
int  merge_check(const char *path, struct error *err);
/* An output_merge() of struct merge. */
int  merge_results(void *merge, int fd, const struct str *fresh, struct str *all, struct error *err);

#endif
