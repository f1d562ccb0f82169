/* SPDX-License-Identifier: MIT */
/*
 * comparison_document.h - joins all comparisons of gate or compare in one valid document, such as one JSON
 * object or one CSV table.
 *
 *	struct comparison_document d = {0};
 *	comparison_document_add(&d, format, &out, &cmp, &style);	for each, which may be released then
 *	comparison_document_end(&d, format, &out);
 *
 * Each comparison adds its text to the parts at once, as keeping all comparisons would keep every saved
 * result open.  In JSON `comparisons` is always a list, so readers need only one way.
 */
#ifndef FORMAT_COMPARISON_DOCUMENT_H
#define FORMAT_COMPARISON_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/index.h"
#include "base/str.h"
#include "compare/comparison.h"
#include "format/conclusion.h"
#include "format/style.h"

struct format;

enum { DOCUMENT_PARTS = 16, DOCUMENT_COUNTS = 4 };

struct comparison_document {	/* what a document has so far */
	/* each format gives its parts and counts a meaning */
	struct str part[DOCUMENT_PARTS];
	size_t count[DOCUMENT_COUNTS];
	size_t n, n_sides;		/* comparisons, and the sides of all of them */
	size_t n_nothing;		/* comparisons in which no limit was checked */
	struct str nothing;		/* the conclusion of the first of these: what it skipped, and why */
	enum comparison_mode mode;	/* of all comparisons */
	struct conclusions all;		/* what came of the benchmarks */
	struct style style;		/* of the last comparison */
	struct str names;		/* of all sides: lines of nth and name */
	struct index lines;		/* finds a line of names */
	/* of the comparison that is added: 2 or more if earlier ones have sides of the same names */
	size_t nth;
};

/* Appends to out what can be written already. */
void comparison_document_add(struct comparison_document *d, const struct format *format, struct str *out,
			     const struct comparison *cmp, const struct style *s);
void comparison_document_add_left_out(struct comparison_document *d, const struct format *format,
				      const struct left_out *b);
/* Whether no benchmark is in it, also none that is left out. */
bool comparison_document_is_empty(const struct comparison_document *d);
/* Appends to out the rest, and empties d, which is not empty. */
void comparison_document_end(struct comparison_document *d, const struct format *format, struct str *out);
/* Whether no comparison checked a limit. */
bool comparison_document_is_nothing(const struct comparison_document *d);
void comparison_document_release(struct comparison_document *d);
/* For formats: appends a part, which may be empty. */
void comparison_document_add_part(struct str *out, const struct comparison_document *d, size_t part);
/* Appends " #2" to a name that is not unique in the document. */
void comparison_document_add_nth(struct str *out, const struct comparison_document *d);

#endif
