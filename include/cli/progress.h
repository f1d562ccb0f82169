/* SPDX-License-Identifier: MIT */
/* progress.h - how far a series of runs is: a line on a terminal, cleared when something else is said. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct env;

struct progress {
	const struct env *env;		/* borrowed; NULL: nothing is shown */
	uint64_t begin_ns;
};

/* wanted: and stderr is a terminal that can do it. */
void progress_open(struct progress *p, const struct env *env, bool wanted);
void progress_show(const struct progress *p, size_t done, size_t all);	/* before another run */
void progress_clear(const struct progress *p);

#endif
