/* SPDX-License-Identifier: MIT */
/* markdown.h - escapes text and writes tables for the format markdown. */
#ifndef FORMAT_MARKDOWN_H
#define FORMAT_MARKDOWN_H

#include <stdbool.h>

#include "base/str.h"

struct grid;
struct style;
struct where_block;

/*
 * Readers see the text as it is, also in a cell of a table: nothing in it is formatting or HTML, it stays
 * on its line, and control characters are visible.  Do not use it at the start of a line, where a dash or
 * a number would begin a list.
 */
void markdown_text(struct str *out, const char *text);
/* Appends the table; nothing if it has no rows. */
void markdown_grid(struct str *out, const struct grid *g);
/* Appends the block "where"; folded: below its first line, which a reader opens. */
void markdown_where(struct str *out, const struct where_block *w, bool folded, const struct style *s);

#endif
