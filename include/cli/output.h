/* SPDX-License-Identifier: MIT */
/*
 * output.h - writes reports and comparisons to all their destinations, each in its format.
 *
 * The main output is stderr, stdout, a file or a descriptor; --export adds files, and --save a file of
 * results.  A format makes text, and an output_file writes it: a stream gets each part with one write, a
 * document is written when it is complete.  If one destination fails, the others are still written, and
 * the first error is returned.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "benchmark/save_file.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "format/style.h"
#include "output/output_file.h"

struct env;
struct comparison;
struct live;
struct options;
struct output_opts;
struct report;
struct session;
struct trend;

struct destination {		/* one file in one format */
	const struct format *format;
	enum format_content content;	/* reports, comparisons, or a trend */
	struct style style;
	struct output_file file;
	struct str text;		/* not written yet */
	struct save_file merge;		/* of --save */
	struct comparison_document comparisons;
	struct live *live;		/* owned: --live; NULL: intervals follow each other */
	bool  begun;			/* a report is in it */
	bool  measured;			/* it has a run: a document without a run replaces no file */
	char  started[32];		/* the time that perf writes at the start of a file; "": none */
};

struct output {
	struct destination *to; size_t n;	/* the first is the main output, if there is one */
};

/* Opens all destinations; if one fails, closes those that are already open. */
int  output_open(struct output *out, const struct env *env, const struct options *o, struct error *err);
/* Whether the format of a destination has this enum format_flag. */
bool output_is_text(const struct output_opts *o);	/* the report is the text for people */
bool output_has_flag(const struct output *out, unsigned flag);
/* Whether --save kept the older result of that name. */
bool output_kept_older(const struct output *out);
bool output_is_alive(const struct output *out);		/* a destination can still be written */
int  output_begin(struct output *out, const struct report *r, struct error *err);
int  output_block(struct output *out, const struct report *r, struct error *err);
int  output_end_intervals(struct output *out, struct error *err);	/* of a run */
/* Other text follows on the terminal, so --live draws its next table below. */
void output_interrupt(struct output *out);
int  output_end(struct output *out, const struct report *r, struct error *err);
/* For --save: writes one document with a report of each side. */
int  output_sides(struct output *out, const struct session *s, struct error *err);
/* For compare and gate, whose reports go to --save only: adds a comparison; ends them. */
int  output_comparison(struct output *out, const struct comparison *cmp, struct error *err);
void output_left_out(struct output *out, const struct left_out *b);
int  output_end_comparisons(struct output *out, struct error *err);
int  output_trend(struct output *out, const struct trend *t, struct error *err);
int  output_close(struct output *out, struct error *err);	/* twice is safe */

#endif
