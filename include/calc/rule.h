/* SPDX-License-Identifier: MIT */
/*
 * rule.h - how many runs are enough: look, then go on or stop.
 *
 *	rule_build(&rule, &opts, &err);
 *	do {
 *		run until there are rule.runs runs of each side (of the new side, with base_runs)
 *		put the values into c[]
 *	} while (rule_look(&rule, c, n) == RULE_GO_ON);
 *
 * Counts that do not vary are settled after exact_min runs; a change for the worse after five, and
 * what would not vary but for a stray run after five or nine.  Whatever varies goes on to noisy_min,
 * or further to where it can be decided at all, and from there by step to noisy_max.  Each look
 * spends its part of the chance to be wrong (looks.h).
 */
#ifndef CALC_RULE_H
#define CALC_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "calc/compare.h"
#include "calc/looks.h"

/* Of the limits: caps ask nothing of the base. */
enum rule_caps { RULE_NO_CAPS, RULE_SOME_CAPS, RULE_CAPS_ONLY };

struct rule_opts {		/* 0: as stated */
	size_t exact_min;	/* 3 */
	size_t noisy_min, noisy_max;	/* 10, 40 */
	size_t step;		/* 5 */
	double level;		/* 0.99 */
	bool   paired;
	enum compare_stat stat;
	enum rule_caps caps;
	size_t base_runs;	/* of a baseline, which cannot grow; 0: both sides grow */
	size_t judged;		/* comparisons that have a limit */
};

enum rule_answer {
	RULE_GO_ON,		/* until there are rule.runs */
	RULE_ENOUGH,		/* every verdict is sure, or can be no surer */
	RULE_STOP,		/* at the largest number of runs, and something is unsure */
};

struct rule {
	struct rule_opts opts;	/* with what was 0 filled in */
	size_t runs;		/* as many are wanted for the next look */
	struct looks looks;	/* those at what varies */
	size_t look;		/* the next of them */
	bool  *noisy; size_t n_noisy;	/* owned: which comparisons a look has found to vary */
};

/* A noisy_max that cannot decide is an error, which names the least that can. */
int  rule_build(struct rule *r, const struct rule_opts *o, struct error *err);
size_t rule_least(const struct rule_opts *o);	/* that number; 0: none, the baseline is too short */
enum rule_answer rule_look(struct rule *r, struct comparison *c, size_t n);
void rule_release(struct rule *r);

#endif
