/* SPDX-License-Identifier: MIT */
/*
 * json_members.h - writes a struct as a JSON object and reads it back, both by one table of its members.
 *
 * A key stands in its table only.  What a document does not have, as an older pstat did not know of it, or
 * has as null, is unknown after reading, and unknown when it is written again: it never becomes 0.
 */
#ifndef BASE_JSON_MEMBERS_H
#define BASE_JSON_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

enum member_type {		/* what is at the offset, and when it is unknown */
	MEMBER_TEXT,		/* char *, owned: NULL */
	MEMBER_NAME,		/* const char *, borrowed: NULL */
	MEMBER_INT,		/* int: MEMBER_NO_INT */
	MEMBER_SWITCH,		/* int, 0 or 1, in documents a bool: MEMBER_NO_INT */
	MEMBER_WORD,		/* int, index into words: MEMBER_NO_INT */
	MEMBER_ID,		/* int from 0: MEMBER_NO_ID, as null; MEMBER_NOT_THERE is left out */
	MEMBER_IDS,		/* int[n], some of them -1: the first is MEMBER_NOT_THERE */
	MEMBER_COUNT,		/* uint64_t: MEMBER_NO_COUNT */
	MEMBER_ABOVE_0,		/* uint64_t: 0, in documents, too, unless it is left out */
	MEMBER_COUNTS,		/* struct member_counts: n is 0 */
	MEMBER_NUMBER,		/* double: NaN */
	MEMBER_SHARE,		/* double from 0 to 1: negative */
	MEMBER_FLAG,		/* bool, which is left out if false */
	MEMBER_YES_NO,		/* bool, false if it is missing */
	MEMBER_OBJECT,		/* the struct of the table `of`: all its members are unknown */
};

enum { MEMBER_NO_INT = -100, MEMBER_NO_ID = -1, MEMBER_NOT_THERE = -2 };
#define MEMBER_NO_COUNT UINT64_MAX
enum { MEMBER_COUNTS_MOST = 4 };

struct member_counts {
	uint64_t count[MEMBER_COUNTS_MOST];
	size_t n;
};

struct json_member {
	const char *key;
	enum member_type type;
	size_t at;			/* offset in the struct */
	bool optional;			/* left out if unknown; else it is null then */
	const char *const *words;	/* of MEMBER_WORD */
	size_t n;			/* words; ids */
	const struct json_member *of;	/* of MEMBER_OBJECT */
};

/* A table ends with a key that is NULL. */
bool member_is_known(const struct json_member *m, const void *object);
void member_write(struct json_writer *j, const struct json_member *m, const void *object);
/* Sets the member of the struct.  False: the document has something else, so it is unknown. */
bool member_read(void *object, const struct json_member *m, const struct json_document *doc, int node);
void members_write(struct json_writer *j, const struct json_member *table, const void *object);
/* node: the object of the document, or -1.  False: it has a member of another type, which is unknown. */
bool members_read(void *object, const struct json_member *table, const struct json_document *doc, int node);
void members_forget(void *object, const struct json_member *table);	/* frees nothing */
void members_release(void *object, const struct json_member *table);	/* frees the texts that it owns */

#endif
