/* SPDX-License-Identifier: MIT */
/* local.h - text for people: numbers as the locale writes them, and columns. */
#ifndef OUT_LOCAL_H
#define OUT_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct cell;
struct style;

/* "1234.50", its point and, if grouped, its thousands as the style has them. */
void local_number(struct str *out, const char *plain, bool grouped, const struct style *s);
/* The same of the first number of what printf would give. */
void local_decimal(struct str *out, const struct style *s, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* What was counted, grouped; to the last digit where no scale makes another number of it. */
void local_count(struct str *out, const struct cell *c, double scale, const struct style *s);
/* Behind the point, so many that two of them show the deviation; where there is none, those of the clock. */
int local_digits(double error);
/* color: COLOR_RED and the like; "": in none */
void local_colored(struct str *out, const char *color, const char *text);
size_t local_columns(const char *text);				/* UTF-8, a column each */
/* Text of others, as str_add_line has it; how many columns that takes. */
size_t local_text(struct str *out, const char *text);
void local_pad(struct str *out, size_t used, size_t width);	/* with blanks, from one column to another */

#endif
