/* SPDX-License-Identifier: MIT */
/*
 * compare_run.h - runs a session until the changes that compare shows are certain, or certainly small.
 *
 *	compare_run_open(&c, &session, level);		after session_open
 *	session_start(&session, &err);
 *	compare_run_decide(&c, &err);
 *	compare_run_find_lines(&c);			--where
 *	session_end(&session, &err);
 *	compare_run_conclude(&c, &err);		all complete rounds, and what the rows do not tell
 *	compare_run_release(&c);
 *
 * gate has limits, and so another rule (gate_run.h): there a verdict is sure, here a change is.
 * Comparing repeatedly makes errors more likely, so the looks are planned before the first run
 * (compare/stats/alpha_spending.h).
 */
#ifndef SESSION_COMPARE_RUN_H
#define SESSION_COMPARE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "compare/stats/alpha_spending.h"
#include "session/comparison_set.h"

struct session;

struct compare_run {
	struct session *session;	/* borrowed */
	double level;			/* --confidence: 0.95 */
	struct comparison_set set;
	struct alpha_spending plan;	/* the numbers of rounds after which the sides are compared */
	size_t step;
	bool fitted;			/* the plan is for as many rounds as fit into the budget */
};

void compare_run_open(struct compare_run *c, struct session *s, double level);
/* Runs until each change is certain or small, or the most rounds are made.  After -1 some may be complete. */
int  compare_run_decide(struct compare_run *c, struct error *err);
/* Makes the runs that --where asks for, if something has changed. */
void compare_run_find_lines(struct compare_run *c);
/* Compares the complete rounds, of which there is one at least, and adds notes. */
int  compare_run_conclude(struct compare_run *c, struct error *err);
void compare_run_release(struct compare_run *c);

/* Notes that n runs are too few for an interval at this level. */
void compare_run_note_few(struct comparison *cmp, double level, bool paired, size_t n);

#endif
