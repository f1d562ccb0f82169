/* SPDX-License-Identifier: MIT */
/*
 * html_comparison.h - writes a page of one or more comparisons.
 *
 * Each row has its medians, the change with its interval as numbers and as a picture, the verdict, and the
 * values of all runs of both sides on one axis.  The picture of a change has a scale of its own, one of ten
 * round ones, as an interval of 0.1 % and its limit cannot be seen beside one of 50 %.
 */
#ifndef FORMAT_HTML_HTML_COMPARISON_H
#define FORMAT_HTML_HTML_COMPARISON_H

struct comparison;
struct comparison_document;
struct str;
struct style;

void html_comparison_add(struct comparison_document *d, const struct comparison *cmp, const struct style *s);
void html_comparison_end(struct str *out, const struct comparison_document *d);

#endif
