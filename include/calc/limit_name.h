/* SPDX-License-Identifier: MIT */
/* limit_name.h - whether the name of a limit is a row's, or another one of the same (limit.h). */
#ifndef CALC_LIMIT_NAME_H
#define CALC_LIMIT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Of several kinds of cores each has a row, "cpu_core/cycles:u/", and a name without them means all.
 * modifiers: a name without any is not that of a row with some.
 */
bool limit_name_is(const char *name, const char *row, bool modifiers);
/* From 0: names that are not the rows' own; NULL: that was the last. */
const char *limit_name_alias(size_t i);

#endif
