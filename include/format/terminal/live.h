/* SPDX-License-Identifier: MIT */
/*
 * live.h - implements --live: redraws one table in place, with the last interval and the history of each row.
 *
 * A line has the id of its unit, the count, the name, the first metric (or the count per second), and a bar
 * for each interval, over 0, as many as fit.  Further metrics have lines of their own.  A line is cut, never
 * wrapped, and the last column stays free: after a full line terminals put the cursor in different places.
 *
 * Only the cursor moves: there is no other screen, no mode and nothing to restore.  So whatever ends pstat
 * leaves the terminal as it was, and the last table stays.
 */
#ifndef FORMAT_TERMINAL_LIVE_H
#define FORMAT_TERMINAL_LIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct report;
struct style;

enum { LIVE_HISTORY = 256 };	/* intervals that are kept: more than a line shows */

struct live_widths {
	size_t id, count, name, rate, unit;
};

struct live {
	double *past;		/* owned: [series * LIVE_HISTORY + interval % LIVE_HISTORY] */
	size_t n_series;	/* each cell and each metric of the table */
	size_t n_past;		/* intervals so far */
	size_t *columns;	/* owned: of each line on the screen */
	size_t width;		/* of the terminal */
	struct live_widths widest;	/* so far: a column never becomes narrower, so that nothing jumps */
	size_t n_lines;		/* 0: other text follows the table, so the next one is drawn below */
	struct str whole;	/* the table, if it has more lines than the screen; else empty */
};

void live_add(struct live *l, const struct report *r);	/* keeps the values of an interval */
/* Appends what draws it over the table before; lines: of the screen, 0: all are drawn. */
void live_draw(struct str *out, struct live *l, const struct report *r, const struct style *s, size_t lines);
/* After the last interval of a run: draws all lines of a table that had to be cut. */
void live_end(struct str *out, struct live *l);
void live_release(struct live *l);

#endif
