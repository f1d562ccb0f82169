/* SPDX-License-Identifier: MIT */
/*
 * recorder.h - perf.data while it is being made: a file, or a stream on stdout.
 *
 * A file is complete after each round but for its features, so that one whose end never
 * came can be read; what was there before is kept as FILE.old, as perf does.  Until the first
 * round there is nothing of it but a file beside.
 */
#ifndef CLI_RECORDER_H
#define CLI_RECORDER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "out/perfdata.h"

struct env;
struct options;
struct temp;
struct tick;

struct recorder {
	struct perfdata data;
	FILE *stream;
	FILE *err;		/* of the process: warnings */
	bool  owned;		/* a file */
	char *name;		/* of the file, no link; NULL: a stream */
	struct temp *temp;	/* beside it, until there is something to read */
	bool  placed;		/* it has taken its place */
	int   refused;		/* errno: that could not be */
	bool  failed;		/* a write failed: the rest is not tried */
	size_t rounds;
	struct str text;
};

/* Whether the stream is what is asked for: -o -, or stdout is a pipe and there is no -o. */
bool recorder_streams(const struct env *env, const struct options *o);
int  recorder_open(struct recorder *r, const struct env *env, const struct options *o, struct error *err);
bool recorder_is_alive(const struct recorder *r);
/* Nothing where it is not open, or has failed before: -1 is said once. */
int  recorder_tick(struct recorder *r, const struct tick *tick, struct error *err);
int  recorder_close(struct recorder *r, struct error *err);	/* twice is safe */

#endif
