/* SPDX-License-Identifier: MIT */
/*
 * style.h - says how text looks: the colours, digits and widths that the user wants, and what colours mean.
 *
 * cli/ fills it from the options and, for people only, from the locale.
 */
#ifndef FORMAT_STYLE_H
#define FORMAT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Escape sequences of terminals; COLOR_OFF ends each of the others.  Colours have a meaning, and words or
 * signs say the same.  Yellow cannot be read on white, nor blue on black, so neither is used.
 */
#define COLOR_BOLD	"\033[1m"
#define COLOR_DIM	"\033[2m"
#define COLOR_WORSE	"\033[31m"	/* red */
#define COLOR_BETTER	"\033[32m"	/* green */
#define COLOR_UNSURE	"\033[35m"	/* magenta; also what cannot be known */
#define COLOR_OFF	"\033[m"

enum { TONE_BETTER = -1, TONE_NONE, TONE_WORSE, TONE_UNSURE };	/* what a colour says */

struct style {
	bool color;
	size_t columns;			/* of the terminal; 0: no terminal, so lines are not broken */
	bool table;			/* -r: every run's time before the mean */
	bool null;			/* -n: no blank line before the times, as perf has it */
	const char *separator;		/* of -x; may be "" */
	bool metric_only;
	bool hist;			/* how the values of each row are spread */
	bool mark_totals;		/* -x: the lines of totals begin with the word summary */
	bool like_newest;		/* -j as in the newest perf, not as in 6.12 */
	bool interval_clear;		/* each interval clears the screen, so it needs the heading */
	bool utf8;			/* the terminal's characters: the locale says so */
	int  verbose;			/* 1: raw counts before the table, and every note */
	char decimal[8];		/* "" is "." */
	char thousands[8];		/* "": no grouping */
	char grouping[8];		/* sizes as localeconv gives them; "" is 3, 3, ... */
};

extern const struct style style_plain;	/* no terminal, no colour, no locale */

/* The colour of a tone; "": none. */
const char *style_tone(int tone, const struct style *s);
/* The colour of a metric, by the severity of its struct figure; "": none. */
const char *style_severity(int severity);

#endif
