/* SPDX-License-Identifier: MIT */
/*
 * line_fit.h - fits lines to a terminal: none is wider than it, and none ends in blanks.
 *
 * A format marks the start of each column with LINE_FIT_MARK.  Columns that have blanks to spare in every
 * line become narrower.  A line that is still too wide is broken at a mark, else between words, else
 * anywhere.  Each UTF-8 character takes one column, and colours take none.
 */
#ifndef BASE_LINE_FIT_H
#define BASE_LINE_FIT_H

#include <stddef.h>

#include "base/str.h"

#define LINE_FIT_MARK "\v"		/* str_add_line writes no such character of others */

/*
 * Make the columns narrower, as far as it takes for all lines that have marks: at the first mark of a line
 * the blanks behind it go, at the others those before it.
 */
void line_fit_columns(struct str *text, size_t columns);
/* Append text without its marks.  What does not fit goes on in the next line, behind so many blanks. */
void line_fit(struct str *out, const char *text, size_t columns, size_t indent);

#endif
