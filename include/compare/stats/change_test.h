/* SPDX-License-Identifier: MIT */
/*
 * change_test.h - estimates the change between two series, its confidence interval and one-sided p values.
 *
 * The series are pairs or two independent samples: rank_test.h has the test for each.
 *
 * A relative change is computed from logarithms.  If some value is not positive, it is the absolute
 * change divided by the median of the base, and not below -1 if no value is negative.
 */
#ifndef COMPARE_STATS_CHANGE_TEST_H
#define COMPARE_STATS_CHANGE_TEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/quantiles.h"
#include "compare/stats/rank_test.h"

enum change_test_kind { CHANGE_TEST_ABSOLUTE, CHANGE_TEST_RELATIVE };	/* 0.01: one per cent more */

struct change {			/* NaN: not known */
	double estimate;
	struct interval interval;
};

struct change_test {
	struct quantiles base, now;
	bool   paired, logs;
	size_t n;			/* number of pairs, or of values of the shorter side */
	struct quantiles log_base, log_now;	/* two samples */
	struct quantiles diff, log_diff;	/* pairs: differences, and differences of logarithms */
	struct rank_null null;
};

/* paired: base[i] and now[i] ran side by side; a pair is left out if one of them is NaN. */
void   change_test_build(struct change_test *c, const double *base, size_t n_base, const double *now,
			 size_t n_now, bool paired);
struct change change_test_change(const struct change_test *c, enum change_test_kind kind, double alpha);
/* p values: the chance of data like this if the true change were x or less; below: x or more. */
double change_test_above(const struct change_test *c, enum change_test_kind kind, double x);
double change_test_below(const struct change_test *c, enum change_test_kind kind, double x);
double change_test_least(const struct change_test *c);	/* the smallest p value that is possible */
void   change_test_release(struct change_test *c);

#endif
