/* SPDX-License-Identifier: MIT */
/*
 * comparison_history.h - makes the line that gate appends to a history: the rows of one result, and how it
 * compared.
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
