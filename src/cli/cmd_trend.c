/* SPDX-License-Identifier: MIT */
/* trend: shows the results of a history over time, and where they changed. */
#include "base/env.h"
#include "benchmark/history.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "compare/trend.h"
#include "output/message.h"

static void say_notes(const struct env *env, const struct options *o, const struct history *h)
{
	LOCAL(str) notes = {0};

	history_add_notes(&notes, h);
	if (notes.len)
		message_print(env->err, "pstat: warning: %s: %s\n", history_name(o->input), notes.text);
}

/* The history is the file's: an error in it names the file. */
static int build(struct trend *t, const struct history *h, const struct options *o, struct error *err)
{
	const struct trend_opts opts = { .name = o->session.name, .row = (const char *const *)o->row,
					 .n_rows = o->n_rows };

	if (trend_build(t, h, &opts, err) == 0)
		return 0;
	return error_prefix(err, history_name(o->input));
}

static int cmd_trend_show(const struct env *env, const struct options *o, const struct trend *t,
			  struct error *err)
{
	struct error lost = ERROR_INIT;
	struct output out;
	int rc = output_open(&out, env, o, err);

	if (rc < 0)
		return -1;
	rc = output_trend(&out, t, err);
	if (output_close(&out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc;
}

int cmd_trend(const struct env *env, const struct options *o, struct error *err)
{
	LOCAL(history) history = {0};
	LOCAL(trend) trend = {0};
	int rc;

	if (!o->input) {
		error_set(err, ERROR_USAGE, 0, "trend needs a history");
		return error_hint(err, "pstat trend FILE; pstat gate --history FILE ... makes one");
	}
	rc = history_read(&history, o->input, err);
	if (rc == 0) {
		say_notes(env, o, &history);
		rc = build(&trend, &history, o, err);
	}
	if (rc == 0)
		rc = cmd_trend_show(env, o, &trend, err);
	return rc;
}
