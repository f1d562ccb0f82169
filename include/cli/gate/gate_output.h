/* SPDX-License-Identifier: MIT */
/*
 * gate_output.h - writes the result of pstat gate to the terminal or stdout and to the files of --export,
 * then lines that sum it up; with --github also annotations and the job summary.
 *
 *	gate_output_comparison(&g, &cmp, &err);		for each benchmark
 *	gate_output_left_out(&g, &left_out);		for each that is not compared
 *	gate_output_end(&g, &err);			what came of all of them
 */
#ifndef CLI_GATE_GATE_OUTPUT_H
#define CLI_GATE_GATE_OUTPUT_H

#include <stdbool.h>

#include "base/error.h"
#include "format/comparison_document.h"
#include "format/conclusion.h"

struct env;
struct comparison;
struct options;
struct output;
struct str;

struct gate_total {		/* what several benchmarks mean for the build */
	int status;			/* the worst so far */
	struct error why;		/* the first reason for STATUS_UNMEASURED */
	size_t n_unmeasured;		/* benchmarks that have one */
	bool judged;			/* one of them had a limit that was not skipped */
	size_t n_skipped;		/* benchmarks of which all limits were skipped */
	struct error skipped;		/* of the first of them */
	bool annotated;			/* an annotation has told GitHub why the gate fails */
};
#define GATE_TOTAL_INIT { .why = ERROR_INIT, .skipped = ERROR_INIT }

struct gate_output {
	const struct env *env;		/* borrowed, as are the next two */
	const struct options *opts;
	struct output *out;
	struct conclusions all;
	struct comparison_document summary;	/* for the job of GitHub Actions */
	struct str sources;		/* the folder of the repository, for annotations at lines of code */
};

/*
 * Writes it to all outputs.  --github adds annotations on stdout, and at the end tables in the job summary,
 * which is the file that $GITHUB_STEP_SUMMARY names; if that cannot be written there is only a warning.
 * Lines of code are named by their paths below $GITHUB_WORKSPACE, or below the folder of git's repository.
 */
int  gate_output_comparison(struct gate_output *g, struct comparison *cmp, struct error *err);
void gate_output_left_out(struct gate_output *g, const struct left_out *b);
int  gate_output_end(struct gate_output *g, struct error *err);
void gate_output_release(struct gate_output *g);
/* The exit status of a comparison, as in gate_status.h; its line is the one that the report has. */
int  gate_output_status(const struct comparison *cmp, struct error *why);
/*
 * Adds a comparison, its status and its error.  A benchmark with only skipped limits does not fail if another
 * one was judged; true: it is one.
 */
bool gate_total_add(struct gate_total *t, const struct comparison *cmp, int status, const struct error *why);
/* Adds what has no comparison.  why: of STATUS_UNMEASURED. */
void gate_total_fail(struct gate_total *t, int status, const struct error *why);
/* After the last one; -1: some could not be judged. */
int  gate_total_end(struct gate_total *t, struct error *err);
/* Whether there are annotations for GitHub; one side alone is not compared. */
bool gate_output_annotates(const struct options *o, const struct comparison *cmp);
/* Prints a line on stdout, or on stderr if a program reads stdout; nothing with --quiet. */
int  gate_output_say(const struct env *env, const struct options *o, struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Writes an annotation, an "error" or a "warning", for what no report tells. */
void gate_output_annotate(const struct env *env, const char *command, const struct error *why);
/*
 * Prints the error, if there is one, and the lines of gate_advice_add() after it, so that they end the log;
 * with --github also as an annotation and in the summary.  The error is then reported.
 */
void gate_output_advise(const struct env *env, const struct options *o, const struct str *advice,
			struct error *why);
/* Clears why->reported unless the report went to the same terminal or file as errors. */
void gate_output_say_once(const struct env *env, const struct options *o, struct error *why);

#endif
