/* SPDX-License-Identifier: MIT */
/*
 * detect.h - from runs of one program against itself: the smallest change that would be caught.
 *
 * "Caught" is: with these settings the rule calls it worse in at least 95 of 100 repetitions.
 * The repetitions are drawn from the runs at hand, pairs as pairs, and the new side made worse by
 * the change; chance has a fixed seed, so that the same runs give the same answer.  Where several
 * rows are judged it supposes that this one is dealt with first, which asks the most of it.
 */
#ifndef CALC_DETECT_H
#define CALC_DETECT_H

#include <stddef.h>

#include "calc/rule.h"

struct detect {
	double change;	/* 0.023: 2.3 per cent; -0.023 where shrinking is bad; NaN: none up to double */
	double quiet;	/* so often no change at all was called within the limit, 0 to 1 */
	/* Of each side: to be 95 % sure of no change, and to catch twice the limit; 0: over 10000. */
	size_t runs;
};

/* c: A against A, with its threshold, out of o->judged rows.  repetitions: 200 are plenty. */
void detect_smallest(struct detect *d, const struct comparison *c, const struct rule_opts *o,
		     size_t repetitions);
/* v scaled by 1 + change: --inject +2%. */
void detect_inject(double *v, size_t n, double change);

#endif
