/* SPDX-License-Identifier: MIT */
/*
 * style.h - how the user wants it written.
 *
 * cli/ fills it from the options and, for people only, from the locale.
 */
#ifndef OUT_STYLE_H
#define OUT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

struct style {
	bool color;
	bool table;			/* -r: every run's time before the mean */
	bool null;			/* -n: no blank line before the times, as perf has it */
	const char *separator;		/* of -x; "" is one, too */
	bool metric_only;
	bool no_csv_summary;		/* -x: totals behind intervals do not say that they are */
	bool interval_clear;		/* each interval begins an empty screen, so with the heading */
	int  verbose;			/* 1: raw counts before the table, and every note */
	char decimal[8];		/* "" is "." */
	char thousands[8];		/* "": no grouping */
	char grouping[8];		/* sizes as localeconv gives them; "" is 3, 3, ... */
};

#endif
