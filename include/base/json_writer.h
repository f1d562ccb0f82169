/* SPDX-License-Identifier: MIT */
/*
 * json_writer.h - writes JSON: escapes texts, sets commas and line breaks, and writes null for numbers that
 * are not finite.
 *
 * key is NULL inside an array and at the top level. Bytes that are not UTF-8 become U+FFFD, so the
 * document is always valid.
 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define JSON_LINES UINT32_MAX	/* of a writer that goes on where all open brackets have lines */

struct json_writer {			/* set out; the rest starts as 0 */
	struct str *out;	/* borrowed */
	unsigned depth;		/* number of open brackets */
	bool comma;		/* the next value on this level needs a comma before it */
	bool one_line;		/* json_open_lines() is json_open() */
	uint32_t lines;		/* bit N: in the Nth open bracket each value is on a line of its own */
};

void json_open(struct json_writer *j, const char *key, char bracket);	/* '{' or '[' */
/* The same; each value in it, and the end of what is not empty, begins a new, indented line. */
void json_open_lines(struct json_writer *j, const char *key, char bracket);
void json_close(struct json_writer *j, char bracket);			/* '}' or ']' */
void json_text(struct json_writer *j, const char *key, const char *text);	/* NULL writes null */
void json_u64(struct json_writer *j, const char *key, uint64_t value);
void json_i64(struct json_writer *j, const char *key, int64_t value);
void json_double(struct json_writer *j, const char *key, double value);	/* NaN and infinity write null */
void json_bool(struct json_writer *j, const char *key, bool value);
void json_null(struct json_writer *j, const char *key);

void json_quote(struct str *out, const char *text);	/* appends text as a quoted JSON string */

#endif
