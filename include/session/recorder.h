/* SPDX-License-Identifier: MIT */
/*
 * recorder.h - opens and writes the output of pstat record, a file or stdout; perfdata.h encodes the bytes.
 *
 * The rounds go to a temporary file, which is renamed into place after the run, so the file is complete or
 * does not exist.  The older file is kept as FILE.old, as perf does.
 */
#ifndef SESSION_RECORDER_H
#define SESSION_RECORDER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "benchmark/perfdata/perfdata.h"
#include "output/output_file.h"
#include "output/temp_file.h"

struct env;
struct tick;

struct recorder {
	struct perfdata data;
	FILE *err;		/* where warnings go */
	struct output_file file;	/* a stream: the stream itself, or the temporary file */
	char *name;		/* the file, with links resolved; NULL: a stream */
	struct temp_file temp;
	size_t rounds;
	struct str text;
};

/* Whether the output is a stream: path is "-", or NULL and stdout is a pipe. */
bool recorder_streams(const struct env *env, const char *path);
/* The caller fills in data first; path NULL: perf.data. */
int  recorder_open(struct recorder *r, const struct env *env, const char *path, struct error *err);
bool recorder_is_alive(const struct recorder *r);
/* Returns -1 only for the first error; 0 if the recorder is not open or has failed before. */
int  recorder_tick(struct recorder *r, const struct tick *tick, struct error *err);
int  recorder_close(struct recorder *r, struct error *err);	/* twice is safe */

#endif
