/* SPDX-License-Identifier: MIT */
/* baseline.h - the saved benchmark that a command is compared with. */
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
