/* SPDX-License-Identifier: MIT */
/* Chooses for each value a block character of its height. */
#include "base/spark.h"

#include <math.h>

#include "base/histogram.h"

static const char *const blocks[] = { "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587",
				      "\u2588" };
static const char *const plain_blocks[] = { "_", ".", "-", "=", "+", "o", "*", "#" };
enum { LEVELS = sizeof(blocks) / sizeof(*blocks) };

void spark_add(struct str *out, double value, double low, double high, bool utf8)
{
	size_t level;

	if (isnan(value)) {
		str_add(out, " ");
		return;
	}
	level = histogram_bin(value, low, high, LEVELS);
	str_add(out, utf8 ? blocks[level] : plain_blocks[level]);
}
