/* SPDX-License-Identifier: MIT */
/*
 * top_screen.h - makes the text that pstat top shows: one screen, or a plain table where there is no
 * terminal.
 */
#ifndef TOP_TOP_SCREEN_H
#define TOP_TOP_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "top/top_view.h"

struct top_load;

struct top_cost {			/* of pstat itself, in the interval */
	double cpu_pct;			/* of one CPU */
	size_t descriptors;
	double records;			/* each second */
	uint64_t lost;			/* since the start */
};

struct top_screen {
	const struct top_view *view;	/* borrowed, as is the rest */
	struct top_list list;
	const struct top_load *load;	/* NULL: no bars */
	size_t n_tasks, n_cpus;
	struct top_cost cost;
	const char *clock;		/* the time of day */
	size_t width, height;		/* height 0: a table of all rows, without keys */
	size_t limit;			/* at most so many rows; 0: all */
	bool color;
};

/* Lines that end with a newline, none wider than the screen, and no more of them than it has. */
void top_screen_add(struct str *out, const struct top_screen *s);
size_t top_screen_rows(const struct top_screen *s);	/* for which there is room; the page of a scroll */

#endif
