/* SPDX-License-Identifier: MIT */
/* html_where.h - writes the block "where" (the source lines behind a count) as an HTML table with bars. */
#ifndef FORMAT_HTML_HTML_WHERE_H
#define FORMAT_HTML_HTML_WHERE_H

#include <stdbool.h>

struct str;
struct where_block;

/* Nothing if nobody asked for it.  all: quiet notes, too. */
void html_where_add(struct str *out, const struct where_block *w, bool all);

#endif
