/* SPDX-License-Identifier: MIT */
/*
 * alpha_spending.h - limits the chance of a wrong verdict (alpha) when a test is repeated after more runs.
 *
 * Looking again after every five runs and stopping at the first finding is wrong more often than one
 * test: seven looks at 10 to 40 runs with 0.5 % each are wrong in 1.8 % of cases.  So alpha is spent
 * over the looks (Lan and DeMets), and all looks together have a chance of alpha.  At a look the share
 * of alpha that is spent is the square of its share of the information at the last look; among powers
 * the square finds most without waiting much longer for obvious changes.  Dividing alpha by the number
 * of looks would lose twice as much: a change of 3 % in pairs is found in 97 % of cases without
 * control, in 94 % with spending, in 91 % with division.
 */
#ifndef COMPARE_STATS_ALPHA_SPENDING_H
#define COMPARE_STATS_ALPHA_SPENDING_H

#include <stdbool.h>
#include <stddef.h>

struct alpha_spending {
	size_t *runs; size_t n;		/* owned: the number of runs at each look, ascending */
	size_t  tests;
	double *alpha;			/* owned: [(tests - 1) * n + look], one-sided */
};

/*
 * alpha: one-sided, of all looks.  tests: thresholds are computed for alpha / 1 to alpha / tests, for
 * Holm's procedure.  base_runs: size of a base that does not grow; 0: both sides grow.  runs: copied.
 */
void   alpha_spending_build(struct alpha_spending *l, const size_t *runs, size_t n, double alpha,
			    size_t tests, size_t base_runs);
struct alpha_spending_plan {
	size_t first, last, step;	/* runs */
	double alpha; size_t tests, base_runs;	/* as above */
	bool   one_sample;	/* one series against a number: differences of pairs, or values with a cap */
};

/* Starts at the first number of runs that can decide anything: an earlier look would only spend alpha. */
void   alpha_spending_plan(struct alpha_spending *l, const struct alpha_spending_plan *p);
/* The p value that a test at this look must not exceed, if alpha is divided by tests. */
double alpha_spending_alpha(const struct alpha_spending *l, size_t look, size_t tests);
/* The share of alpha that is spent after runs of end runs. */
double alpha_spending_spent(size_t runs, size_t end, size_t base_runs);
void   alpha_spending_release(struct alpha_spending *l);

#endif
