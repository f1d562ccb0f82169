/* SPDX-License-Identifier: MIT */
/*
 * output.h - where the report goes: stderr, a file or an open descriptor.
 *
 * Opened before the run.  It streams: one write for each part of the report, whole when
 * it is written, and a failed write is an error.  So is a failed close: a file on a server
 * or under a quota may refuse only then.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "out/style.h"

struct env;
struct options;
struct printer;
struct report;

struct output {
	const struct printer *printer;
	FILE *stream;			/* NULL: --quiet */
	bool  owned;			/* we opened it */
	char  started[32];		/* the time a file begins with; "": it is none */
	struct str text;
	struct style style;
};

int  output_open(struct output *out, const struct env *env, const struct options *o, struct error *err);
int  output_begin(struct output *out, const struct report *r, struct error *err);
int  output_block(struct output *out, const struct report *r, struct error *err);
int  output_end(struct output *out, const struct report *r, struct error *err);
/* One write, and what came of it; a closed pipe is an error, not the end. */
int  output_write(FILE *stream, const struct str *text, struct error *err);
/* A line beside the report; that nobody reads it any more is no reason to end. */
void output_say(FILE *stream, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int  output_close(struct output *out, struct error *err);	/* twice is safe */

#endif
