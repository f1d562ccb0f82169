/* SPDX-License-Identifier: MIT */
/*
 * top_bars.h - draws the bars above the table of pstat top: CPUs, memory, and the column that sorts.
 *
 * A small screen has none, so that the table keeps most of it, and a machine with many CPUs one for all of
 * them.
 */
#ifndef TOP_TOP_BARS_H
#define TOP_TOP_BARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct top_column;

struct top_load {			/* of the machine, in the interval */
	struct top_cpu_load { int cpu; double share; } *cpu; size_t n_cpus;	/* owned; share: 0 to 1 */
	uint64_t memory_bytes, used_bytes;	/* memory_bytes 0: not known */
};

/* How many lines there are on a screen of this size. */
size_t top_bars_lines(const struct top_load *l, size_t width, size_t height);
/* Appends these lines.  column: the one that sorts, NULL: none; total: its value in the total. */
void top_bars_add(struct str *out, const struct top_load *l, const struct top_column *column, double total,
		  size_t width, size_t height, bool color);
void top_load_release(struct top_load *l);

#endif
