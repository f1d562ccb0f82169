/* SPDX-License-Identifier: MIT */
/* Parses the values of the options that only gate has. */
#define _GNU_SOURCE
#include "cli/gate_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options.h"

int gate_opts_add_limits(struct options *o, const char *value, struct error *err)
{
	o->gate.limited = true;
	return limits_parse(&o->gate.limits, value, err) < 0 ? -1 : 1;
}

int gate_opts_set_inconclusive(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = { "warn", "fail", NULL };
	int found = option_choose("--inconclusive", value, words, err);

	o->gate.unsure_fails = found == 1;
	return found < 0 ? -1 : 1;
}

int gate_opts_set_unsupported(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = { "fail", "skip", NULL };
	int found = option_choose("--if-unsupported", value, words, err);

	o->gate.skip_unsupported = found == 1;
	return found < 0 ? -1 : 1;
}

int gate_opts_set_inject(struct options *o, const char *value, struct error *err)
{
	char *end = NULL;
	double pct = strtod(value, &end);

	if (end == value || strcmp(end, "%") != 0 || !(pct > 0 && pct < 100)) {
		error_set(err, ERROR_USAGE, 0,
			  "option '--inject' needs a percentage above 0 and below 100, not '%s'", value);
		return error_hint(err, "--inject +2%% makes each value of one side 2 %% worse");
	}
	o->gate.inject = pct / 100;
	return 1;
}

int gate_opts_set_trend(struct options *o, const char *value, struct error *err)
{
	(void)err;
	o->gate.trend = value != NULL;
	o->gate.trend_file = value && *value ? value : NULL;
	return o->gate.trend;
}

int gate_opts_set_github(struct options *o, const char *value, struct error *err)
{
	const char *runner = secure_getenv("GITHUB_ACTIONS");

	o->gate.github = value && (!*value || (runner && strcmp(runner, "true") == 0));
	if (value && *value && strcmp(value, "auto") != 0)
		return error_set(err, ERROR_USAGE, 0, "option '--github' stands alone or has auto, not '%s'",
				 value);
	return value != NULL;
}

/* The first of two would be judged by nobody. */
int gate_opts_set_suite(struct options *o, const char *value, struct error *err)
{
	if (o->gate.suite)
		return error_set(err, ERROR_USAGE, 0, "--suite is given twice: one file has all benchmarks");
	o->gate.suite = value;
	return 1;
}
