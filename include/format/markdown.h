/* SPDX-License-Identifier: MIT */
/* markdown.h - text of others inside a line of Markdown. */
#ifndef FORMAT_MARKDOWN_H
#define FORMAT_MARKDOWN_H

#include "base/str.h"

/*
 * So that it is read as it is, in a cell of a table, too: nothing of it is formatting or
 * HTML, it stays on its line, and control characters can be seen.  Not for the start of a
 * line, where a dash or a number would begin a list.
 */
void markdown_text(struct str *out, const char *text);

#endif
