/* SPDX-License-Identifier: MIT */
/*
 * line_fit.h - narrows columns and wraps lines until a text fits a terminal, and removes trailing blanks.
 *
 * A format marks the start of each column with LINE_FIT_MARK.  Columns that have blanks to spare in every
 * line become narrower.  A line that is still too wide is broken at a mark, else between words, else
 * anywhere.  Each UTF-8 character takes one column, and colours take none.
 */
#ifndef BASE_LINE_FIT_H
#define BASE_LINE_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

#define LINE_FIT_MARK "\v"		/* str_add_line escapes this character */

/*
 * Makes columns narrower until all lines with marks fit: at a line's first mark it removes blanks after
 * the mark, at the other marks blanks before it.  False: some are still too wide.
 */
bool line_fit_columns(struct str *text, size_t columns);
/* Appends text without its marks. Lines that are too long continue on the next one after `indent` blanks. */
void line_fit(struct str *out, const char *text, size_t columns, size_t indent);

#endif
