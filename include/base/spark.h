/* SPDX-License-Identifier: MIT */
/* spark.h - draws values as bars of text, one character for each. */
#ifndef BASE_SPARK_H
#define BASE_SPARK_H

#include <stdbool.h>

#include "base/str.h"

/*
 * Appends a bar for a value between low and high: one of eight blocks or, without utf8, of "_.-=+o*#".
 * NaN is a blank.  If low is not below high, the bar has half the height.
 */
void spark_add(struct str *out, double value, double low, double high, bool utf8);

#endif
