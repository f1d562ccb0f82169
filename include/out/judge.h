/* SPDX-License-Identifier: MIT */
/*
 * judge.h - output formats of judgements, as printer.h has those of reports.
 *
 * A judge turns judgements into text and nothing else.  Adding a format is one new
 * judged_NAME.c and one line in judges[].
 *
 *	struct gathered g = {0};
 *	judge_add(judge, &g, &out, &j, &style);		for each judgement; none is needed after it
 *	judge_end(judge, &g, &out);
 *
 * A document of several benchmarks is built part by part, while the sides of each are there: keeping
 * all would keep every saved result open.  In JSON `comparisons` is always a list, so that readers
 * need no two ways.
 */
#ifndef OUT_JUDGE_H
#define OUT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/index.h"
#include "base/str.h"
#include "out/judgement.h"

struct style;

enum { GATHERED_PARTS = 16, GATHERED_COUNTS = 4 };

struct gathered {		/* of a document: what it has up to now */
	/* what they are, and how they are put together, the format knows */
	struct str part[GATHERED_PARTS];
	size_t count[GATHERED_COUNTS];
	size_t n, n_sides;		/* judgements, and the sides of all of them */
	size_t n_nothing;		/* judgements that judged no limit */
	struct str nothing;		/* the line of the first of them: what was skipped, and why */
	enum judgement_mode mode;	/* theirs */
	struct str names;		/* of the sides, each on a line with its nth */
	struct index lines;		/* where in them a line begins */
	/* of the judgement that is added: 2 and more where others have sides of the same names */
	size_t nth;
};

struct judge {
	const char *name;	/* the value of --format and of --export */
	const char *summary;	/* one line for --help */
	unsigned flags;		/* enum printer_flag */
	/* one judgement, and another may follow it; NULL: there are the other two */
	void (*print)(struct str *out, const struct judgement *j, const struct style *s);
	/* several are one document, which is written when they are all there */
	void (*add)(struct gathered *g, const struct judgement *j, const struct style *s);
	void (*end)(struct str *out, const struct gathered *g);
};

extern const struct judge *const judges[];		/* NULL-terminated, in --help order */
const struct judge *judge_find(const char *name);	/* NULL: unknown */
/* To out what can be written at once. */
void judge_add(const struct judge *judge, struct gathered *g, struct str *out, const struct judgement *j,
	       const struct style *s);
/* To out the rest, of one judgement or more; g is empty then. */
void judge_end(const struct judge *judge, struct gathered *g, struct str *out);
bool gathered_is_nothing(const struct gathered *g);	/* a gate: no limit was judged in all of them */
void gathered_release(struct gathered *g);
/* For the formats: a part, be it empty. */
void gathered_add_part(struct str *out, const struct gathered *g, size_t part);
/* What makes a name one of its own in the document: " #2"; nothing where it is. */
void gathered_add_nth(struct str *out, const struct gathered *g);

#endif
