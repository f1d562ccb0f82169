/* SPDX-License-Identifier: MIT */
/*
 * stopping_rule.h - decides when compare and gate have enough runs to stop.
 *
 *	stopping_build(&rule, &opts, &err);
 *	do {
 *		run until there are rule.runs runs of each side (of the new side, with base_runs)
 *		put the values into c[]
 *	} while (stopping_look(&rule, c, n) == STOPPING_GO_ON);
 *
 * If the time for runs is limited, stopping_fit() before each look, and stopping_end() if there was no
 * time for rule.runs runs.
 *
 * Counts that do not vary are decided after exact_min runs; a change for the worse after five, and
 * counts that vary only by a stray run after five or nine.  Rows that vary go on to noisy_min, or to
 * the first number of runs that can decide anything, and from there by step to noisy_max.  Each look
 * at them spends its part of the chance of a wrong verdict (alpha_spending.h).
 *
 * Limited time.  Before the first look at rows that vary, the looks are planned anew for the number of runs
 * that fit, as all of alpha is then spent at the last run there is time for.  From the first look on the
 * plan stays as it is, and with a step of 1 each run has a look.  If the runs end earlier, the verdicts of
 * the last look stand: without the later looks there are only fewer errors, however the time depends on the
 * values.  The plan itself depends on the times of the first runs.  If these are also the values, slow runs
 * are compared with fewer others: that moves the statistic by c / (2 sqrt(n)) of its deviations, where c is
 * the relative deviation of a run and n the number of runs.  Noise of 10 % and 10 runs make that 0.016, and
 * an error of 0.5 % one of 0.52 %.  tests/stats/ simulates it, also with noise of 30 %.
 */
#ifndef COMPARE_STOPPING_RULE_H
#define COMPARE_STOPPING_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "compare/row_comparison.h"
#include "compare/stats/alpha_spending.h"

/* How many of the limits are caps, which need no base. */
enum stopping_caps { STOPPING_NO_CAPS, STOPPING_SOME_CAPS, STOPPING_CAPS_ONLY };

struct stopping_opts {		/* 0: the stated default */
	size_t exact_min;	/* 3 */
	size_t noisy_min, noisy_max;	/* 10, 40 */
	size_t step;		/* 5 */
	double level;		/* 0.99 */
	bool   paired;
	enum stopping_caps caps;
	size_t base_runs;	/* number of runs of a baseline, which does not grow; 0: both sides grow */
	size_t limited;		/* number of rows with a limit */
};

enum stopping_answer {
	STOPPING_GO_ON,		/* until there are rule.runs runs */
	STOPPING_ENOUGH,	/* every verdict is sure, or more runs cannot make it sure */
	STOPPING_STOP,		/* the largest number of runs is reached, and some row is unsure */
};

struct stopping_rule {
	struct stopping_opts opts;	/* with the defaults filled in, and with what fits */
	size_t asked_min, asked_max;	/* noisy_min and noisy_max before that */
	size_t runs;		/* number of runs that the next look needs */
	struct alpha_spending looks;	/* at the rows that vary */
	size_t look;		/* index of the next one */
	bool  looked;		/* at rows that vary: alpha is being spent */
	bool  *noisy; size_t n_noisy;	/* owned: the rows that an earlier look found to vary */
};

/* It is an error if noisy_max runs cannot decide; its hint names the smallest number that can. */
int  stopping_build(struct stopping_rule *r, const struct stopping_opts *o, struct error *err);
/* The smallest noisy_max that can decide; 0: none, as the baseline has too few runs. */
size_t stopping_least(const struct stopping_opts *o);
/* Whether the next look is at rows that vary. */
bool stopping_is_noisy(const struct stopping_rule *r);
/* Then: whether no row that varies is open, so that the look is not needed; c[] has the verdicts. */
bool stopping_is_over(const struct stopping_rule *r, struct row_comparison *c, size_t n);
enum stopping_answer stopping_look(struct stopping_rule *r, struct row_comparison *c, size_t n);
/* There is time for this many runs of each side; r->runs are made.  Before stopping_look(). */
void stopping_fit(struct stopping_rule *r, size_t runs);
/*
 * There is time for no more than these runs, which are fewer than r->runs.  True: c[] has its last verdicts,
 * where a row that needs more runs has REASON_BUDGET; false: the verdicts of the last look stand, and c[] is
 * not changed.
 */
bool stopping_end(struct stopping_rule *r, struct row_comparison *c, size_t n, size_t runs);
void stopping_release(struct stopping_rule *r);

#endif
