/* SPDX-License-Identifier: MIT */
/* trend_format.h - writes the sentences and rows of a trend that text, Markdown and HTML share. */
#ifndef FORMAT_TREND_FORMAT_H
#define FORMAT_TREND_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "compare/trend.h"
#include "format/quantity.h"

struct grid;
struct style;

/*
 * Appends "2 of 5 rows changed; the last change: parse task-clock +5.10 %, worse, at result 20, 2026-11-20
 * 18:30 abc1234", or "+10.00 % over 120 results, a drift, worse, since result 20, ...".
 */
void trend_format_add_conclusion(struct str *out, const struct trend *t, const struct style *s);
/* Of that last change: 1: worse, -1: better, 0: neither, or none. */
int  trend_format_tone(const struct trend *t);
/* Appends "3 rows without a limit are not shown: -e '*' shows all rows", of t->n_hidden. */
void trend_format_add_hidden(struct str *out, const struct trend *t);
/* Appends "+5.10 %"; "from 0" if it is NaN. */
void trend_format_add_change(struct str *out, double change, const struct style *s);
/* The unit and digits of its levels. */
struct quantity trend_format_quantity(const struct trend_series *s);
/* The series belongs to another benchmark or machine than the one before. */
bool trend_format_begins_group(const struct trend *t, size_t i);
/* Appends "parse: 24 results from 2026-10-01 09:00 to 2026-11-25 18:30 UTC, on AMD EPYC, 2 CPUs". */
void trend_format_add_heading(struct str *out, const struct trend_series *s);
/* Makes the rows of a series, the newest level first, in a grid that has only its form. */
void trend_format_build(struct grid *g, const struct trend_series *s, const struct style *style);

#endif
