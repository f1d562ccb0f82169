/* SPDX-License-Identifier: MIT */
/*
 * valgrind_text.h - cuts the files of cachegrind and callgrind into lines, keys and numbers.
 *
 * Whatever is not as it should be makes the whole file refused, by a clause without its name.
 */
#ifndef WHERE_VALGRIND_TEXT_H
#define WHERE_VALGRIND_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef int valgrind_text_line(void *ctx, const char *line, struct error *err);

int valgrind_text_refuse(struct error *err, const char *why);	/* -1 */
/*
 * Calls read for each line, until it fails.  text has len bytes, and is changed.  A last line without an end
 * is refused; so is one with a NUL in it, by not_its_own.
 */
int valgrind_text_each_line(char *text, size_t len, const char *not_its_own, valgrind_text_line *read,
			    void *ctx, struct error *err);
/* What stands behind the key that the line begins with; NULL: it begins otherwise. */
const char *valgrind_text_after(const char *line, const char *key);
/* Decimal digits of at most 64 bits; *text is moved behind them. */
bool valgrind_text_take_digits(uint64_t *value, const char **text);

#endif
