/* SPDX-License-Identifier: MIT */
/*
 * html_intervals.h - writes the intervals of a report: a time line for each row, and a table of all counts.
 */
#ifndef FORMAT_HTML_HTML_INTERVALS_H
#define FORMAT_HTML_HTML_INTERVALS_H

#include <stdbool.h>

struct report;
struct str;

/* Appends nothing if the benchmark has no intervals.  metric_only: no counts. */
void html_intervals_add(struct str *out, const struct report *r, bool metric_only);

#endif
