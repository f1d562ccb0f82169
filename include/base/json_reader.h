/* SPDX-License-Identifier: MIT */
/*
 * json_reader.h - JSON reader: a parsed document as an array of nodes.
 *
 * Accepts exactly RFC 8259. Depth and size are limited, so that no input can exhaust stack or memory. If
 * an object has a key twice, the first one is found.
 */
#ifndef BASE_JSON_READER_H
#define BASE_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { JSONDOC_MOST = 256 << 20 };	/* bytes; the nodes of 8 million values take the same memory */

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json_node {
	enum json_type type;
	unsigned line;		/* where it begins, from 1 */
	char *key;		/* only inside an object, else NULL */
	char *text;		/* of a string: unescaped; of a number: as written; else NULL */
	int next;		/* index of the next node in the same array or object; -1: none */
	int child;		/* of an array or object: index of its first child; -1: it is empty */
	size_t n;		/* number of children */
	size_t begin, end;	/* the value's bytes in the parsed text, without the key */
};

struct jsondoc {
	struct json_node *node;	/* node[0] is the root */
	size_t n;
	char *chars;		/* storage for all keys and texts */
};

/* The size limit for a document that begins with these bytes; 0: it is not a JSON object or array. */
size_t jsondoc_may(const char *start, size_t len);
/* The error names line and column. U+0000 in a string becomes U+FFFD, so that no text is cut short. */
int  jsondoc_parse(struct jsondoc *doc, const char *text, size_t len, struct error *err);
/* -1: the key is missing, or the node is not an object. */
int  jsondoc_find(const struct jsondoc *doc, int object, const char *key);
/* node may be -1. Return false and leave *out unchanged if the node is missing or has another type. */
bool jsondoc_u64(const struct jsondoc *doc, int node, uint64_t *out);	/* digits only */
bool jsondoc_i64(const struct jsondoc *doc, int node, int64_t *out);
bool jsondoc_double(const struct jsondoc *doc, int node, double *out);	/* independent of the locale */
bool jsondoc_text(const struct jsondoc *doc, int node, const char **out);	/* borrowed */
bool jsondoc_bool(const struct jsondoc *doc, int node, bool *out);
void jsondoc_release(struct jsondoc *doc);

#endif
