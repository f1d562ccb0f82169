/* SPDX-License-Identifier: MIT */
/*
 * budget.h - decides which runs still fit into the time of --budget.
 *
 *	budget_start(&b, total_ns, now, keeps);
 *	budget_add_warm_up(&b, ns, now);		each warm-up
 *	while (budget_fits(&b, now)) {
 *		budget_begin_round(&b, now);
 *		... each run gets at most budget_left(&b, now)
 *		budget_end_round(&b, now);
 *	}
 *	budget_release(&b);
 *
 * The time counts from the opening of the session, without the builds of --base: finding events that fit
 * together, --setup, warm-ups, --prepare, the runs of all sides and sets, what is computed between them, and
 * --cleanup.  Writing the report is not in it.  If there is a --cleanup, a tenth of the budget is kept for
 * it, since nothing tells how long it will take, and it must run after a command that hangs, too.
 *
 * What --selftest computes afterwards, from its runs, has a tenth as well.
 *
 * A round begins only if one of the slowest so far would fit: no program is ended that could have run.  How
 * many rounds fit is told by the median round, as one disturbed round says nothing about the others.  A
 * warm-up is often slower than the runs after it, so it refuses no first round, but only estimates.
 *
 * compare has it as well, since its rounds end early in the same way.  stat and record do not: their series
 * is as long as -r says, and --timeout ends a single run.
 */
#ifndef SESSION_BUDGET_H
#define SESSION_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct budget {			/* {0}: there is none */
	uint64_t total_ns;
	uint64_t whole_ns;		/* --budget, if total_ns is a benchmark's part of it; or 0 */
	uint64_t begin_ns, runs_end_ns;	/* the time for runs */
	uint64_t warm_ns; size_t n_warm;	/* of all warm-ups */
	uint64_t rounds_ns;		/* the begin of the first round; 0: it has not begun */
	double  *round_ns; size_t n_rounds;	/* owned: of each complete round, with what followed it */
	uint64_t at_ns;			/* the end of the last warm-up, or the begin or end of a round */
	bool  ended;			/* there is no time for more runs */
	bool  stopped;			/* it ended a run or a --prepare */
};

/* keeps: a tenth is kept for what follows the runs. */
void     budget_start(struct budget *b, uint64_t total_ns, uint64_t now, bool keeps);
void     budget_put_off(struct budget *b, uint64_t ns);	/* what took this long is not part of it */
/* Ends a pause: of what it had, this much was used, and for runs there is this much more. */
void     budget_resume(struct budget *b, uint64_t more_ns, uint64_t used_ns, uint64_t now);
uint64_t budget_spent(const struct budget *b, uint64_t now);	/* without what was put off, and pauses */
uint64_t budget_left(const struct budget *b, uint64_t now);	/* for runs; UINT64_MAX: there is no budget */
/* For what follows the runs: it has a tenth of the budget even if that is used up. */
uint64_t budget_rest_end(const struct budget *b, uint64_t now);	/* UINT64_MAX: there is no budget */
void     budget_add_warm_up(struct budget *b, uint64_t ns, uint64_t now);
bool     budget_fits(const struct budget *b, uint64_t now);
void     budget_begin_round(struct budget *b, uint64_t now);
void     budget_end_round(struct budget *b, uint64_t now);
/* How many more rounds fit; SIZE_MAX: there is no budget. */
size_t   budget_rounds_left(const struct budget *b, uint64_t now);
/*
 * True if the round that was ended now was much longer than those before: its command hangs.  Without a
 * round before it nothing is known.
 */
bool     budget_hangs(const struct budget *b, uint64_t now);
/*
 * A budget for this many rounds, which are more than were made: it is longer than this one, which did not
 * suffice.  runs: of each round, to estimate from warm-ups if there was none.  0: not known.
 */
uint64_t budget_for(const struct budget *b, size_t rounds, size_t runs);
/* "--budget 5s", "its part of --budget 2m" */
void     budget_add_name(struct str *out, const struct budget *b);
void     budget_add_time(struct str *out, uint64_t ns);	/* as --budget takes it: "1500ms", "5s" */
/* "--budget 5s ended after 3 of up to 40 runs of each command, during another one"; bound: "up to " */
void     budget_add_end(struct str *out, const struct budget *b, size_t made, const char *bound, size_t runs,
			bool of_each);
void     budget_add_enough(struct str *out, uint64_t ns);	/* the same, rounded up */
void     budget_release(struct budget *b);

#endif
