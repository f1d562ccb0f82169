/* SPDX-License-Identifier: MIT */
/*
 * str.h - collects text in a buffer that grows; {0} is a valid empty text.
 *
 * Text from outside (event, thread and cgroup names, saved results) may hold newlines and terminal
 * controls, and a log of GitHub obeys lines that begin with "::". Every such text goes into lines for
 * people and -x through str_add_line(); documents (json, ndjson, csv, openmetrics) keep the exact text,
 * escaped as the format requires.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/local.h"

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
 * Appends text from outside to a line: control characters, and what utf8_unseen() finds, become \x1b and the
 * like; other UTF-8 passes.
 */
void str_add_line(struct str *s, const char *text);
void str_add_visible(struct str *s, const char *text);	/* the same, but keeps tabs and newlines */
/* The shortest decimal that reads back as the same double; always with a point, whatever the locale. */
void str_add_double(struct str *s, double value);
/* decimal, without printf, which is too slow for thousands */
void str_add_u64(struct str *s, uint64_t value);
/* The same digits as printf's %.*f, with 0 to 9 digits after the point. */
void str_add_fixed(struct str *s, double value, int digits);
/* NULL-terminated list, joined by spaces; may be NULL */
void str_add_words(struct str *s, char *const *words);
/* The text, never NULL. */
static inline const char *str_text(const struct str *s)
{
	return s->text ? s->text : "";
}

/* Compares for equality. Fast for names in tables, most of which differ in their first letter. */
static inline bool str_same(const char *a, const char *b)
{
	return *a == *b && strcmp(a, b) == 0;
}

/* The same of texts that may be missing: NULL is the same as NULL only. */
static inline bool str_same_or_none(const char *a, const char *b)
{
	return a && b ? str_same(a, b) : a == b;
}
/* Ignore the case of ASCII letters, byte by byte, whatever the locale. */
int  str_casecmp(const char *a, const char *b);
int  str_ncasecmp(const char *a, const char *b, size_t n);	/* their first n bytes */
bool str_list_has(const char *list, size_t n, const char *word);	/* "word,word" of n bytes */
bool str_contains(const char *text, const char *part);		/* in upper or lower case */
void str_reset(struct str *s);		/* empties it, keeps the memory */
void str_release(struct str *s);	/* back to {0} */

#endif
