/* SPDX-License-Identifier: MIT */
/* Sets errors, their hints, and the part of the user's text they point into. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int error_set(struct error *err, enum error_kind kind, int errnum, const char *fmt, ...)
{
	va_list ap;

	err->kind = kind;
	err->errnum = errnum;
	err->reported = false;
	err->column = -1;
	err->place[0] = '\0';
	err->hint[0] = '\0';
	va_start(ap, fmt);
	vsnprintf(err->message, sizeof(err->message), fmt, ap);
	va_end(ap);
	return -1;
}

struct error *error_slot(struct error *first, struct error *lost)
{
	return first->kind == ERROR_NONE ? first : lost;
}

int error_keep_first(struct error *err, const struct error *first, int rc)
{
	if (first->kind == ERROR_NONE)
		return rc;
	*err = *first;
	return -1;
}

int error_prefix(struct error *err, const char *what)
{
	const struct error why = *err;

	error_set(err, why.kind, why.errnum, "%s: %s", what, why.message);
	return error_hint(err, "%s", why.hint);
}

int error_hint(struct error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->hint, sizeof(err->hint), fmt, ap);
	va_end(ap);
	return -1;
}

static int is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;	/* of a UTF-8 character: takes no column */
}

int error_point(struct error *err, const char *text, size_t at)
{
	enum { BEFORE = 30 };
	size_t room = sizeof(err->place) - sizeof(".."), len = strlen(text), from = 0, n = 0;

	if (at > len)
		at = len;
	if (len > room && at > BEFORE) {
		from = len - room + 2 < at - BEFORE ? len - room + 2 : at - BEFORE;
		while (from < at && is_continuation(text[from]))
			from++;
		n = (size_t)snprintf(err->place, sizeof(err->place), "..");
	}
	err->column = (int)n;
	for (size_t i = from; i < at; i++)
		err->column += !is_continuation(text[i]);
	for (; text[from] && n < room; from++)
		err->place[n++] = (unsigned char)text[from] < ' ' || text[from] == 0x7f ? ' ' : text[from];
	snprintf(err->place + n, sizeof(err->place) - n, "%s", text[from] ? ".." : "");
	return -1;
}
