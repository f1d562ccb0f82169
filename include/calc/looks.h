/* SPDX-License-Identifier: MIT */
/*
 * looks.h - what each look at growing data may spend of the chance to be wrong.
 *
 * Whoever looks again after every five runs and stops when he likes what he sees is wrong more
 * often than his test says: seven looks at 10 to 40 runs, each at 0.5 %, come to 1.8 %.  So the
 * chance is spent over the looks (Lan and DeMets), and all of them together come to alpha.  By the
 * time of a look the square of its share of the last one's information is gone: of the powers
 * that would do, the one that finds most without waiting much longer for what is obvious.
 */
#ifndef CALC_LOOKS_H
#define CALC_LOOKS_H

#include <stdbool.h>
#include <stddef.h>

struct looks {
	size_t *runs; size_t n;		/* owned: how many there are at each look, ascending */
	size_t  tests;
	double *alpha;			/* owned: [(tests - 1) * n + look], one-sided */
};

/*
 * alpha: one-sided, of the whole.  tests: alpha is divided by 1, 2, ... that many, as Holm wants it.
 * base_runs: of a series that does not grow; 0: both grow.  runs: copied.
 */
void   looks_build(struct looks *l, const size_t *runs, size_t n, double alpha, size_t tests,
		   size_t base_runs);
struct looks_plan {
	size_t first, last, step;	/* runs */
	double alpha; size_t tests, base_runs;	/* as above */
	bool   one_sample;	/* against a number: differences of pairs, or what has a cap */
};

/* From the first number of runs at which anything can be decided: an earlier look would only spend. */
void   looks_plan(struct looks *l, const struct looks_plan *p);
/* What a test at that look has to stay below when alpha is divided by tests. */
double looks_alpha(const struct looks *l, size_t look, size_t tests);
/* The share of alpha that is gone with so many runs out of that many. */
double looks_spent(size_t runs, size_t end, size_t base_runs);
void   looks_release(struct looks *l);

#endif
