/* SPDX-License-Identifier: MIT */
/*
 * html_trend.h - writes a trend as a page: for each row a chart of its results, and a table of the values
 * between its changes.
 */
#ifndef FORMAT_HTML_HTML_TREND_H
#define FORMAT_HTML_HTML_TREND_H

struct str;
struct style;
struct trend;

void html_trend_print(struct str *out, const struct trend *t, const struct style *s);

#endif
