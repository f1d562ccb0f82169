/* SPDX-License-Identifier: MIT */
/* html_functions.h - writes rows of functions as a table with a bar for the share of each. */
#ifndef FORMAT_HTML_HTML_FUNCTIONS_H
#define FORMAT_HTML_HTML_FUNCTIONS_H

struct report;
struct str;

void html_functions_add(struct str *out, const struct report *r);

#endif
