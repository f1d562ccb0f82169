/* SPDX-License-Identifier: MIT */
/*
 * comparison_history.h - writes the line of a history for gate: the values of one result, and the verdict on
 * each.
 */
#ifndef COMPARE_COMPARISON_HISTORY_H
#define COMPARE_COMPARISON_HISTORY_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"
#include "compare/comparison.h"

/*
 * Adds a line with each row of the side that has a value.  commit NULL: not known.  accepted: later results
 * are compared with this one.  A limit that fits no row is an error.
 */
int comparison_history_add(struct str *out, const struct comparison *cmp, size_t side, const char *commit,
			   bool accepted, struct error *err);

#endif
