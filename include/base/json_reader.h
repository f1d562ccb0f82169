/* SPDX-License-Identifier: MIT */
/*
 * json_reader.h - parses JSON text into an array of nodes.
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

/* bytes; the nodes of 8 million values take the same memory */
enum { JSON_DOCUMENT_MOST = 256 << 20 };

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

struct json_document {
	struct json_node *node;	/* node[0] is the root */
	size_t n;
	char *chars;		/* storage for all keys and texts */
};

/* The size limit for a document that begins with these bytes; 0: it is not a JSON object or array. */
size_t json_document_size_limit(const char *start, size_t len);
/* The error names line and column. U+0000 in a string becomes U+FFFD, so that no text is cut short. */
int  json_document_parse(struct json_document *doc, const char *text, size_t len, struct error *err);
/* -1: the key is missing, or the node is not an object. */
int  json_document_find(const struct json_document *doc, int object, const char *key);
/* node may be -1. Return false and leave *out unchanged if the node is missing or has another type. */
bool json_document_u64(const struct json_document *doc, int node, uint64_t *out);	/* digits only */
bool json_document_i64(const struct json_document *doc, int node, int64_t *out);
/* independent of the locale */
bool json_document_double(const struct json_document *doc, int node, double *out);
bool json_document_text(const struct json_document *doc, int node, const char **out);	/* borrowed */
bool json_document_bool(const struct json_document *doc, int node, bool *out);
void json_document_release(struct json_document *doc);

#endif
