/* SPDX-License-Identifier: MIT */
/*
 * list_printer.h - shows the rows of pstat list, as text, JSON or names.
 *
 * A printer turns rows into text and does nothing else.  Each word of the command line is a section.
 *
 * Events that cannot be opened are listed with a mark. perf leaves them out, and so does list_opts.as_perf.
 */
#ifndef LIST_LIST_PRINTER_H
#define LIST_LIST_PRINTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "list/list_query.h"
#include "list/listing.h"

struct list_opts;

struct list_section {
	const struct listing *listing;
	const struct list_query *query;
	size_t before;			/* rows in earlier sections */
	const size_t *chosen; size_t n;	/* indices of rows */
};

enum list_printer_flag {
	LIST_ENCODINGS	= 1u << 0,	/* needs listing_opts.encodings */
	LIST_DEPRECATED = 1u << 1,	/* always shows deprecated rows, and marks them */
};

struct list_printer {
	unsigned flags;
	/* begin and end may be NULL */
	void (*begin)(struct str *out);
	void (*section)(struct str *out, const struct list_section *s, const struct list_opts *o);
	void (*end)(struct str *out);
};

extern const struct list_printer list_text, list_json, list_names;

extern const char *const list_kinds[LISTED_KINDS];	/* "Hardware event"; "" for metrics */

/* A metric in one of its groups. */
struct list_member {
	const char *group; size_t len;		/* not NUL-terminated */
	size_t item;
	bool first;				/* of its group */
};

/* The members of all groups of a section, in the order of the groups; the caller frees *out. */
size_t list_members(const struct list_section *s, struct list_member **out);

#endif
