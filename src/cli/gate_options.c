/* SPDX-License-Identifier: MIT */
/* Reads the values of gate's own options. */
#define _GNU_SOURCE
#include "cli/gate_options.h"

#include <stdlib.h>
#include <string.h>

#include "session/gate_run.h"

int gate_opts_add_limits(struct gate_opts *g, const char *text, struct error *err)
{
	g->limited = true;
	return limits_parse(&g->limits, text, err);
}

/* Which of two words it is; -1: neither. */
static int choose(const char *option, const char *text, const char *first, const char *second,
		  struct error *err)
{
	if (strcmp(text, first) == 0)
		return 0;
	if (strcmp(text, second) == 0)
		return 1;
	return error_set(err, ERROR_USAGE, 0, "option '%s': '%s' is neither %s nor %s", option, text, first,
			 second);
}

int gate_opts_set_inconclusive(struct gate_opts *g, const char *text, struct error *err)
{
	int which = choose("--inconclusive", text, "warn", "fail", err);

	g->unsure_fails = which == 1;
	return which < 0 ? -1 : 0;
}

int gate_opts_set_unsupported(struct gate_opts *g, const char *text, struct error *err)
{
	int which = choose("--if-unsupported", text, "fail", "skip", err);

	g->skip_unsupported = which == 1;
	return which < 0 ? -1 : 0;
}

int gate_opts_set_inject(struct gate_opts *g, const char *text, struct error *err)
{
	char *end = NULL;
	double pct = strtod(text, &end);

	if (end == text || strcmp(end, "%") != 0 || !(pct > 0 && pct < 100)) {
		error_set(err, ERROR_USAGE, 0,
			  "option '--inject' needs a percentage above 0 and below 100, not '%s'", text);
		error_hint(err, "--inject +2%% makes each value of one side 2 %% worse");
		return -1;
	}
	g->inject = pct / 100;
	return 0;
}

int gate_opts_set_github(struct gate_opts *g, const char *text, struct error *err)
{
	const char *runner = secure_getenv("GITHUB_ACTIONS");

	g->github = !*text || (runner && strcmp(runner, "true") == 0);
	if (*text && strcmp(text, "auto") != 0)
		return error_set(err, ERROR_USAGE, 0, "option '--github' stands alone or has auto, not '%s'",
				 text);
	return 0;
}

int gate_opts_settle(struct gate_opts *g, double level, struct error *err)
{
	g->level = level;
	return g->limits.n ? 0 : limits_parse(&g->limits, "instructions:u=+1%", err);
}

void gate_opts_release(struct gate_opts *g)
{
	limits_release(&g->limits);
	*g = (struct gate_opts){0};
}
