/* SPDX-License-Identifier: MIT */
/*
 * comparison_document.h - puts several comparisons into one document.
 *
 *	struct comparison_document d = {0};
 *	comparison_document_add(&d, format, &out, &cmp, &style);	for each; cmp is not needed after it
 *	comparison_document_end(&d, format, &out);
 *
 * A document is built part by part, while the sides of each comparison are there: keeping all would
 * keep every saved result open.  In JSON `comparisons` is always a list, so that readers need one way.
 */
#ifndef FORMAT_COMPARISON_DOCUMENT_H
#define FORMAT_COMPARISON_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/index.h"
#include "base/str.h"
#include "compare/comparison.h"

struct format;
struct style;

enum { DOCUMENT_PARTS = 16, DOCUMENT_COUNTS = 4 };

struct comparison_document {	/* what a document has up to now */
	/* each format knows what its parts and counts are, and how to put them together */
	struct str part[DOCUMENT_PARTS];
	size_t count[DOCUMENT_COUNTS];
	size_t n, n_sides;		/* comparisons, and the sides of all of them */
	size_t n_nothing;		/* comparisons that judged no limit */
	struct str nothing;		/* the line of the first of these: what it skipped, and why */
	enum comparison_mode mode;	/* of all comparisons */
	struct str names;		/* of the sides, each on a line after its nth */
	struct index lines;		/* finds the start of a line of names */
	/* of the comparison that is added: 2 and more where earlier ones have sides of the same names */
	size_t nth;
};

/* Appends to out what can be written at once. */
void comparison_document_add(struct comparison_document *d, const struct format *format, struct str *out,
			     const struct comparison *cmp, const struct style *s);
/* Appends to out the rest, and empties d; d has at least one comparison. */
void comparison_document_end(struct comparison_document *d, const struct format *format, struct str *out);
/* Whether a gate judged no limit at all. */
bool comparison_document_is_nothing(const struct comparison_document *d);
void comparison_document_release(struct comparison_document *d);
/* For the formats: appends a part, which may be empty. */
void comparison_document_add_part(struct str *out, const struct comparison_document *d, size_t part);
/* Appends what makes a name unique in the document: " #2"; nothing where it is unique. */
void comparison_document_add_nth(struct str *out, const struct comparison_document *d);

#endif
