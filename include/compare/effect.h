/* SPDX-License-Identifier: MIT */
/*
 * effect.h - decides from the verdicts of a comparison whether the build passes, passes with a warning, or
 * fails; session/gate_status.h turns that into the exit status.
 *
 * A verdict is about a row, its effect about the build: --inconclusive=fail and --update change what a
 * verdict means, and not what it is.  All that prints a comparison or ends with a status asks here.
 *
 * Some inconclusive rows fail like those that cannot be compared: more runs of the same gate would not help,
 * as a saved result stays too short.  A row for which --budget was too short is not one of them, as another
 * time the machine may be faster, unless it was too short for every limit.
 */
#ifndef COMPARE_EFFECT_H
#define COMPARE_EFFECT_H

#include <stdbool.h>

#include "base/quantiles.h"
#include "compare/comparison.h"

enum effect {
	EFFECT_NONE,		/* the row has no limit, or --if-unsupported=skip skipped it */
	EFFECT_PASSES, EFFECT_WARNS, EFFECT_FAILS
};

enum effect effect_of_row(const struct comparison *cmp, const struct row_comparison *c);
/* Of a gate: the worst of its rows.  A gate that judged nothing fails, too. */
enum effect effect_of_comparison(const struct comparison *cmp);
/* The row got no verdict that the build can rely on, and none would come from more runs of this gate. */
bool effect_is_unjudged(const struct comparison *cmp, const struct row_comparison *c);
/* The first such row that has a limit; NULL: there is none. */
const struct row_comparison *effect_first_unjudged(const struct comparison *cmp);
/*
 * Of a gate: a row with a limit that is not two-sided got better by more than half, surely or, of too few
 * runs, by their medians.  It passes, but the new side may have skipped the work.
 */
bool effect_is_suspicious(const struct comparison *cmp, const struct row_comparison *c);
/* Surely below 1 %: so small that a comparison without limits need not find out more. */
bool effect_is_small(const struct interval *change);

#endif
