/* SPDX-License-Identifier: MIT */
/* locale_text.h - text for people: numbers as the locale writes them, and columns. */
#ifndef FORMAT_LOCALE_TEXT_H
#define FORMAT_LOCALE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct cell;
struct style;

/* "1234.50", its point and, if grouped, its thousands as the style has them. */
void locale_number(struct str *out, const char *plain, bool grouped, const struct style *s);
/* The same of the first number of what printf would give. */
void locale_decimal(struct str *out, const struct style *s, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* What was counted, grouped; to the last digit where no scale makes another number of it. */
void locale_count(struct str *out, const struct cell *c, double scale, const struct style *s);
/* Behind the point, so many that two of them show the deviation; where there is none, those of the clock. */
int locale_digits(double error);
/* color: COLOR_RED and the like; "": in none */
void locale_colored(struct str *out, const char *color, const char *text);
size_t locale_columns(const char *text);				/* UTF-8, a column each */
/* Text of others, as str_add_line has it; how many columns that takes. */
size_t locale_text(struct str *out, const char *text);
void locale_pad(struct str *out, size_t used, size_t width);	/* with blanks, from one column to another */

#endif
