/* SPDX-License-Identifier: MIT */
/* gate_output.h - writes a judgement of gate where it is read: outputs, a line for people, GitHub Actions. */
#ifndef CLI_GATE_OUTPUT_H
#define CLI_GATE_OUTPUT_H

#include <stdbool.h>

#include "base/error.h"

struct env;
struct comparison;
struct options;
struct output;

/*
 * To all outputs, and with --github annotations on stdout and a table in the summary of the job, the file
 * that $GITHUB_STEP_SUMMARY names.  A summary that cannot be written is only warned of.
 */
int  gate_output_comparison(struct output *out, const struct env *env, const struct options *o,
			    const struct comparison *cmp, struct error *err);
/* Whether GitHub is told: one side alone is no judgement. */
bool gate_output_annotates(const struct options *o, const struct comparison *cmp);
/* A line on stdout, or, if a program reads that, on stderr; nothing with --quiet. */
int  gate_output_say(const struct env *env, const struct options *o, struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* An annotation for what ends pstat. */
void gate_output_fail(const struct env *env, const struct error *why);
/* Keeps why->reported only where the report stands on the terminal, or in the file, that errors go to. */
void gate_output_say_once(const struct env *env, const struct options *o, struct error *why);

#endif
