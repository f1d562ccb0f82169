/* SPDX-License-Identifier: MIT */
/* str.h - growable text buffer; {0} is a valid empty string. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
	char  *text;	/* owned, NUL-terminated, NULL while empty */
	size_t len;
	size_t cap;
};

void str_add(struct str *s, const char *text);
void str_add_n(struct str *s, const char *text, size_t n);
void str_addf(struct str *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *s, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/*
 * Text of others in a line for a terminal or a log: control characters as \x1b, so that none of it is
 * done, and no line of it begins as they like; UTF-8 passes.
 */
void str_add_line(struct str *s, const char *text);
void str_add_visible(struct str *s, const char *text);	/* the same, but tabs and newlines stay */
/* The shortest decimal that gives the same double again; with a point as C has it, whatever the locale. */
void str_add_double(struct str *s, double value);
void str_add_u64(struct str *s, uint64_t value);	/* in decimal, without printf: there are thousands */
/* As printf's %.*f, digit for digit: with so many digits after the point, up to 9. */
void str_add_fixed(struct str *s, double value, int digits);
void str_add_words(struct str *s, char *const *words);	/* NULL-terminated, a blank between two; NULL: none */
/* Are they the same?  For names in tables, nearly all of which differ in their first letter. */
static inline bool str_same(const char *a, const char *b)
{
	return *a == *b && strcmp(a, b) == 0;
}
/* Names whose letters may be of any case, by the byte and for ASCII alone, whatever the locale. */
int  str_casecmp(const char *a, const char *b);
int  str_ncasecmp(const char *a, const char *b, size_t n);	/* their first n bytes */
void str_reset(struct str *s);		/* empty it, keep the memory */
void str_release(struct str *s);	/* back to {0} */

#endif
