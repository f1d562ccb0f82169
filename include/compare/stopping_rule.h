/* SPDX-License-Identifier: MIT */
/*
 * stopping_rule.h - stopping rule of compare and gate: after each look at the runs, go on or stop.
 *
 *	rule_build(&rule, &opts, &err);
 *	do {
 *		run until there are rule.runs runs of each side (of the new side, with base_runs)
 *		put the values into c[]
 *	} while (rule_look(&rule, c, n) == RULE_GO_ON);
 *
 * Counts that do not vary are decided after exact_min runs; a change for the worse after five, and
 * counts that vary only by a stray run after five or nine.  Rows that vary go on to noisy_min, or to
 * the first number of runs that can decide anything, and from there by step to noisy_max.  Each look
 * at them spends its part of the chance of a wrong verdict (looks.h).
 */
#ifndef COMPARE_STOPPING_RULE_H
#define COMPARE_STOPPING_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "compare/row_comparison.h"
#include "compare/stats/alpha_spending.h"

/* How many of the limits are caps, which need no base. */
enum rule_caps { RULE_NO_CAPS, RULE_SOME_CAPS, RULE_CAPS_ONLY };

struct rule_opts {		/* 0: the stated default */
	size_t exact_min;	/* 3 */
	size_t noisy_min, noisy_max;	/* 10, 40 */
	size_t step;		/* 5 */
	double level;		/* 0.99 */
	bool   paired;
	enum rule_caps caps;
	size_t base_runs;	/* number of runs of a baseline, which does not grow; 0: both sides grow */
	size_t judged;		/* number of rows with a limit */
};

enum rule_answer {
	RULE_GO_ON,		/* until there are rule.runs runs */
	RULE_ENOUGH,		/* every verdict is sure, or more runs cannot make it sure */
	RULE_STOP,		/* the largest number of runs is reached, and some row is unsure */
};

struct rule {
	struct rule_opts opts;	/* with the defaults filled in */
	size_t runs;		/* number of runs that the next look needs */
	struct looks looks;	/* at the rows that vary */
	size_t look;		/* index of the next one */
	bool  *noisy; size_t n_noisy;	/* owned: the rows that an earlier look found to vary */
};

/* It is an error if noisy_max runs cannot decide; its hint names the smallest number that can. */
int  rule_build(struct rule *r, const struct rule_opts *o, struct error *err);
size_t rule_least(const struct rule_opts *o);	/* that number; 0: none, the baseline has too few runs */
enum rule_answer rule_look(struct rule *r, struct comparison *c, size_t n);
void rule_release(struct rule *r);

#endif
