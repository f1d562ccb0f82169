/* SPDX-License-Identifier: MIT */
/*
 * json.h - JSON writer: escapes, commas, lines, and null for what is not a number.
 *
 * key may be NULL inside an array and at the top.  Text that is not UTF-8 comes out with
 * U+FFFD, never as a broken document.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct json {			/* set out; the rest is 0 */
	struct str *out;	/* borrowed */
	unsigned depth;		/* brackets that are open */
	bool comma;		/* something stands before us on this level */
	bool line;		/* what comes next begins a line, indented by its depth */
};

void json_open(struct json *j, const char *key, char bracket);	/* '{' or '[' */
void json_close(struct json *j, char bracket);			/* '}' or ']' */
void json_line(struct json *j);		/* what comes next, value or closing bracket, begins a line */
void json_text(struct json *j, const char *key, const char *text);	/* NULL: null */
void json_u64(struct json *j, const char *key, uint64_t value);
void json_i64(struct json *j, const char *key, int64_t value);
void json_double(struct json *j, const char *key, double value);	/* NaN, infinite: null */
void json_bool(struct json *j, const char *key, bool value);
void json_null(struct json *j, const char *key);

void json_quote(struct str *out, const char *text);	/* text as a string of JSON, with its quotes */

#endif
