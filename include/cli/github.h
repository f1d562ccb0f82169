/* SPDX-License-Identifier: MIT */
/* github.h - what a job of GitHub Actions is told of a judgement. */
#ifndef CLI_GITHUB_H
#define CLI_GITHUB_H

#include "base/error.h"

struct env;
struct judgement;

/*
 * Annotations on stdout, and a table in the summary of the job, the file that
 * $GITHUB_STEP_SUMMARY names.  A summary that cannot be written is only warned of.
 */
int github_say(const struct env *env, const struct judgement *j, struct error *err);
/* An annotation for what ends pstat. */
void github_fail(const struct env *env, const struct error *why);

#endif
