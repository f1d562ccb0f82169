/* SPDX-License-Identifier: MIT */
/*
 * baseline.h - the saved result that a command is held against.
 *
 * --save of a result without an event that has a limit is an error only if --limit was given; --update
 * never replaces a result by one that cannot be judged.  Whether a result covers the whole run is told
 * by its -D, which documents keep, and not by a clock, as the same delay is a smaller share of a
 * slower run.  A result that does not tell it, as perf.data, is compared all the same.
 */
#ifndef CLI_BASELINE_H
#define CLI_BASELINE_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/loaded.h"
#include "out/report.h"

struct env;
struct options;

struct baseline {
	struct loaded file;
	struct report report;	/* the command is compared with it */
	bool there;		/* else the file, or the name in it, is still to be made: --update */
};

/* Of options' --baseline the result of its --name, or of its command. */
int  baseline_open(struct baseline *b, const struct env *env, const struct options *o, struct error *err);
void baseline_release(struct baseline *b);

#endif
