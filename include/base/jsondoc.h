/* SPDX-License-Identifier: MIT */
/*
 * jsondoc.h - JSON reader: a parsed document as an array of nodes.
 *
 * Takes what RFC 8259 takes and nothing else; depth and size are limited, so that no input
 * brings the program down.  Of keys that stand twice in an object the first is found.
 */
#ifndef BASE_JSONDOC_H
#define BASE_JSONDOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { JSONDOC_MOST = 256 << 20 };	/* bytes; it is 8 million values that come to as much */

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json_node {
	enum json_type type;
	unsigned line;		/* in which it begins, from 1 */
	char *key;		/* in an object; NULL elsewhere */
	char *text;		/* of a text, unescaped; of a number, as written; else NULL */
	int next;		/* index of what follows in the same array or object; -1: nothing */
	int child;		/* of an array or object: its first; -1: it is empty */
	size_t n;		/* how many children */
	size_t begin, end;	/* where it stands in what was parsed: its bytes, without the key */
};

struct jsondoc {
	struct json_node *node;	/* node[0] is the root */
	size_t n;
	char *chars;		/* what keys and texts point into */
};

/* How many bytes a document of an object or array may have that begins so; 0: it is none. */
size_t jsondoc_may(const char *start, size_t len);
/* The error says in which line and column.  A NUL in a text is U+FFFD: nobody can cut it short. */
int  jsondoc_parse(struct jsondoc *doc, const char *text, size_t len, struct error *err);
/* -1: no such key, or no object. */
int  jsondoc_find(const struct jsondoc *doc, int object, const char *key);
/* Of a node that may be -1: false when it is not there or is not one; *out is left alone. */
bool jsondoc_u64(const struct jsondoc *doc, int node, uint64_t *out);	/* in digits alone */
bool jsondoc_i64(const struct jsondoc *doc, int node, int64_t *out);
bool jsondoc_double(const struct jsondoc *doc, int node, double *out);	/* no locale has a say */
bool jsondoc_text(const struct jsondoc *doc, int node, const char **out);	/* borrowed */
bool jsondoc_bool(const struct jsondoc *doc, int node, bool *out);
void jsondoc_release(struct jsondoc *doc);

#endif
