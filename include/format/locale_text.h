/* SPDX-License-Identifier: MIT */
/* locale_text.h - writes numbers as the locale does, and text in columns, for people. */
#ifndef FORMAT_LOCALE_TEXT_H
#define FORMAT_LOCALE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct cell;
struct style;

/* Appends "1234.50" with the point and, if grouped, the thousands separators of the style. */
void locale_number(struct str *out, const char *plain, bool grouped, const struct style *s);
/* The same for the first number in the output of printf. */
void locale_decimal(struct str *out, const struct style *s, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Appends a count, grouped; all its digits unless the event has a scale. */
void locale_count(struct str *out, const struct cell *c, double scale, const struct style *s);
/* Between two numbers: ", ", or "; " where the locale has a decimal comma. */
const char *locale_separator(const struct style *s);
/* Digits after the point that show two digits of the deviation; without one, those of the clock. */
int locale_digits(double error);
/* color: COLOR_WORSE and the like; "": none */
void locale_colored(struct str *out, const char *color, const char *text);
size_t locale_columns(const char *text);				/* one for each character of UTF-8 */
size_t locale_wider(size_t width, const char *text);		/* width, or the columns of a wider text */
/* Appends the first columns of a text, at most width; returns how many. */
size_t locale_cut(struct str *out, const char *text, size_t width);
/* Appends a text that is not wider than width, or its first columns and a mark. */
void locale_shorten(struct str *out, const char *text, size_t width, bool utf8);
const char *locale_ellipsis(bool utf8);		/* that mark */
/* Appends text as str_add_line does; returns how many columns it takes. */
size_t locale_text(struct str *out, const char *text);
void locale_pad(struct str *out, size_t used, size_t width);	/* appends blanks up to width */
/* Appends lines; on a terminal it breaks those that are too wide and indents the rest. */
enum { LOCALE_INDENT = 3 };		/* the usual one */
void locale_add_fitted(struct str *out, const char *lines, size_t indent, const struct style *s);
/* The same for one line, in the colour of its tone. */
void locale_add_toned(struct str *out, const char *line, size_t indent, int tone, const struct style *s);

#endif
