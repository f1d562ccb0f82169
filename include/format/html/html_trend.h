/* SPDX-License-Identifier: MIT */
/* html_trend.h - a page of a trend: each row as a picture of its results, with a table of its levels. */
#ifndef FORMAT_HTML_HTML_TREND_H
#define FORMAT_HTML_HTML_TREND_H

struct str;
struct style;
struct trend;

void html_trend_print(struct str *out, const struct trend *t, const struct style *s);

#endif
