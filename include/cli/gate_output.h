/* SPDX-License-Identifier: MIT */
/*
 * gate_output.h - writes the result of pstat gate to the terminal or stdout and to the files of --export,
 * then lines that sum it up; with --github also annotations and the job summary.
 *
 *	gate_output_comparison(&g, &cmp, &err);		for each benchmark
 *	gate_output_alone(&g, name);			for each that only one of two files has
 *	gate_output_end(&g, &err);			what came of all of them
 */
#ifndef CLI_GATE_OUTPUT_H
#define CLI_GATE_OUTPUT_H

#include <stdbool.h>

#include "base/error.h"
#include "format/comparison_document.h"
#include "format/conclusion.h"

struct env;
struct comparison;
struct options;
struct output;
struct str;

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
void gate_output_alone(struct gate_output *g, const char *name);
int  gate_output_end(struct gate_output *g, struct error *err);
void gate_output_release(struct gate_output *g);
/* The exit status of a comparison, as in gate_status.h; its line is the one that the report has. */
int  gate_output_status(const struct comparison *cmp, struct error *why);
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
