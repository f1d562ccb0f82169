/* SPDX-License-Identifier: MIT */
/*
 * output.h - all places where a report or judgement goes: the main output, which is a stream, a
 * file or an open descriptor; those of --export; the document of --save.
 *
 * One that fails does not keep the others from being written.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "cli/sink.h"

struct env;
struct judgement;
struct options;
struct report;

struct output {
	struct sink *sink; size_t n;	/* the first is the main output, if there is one */
};

/* All of them, or none: what was opened before one that failed is closed again. */
int  output_open(struct output *out, const struct env *env, const struct options *o, struct error *err);
bool output_wants(const struct output *out, unsigned flag);	/* enum format_flag: of one of them */
/* --save left the older result of that name as it is. */
bool output_older_stays(const struct output *out);
bool output_is_alive(const struct output *out);		/* something can still be written somewhere */
int  output_begin(struct output *out, const struct report *r, struct error *err);
int  output_block(struct output *out, const struct report *r, struct error *err);
int  output_end(struct output *out, const struct report *r, struct error *err);
/* Of compare and gate, where reports go to --save only: one more judgement; they are all. */
int  output_judge(struct output *out, const struct judgement *j, struct error *err);
int  output_judged(struct output *out, struct error *err);
bool output_has_color(const struct options *o, FILE *stream);	/* as --color has it */
void output_fit(struct str *text, FILE *stream);	/* lines, as wide as the terminal is, if it is one */
/*
 * A line beside the report, which is fitted to a terminal if it is whole; that nobody reads it any more is no
 * reason to end.
 */
void output_say(FILE *stream, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same of several; what does not fit goes on in the next line, behind so many blanks. */
void output_tell(FILE *stream, const char *text, size_t indent);
/* Of text that is wrapped anywhere: what $COLUMNS says, else the terminal, else 80; stream NULL: a file. */
size_t output_width(FILE *stream);
size_t output_columns(FILE *stream);	/* the same where stream is a terminal, else 0 */
int  output_close(struct output *out, struct error *err);	/* twice is safe */

#endif
