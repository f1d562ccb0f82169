/* SPDX-License-Identifier: MIT */
/*
 * html_report.h - writes a page of one or more reports.
 *
 * Each has its counts with their metrics and a picture of the values of its runs, its times, its intervals
 * as time lines, its notes and its machine.  Time lines show counts per second, as intervals differ in
 * length: the last one is often much shorter.
 */
#ifndef FORMAT_HTML_HTML_REPORT_H
#define FORMAT_HTML_HTML_REPORT_H

struct report;
struct str;
struct style;

void html_report_begin(struct str *out, const struct report *r, const struct style *s);
void html_report_block(struct str *out, const struct report *r, const struct style *s);
void html_report_end(struct str *out, const struct report *r, const struct style *s);

#endif
