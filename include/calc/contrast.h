/* SPDX-License-Identifier: MIT */
/*
 * contrast.h - two series set against each other, in pairs or all with all: by how much one
 * differs from the other, and how often chance alone would have it so.
 *
 * The relative change is of the logarithms; where some value is not positive, it is of the
 * values, over the size of the base's median, and not below -1 where none is negative.
 */
#ifndef CALC_CONTRAST_H
#define CALC_CONTRAST_H

#include <stdbool.h>
#include <stddef.h>

#include "calc/order.h"
#include "calc/rank.h"

enum contrast_kind { CONTRAST_ABSOLUTE, CONTRAST_RELATIVE };	/* 0.01: one per cent more */

struct change {			/* NaN: cannot be told */
	double estimate;
	struct interval interval;
};

struct contrast {
	struct order base, now;
	bool   paired, logs;
	size_t n;			/* pairs, or the values of the shorter side */
	struct order log_base, log_now;	/* not paired */
	struct order away, log_away;	/* paired: differences, and those of logarithms */
	struct rank_null null;
};

/* paired: v[i] of both ran side by side; pairs of which one was not counted are left out. */
void   contrast_build(struct contrast *c, const double *base, size_t n_base, const double *now, size_t n_now,
		      bool paired);
struct change contrast_change(const struct contrast *c, enum contrast_kind kind, double alpha);
/* Chance of seeing as much if the change were x or less; below: x or more. */
double contrast_above(const struct contrast *c, enum contrast_kind kind, double x);
double contrast_below(const struct contrast *c, enum contrast_kind kind, double x);
double contrast_least(const struct contrast *c);	/* the smallest of these that there can be */
void   contrast_release(struct contrast *c);

#endif
