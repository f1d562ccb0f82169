/* SPDX-License-Identifier: MIT */
/* Writes annotations, summary and outputs where the runner of GitHub Actions reads them. */
#define _GNU_SOURCE
#include "cli/github.h"

#include <stdlib.h>

#include "base/env.h"
#include "cli/output.h"
#include "format/format.h"
#include "format/github.h"
#include "format/style.h"

static const struct style plain;

static void summarize(const struct env *env, const struct judgement *j)
{
	enum { MOST = 1 << 20 };		/* the runner drops a larger summary as a whole */
	const char *path = secure_getenv("GITHUB_STEP_SUMMARY");
	struct error why = ERROR_INIT;
	struct str text = {0};

	if (!path || !*path) {
		output_say(env->err, "pstat: warning: there is no summary of a job: "
			   "GITHUB_STEP_SUMMARY names no file\n");
		return;
	}
	format_find("markdown", FORMAT_COMPARISON)->comparison->print(&text, j, &plain);
	str_add(&text, "\n");
	if (output_file_append(path, &text, MOST, &why) < 0)
		output_say(env->err, "pstat: warning: the summary of the job cannot be written: %s\n",
			   why.message);
	str_release(&text);
}

int github_say(const struct env *env, const struct judgement *j, struct error *err)
{
	struct str text = {0};
	int rc;

	format_find("github", FORMAT_COMPARISON)->comparison->print(&text, j, &plain);
	rc = output_file_write_to(env->out, &text, err);
	str_release(&text);
	summarize(env, j);
	return rc;
}

void github_fail(const struct env *env, const struct error *why)
{
	struct error ignored = ERROR_INIT;
	struct str text = {0};

	github_add_error(&text, why->message);
	output_file_write_to(env->out, &text, &ignored);
	str_release(&text);
}
