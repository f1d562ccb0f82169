/* SPDX-License-Identifier: MIT */
/*
 * html_processes.h - writes rows of processes: a table of their counts, and a picture of when each of them
 * ran.
 */
#ifndef FORMAT_HTML_HTML_PROCESSES_H
#define FORMAT_HTML_HTML_PROCESSES_H

struct report;
struct str;

void html_processes_add(struct str *out, const struct report *r);

#endif
