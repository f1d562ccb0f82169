/* SPDX-License-Identifier: MIT */
/*
 * detect.h - from runs of one program against itself: the smallest change that would be caught.
 *
 * "Caught" is: the rule with these settings calls it worse in at least 95 of 100 repetitions.
 * The repetitions are drawn from the runs at hand (pairs stay pairs), the new side made slower
 * by the change; from a fixed seed, so that the same runs give the same answer.
 */
#ifndef CALC_DETECT_H
#define CALC_DETECT_H

#include <stddef.h>

#include "calc/rule.h"

struct detect {
	double change;	/* 0.023: 2.3 per cent; -0.023 where shrinking is bad; NaN: none up to double */
	size_t runs;	/* of each side, to be sure of no change or catch twice the limit; 0: over 10000 */
	double quiet;	/* so often no change at all was called within the limit, 0 to 1 */
};

/* c: A against A, with its threshold, out of o->judged rows.  repetitions: 200 are plenty. */
void detect_smallest(struct detect *d, const struct comparison *c, const struct rule_opts *o,
		     size_t repetitions);
/* v scaled by 1 + change: --inject +2%. */
void detect_inject(double *v, size_t n, double change);

#endif
