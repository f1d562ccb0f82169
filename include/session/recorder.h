/* SPDX-License-Identifier: MIT */
/*
 * recorder.h - writes perf.data: a file, or a stream on stdout.
 *
 * A file is complete or not there: its rounds go to a temporary file, which replaces it when the run has
 * ended. What was there before is kept as FILE.old, as perf does.
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
	FILE *err;		/* of the process: warnings */
	struct output_file file;	/* a stream: the stream itself, or the temporary file */
	char *name;		/* of the file, links followed; NULL: a stream */
	struct temp_file temp;
	size_t rounds;
	struct str text;
};

/* Whether a stream is asked for: path is "-", or NULL and stdout is a pipe. */
bool recorder_streams(const struct env *env, const char *path);
/* The caller fills in data before; path: NULL: perf.data. */
int  recorder_open(struct recorder *r, const struct env *env, const char *path, struct error *err);
bool recorder_is_alive(const struct recorder *r);
/* 0 where it is not open, or has failed before: -1 is returned once. */
int  recorder_tick(struct recorder *r, const struct tick *tick, struct error *err);
int  recorder_close(struct recorder *r, struct error *err);	/* twice is safe */

#endif
