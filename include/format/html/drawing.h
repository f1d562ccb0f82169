/* SPDX-License-Identifier: MIT */
/*
 * drawing.h - writes the simple SVG parts of a picture: lines, dots, bars, words and axes; chart.h makes
 * pictures of them.
 *
 * A picture is as wide as its place on the page, so x is in per cent and y in pixels from the top: nothing is
 * stretched, and text has the size of text everywhere.  What stands beside a picture is in pixels from its
 * left end.
 */
#ifndef FORMAT_HTML_DRAWING_H
#define FORMAT_HTML_DRAWING_H

#include "base/str.h"
#include "format/html/axis.h"

/* Per cent: what is drawn at an end of an axis has room. */
enum { DRAW_LEFT = 2, DRAW_RIGHT = 98 };
/* Pixels: what the narrowest page leaves for a picture in a table, for one of its own; and a wide page. */
enum { DRAW_CELL = 140, DRAW_NARROW = 260, DRAW_WIDE = 880 };
enum { DRAW_FOOT = 18 };	/* below an axis, for its labels */

void draw_begin(struct str *out, const char *kind, double height, const char *label);
void draw_end(struct str *out);

/* title "": none */
void draw_line(struct str *out, const char *class, double x, double y, double to_x, double to_y,
	       const char *title);
void draw_dot(struct str *out, double x, double y, const char *title);
void draw_rect(struct str *out, double x, double to_x, double y, double height, const char *title);
/* Classes: s begins and e ends at x; otherwise its middle is there. */
void draw_word(struct str *out, const char *class, double x, double y, const char *text);
void draw_side_word(struct str *out, const char *class, double x, double y, const char *text);
/* The class of a word at x that it needs to stay inside of the picture. */
const char *draw_anchor(double x);
const char *draw_bar_class(int tone);	/* 1: worse, -1: better */

double draw_at(double share);		/* per cent: from 0, the left end of an axis, to 1 */
double draw_x(double value, const struct axis *a);
void draw_ticks(struct str *out, const struct axis *a, double top, double bottom);
void draw_tick_labels(struct str *out, const struct axis *a, double bottom);
/* The line below a picture with its ticks, and a mark at its begin where it is cut. */
void draw_x_axis(struct str *out, const struct axis *a, double top, double bottom);
/* The ticks are grid lines, and their labels stand on the left. */
void draw_y_axis(struct str *out, const struct axis *a, double top, double bottom);

#endif
