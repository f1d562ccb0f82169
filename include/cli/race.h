/* SPDX-License-Identifier: MIT */
/*
 * race.h - several commands, or one, measured in turns.
 *
 *	race_open(&race, env, opts, entrant, n, &err);	what is counted is settled; nothing has run
 *	race_start(&race, &err);			--setup
 *	do {
 *		race_run(&race, more, &err);		so many more rounds; warm-ups before the first
 *		race_look(&race);			side[i].report: what there is up to now
 *	} while (race.status == APP_OK && not enough);
 *	race_end(&race, &err);				--cleanup; also when something failed before
 *	race_look(&race);				what was found out at the end is in its notes
 *	race_release(&race);
 *
 * A round is one run of each side, or, where its events take several sets, one for each set.
 * The first run that fails ends the race, as does a signal: status says so, and what was
 * complete before can be looked at.
 */
#ifndef CLI_RACE_H
#define CLI_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"
#include "base/str.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "cli/exact.h"
#include "cli/measure.h"
#include "cli/progress.h"
#include "cli/rivals.h"
#include "host/host.h"
#include "out/printer.h"
#include "out/result.h"

struct env;
struct options;
struct output;

/* For show: each round runs the sides in the opposite order of the last one. */
#define RACE_ORDER "abba"

struct race_side {
	struct entrant entrant;
	char *shown;			/* owned: the name, or the words, for messages */
	struct measure_opts opts;	/* those of the command line, with this command */
	struct measure measure;
	struct exact exact;		/* empty, and of no use, with --no-exact */
	struct result *run; size_t n_runs;	/* that ended well, in their order */
	size_t rounds;			/* complete ones */
	bool set_up;			/* --setup was begun, so --cleanup is due */
	struct notes end_notes;		/* of race_end */
	/* of race_look: complete rounds, without what was thrown away; what they point to is run's */
	struct result *counted; size_t n_counted;
	struct table mean;
	struct stats *stats, elapsed, time;		/* the times in seconds */
	struct notes notes;
	struct report report;
};

struct race {
	const struct env *env;		/* borrowed, as is opts */
	const struct options *opts;
	struct race_side *side; size_t n;
	size_t rounds;			/* that were asked for up to now */
	size_t done, planned;		/* runs, warm-ups included */
	struct host host;
	char   date[32];
	char   id[64];			/* of this race and no other; "": rounds are no pairs */
	int    kept_fd;			/* what the command writes to stderr; negative: why it is not kept */
	struct progress progress;
	int    status;			/* APP_OK; else it ended early, and pstat would end with it */
};

/* The entrants are copied, their words borrowed. */
int  race_open(struct race *r, const struct env *env, const struct options *o, const struct entrant *entrant,
	       size_t n, struct error *err);
/* What would be opened for each side: --dry-run. */
int  race_plan(struct str *out, struct race *r, struct error *err);
int  race_start(struct race *r, struct error *err);
/* -1: nothing more can be run, and err says why; but what there is can still be looked at. */
int  race_run(struct race *r, size_t rounds, struct error *err);
/* Whether every side has a round to be looked at. */
bool race_has_rounds(const struct race *r);
void race_look(struct race *r);
/* To --save: one document of all sides, each as if it had been measured alone. */
int  race_report(const struct race *r, struct output *out, struct error *err);
void race_forget(struct race_side *s);	/* what race_look made */
int  race_end(struct race *r, struct error *err);
void race_release(struct race *r);

#endif
