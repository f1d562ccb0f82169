/* SPDX-License-Identifier: MIT */
/* gate_history.h - appends the results of gate to the file of --history. */
#ifndef CLI_GATE_GATE_HISTORY_H
#define CLI_GATE_GATE_HISTORY_H

#include "base/error.h"
#include "base/str.h"

struct comparison;
struct env;
struct options;

struct gate_history {
	struct str lines, names;	/* of the results that are not written yet */
	size_t n;
};

/* Before anything runs: -1 if results cannot be appended to the file. */
int  gate_history_check(const struct options *o, struct error *err);
/*
 * Adds the sides from `first` on; their commit is that of --commit, of the
 * CI service's environment, or the one that is checked out here.
 */
int  gate_history_add(struct gate_history *h, const struct options *o, const struct comparison *cmp,
		      size_t first, struct error *err);
/*
 * Appends all that was added to the file, with one write, and says so.  judged: it was compared; else it
 * says that nothing was, as a build that leaves --trend out would pass for ever.
 */
int  gate_history_write(struct gate_history *h, const struct env *env, const struct options *o,
			bool judged, struct error *err);
void gate_history_release(struct gate_history *h);

#endif
