/* SPDX-License-Identifier: MIT */
/*
 * place_match.h - finds for each source line or function that has a count the same one in another program or
 * saved result; line_match.h finds the lines that moved.
 *
 *	places_match(&p, a, b, sources_a, sources_b);
 *	p.place[i].a, p.place[i].b
 *	places_release(&p);
 *
 * - Lines are matched by their texts (line_match.h), where both sources can be read.
 * - A saved result has no texts.  Its rows are matched by the hashes of the line and its neighbours, then by
 *   the line and one neighbour, by a line that stands once, and by neighbours, beside which it changed.  What
 *   is left is looked for in the source of the other side, which may have it and not execute it.
 * - Where a source has changed since the build, its lines have numbers only.  There the counts of the lines,
 *   which are exact, are a text of their own: most of them are the same on both sides.
 * - Where only one side has lines, they are added up by function, as the other side has no more than that.
 * - Functions are matched by name and file, then by a name that stands once.
 */
#ifndef WHERE_PLACE_MATCH_H
#define WHERE_PLACE_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "where/code_rows.h"

struct code_place {
	const struct code_row *a, *b;	/* NULL: not executed there, or not kept */
	bool in_a, in_b;		/* the side has it, executed or not */
	const struct code_row *again;	/* of the second run of A; NULL: not executed */
};

struct places {			/* {0} is empty */
	struct code_place *place; size_t n;		/* owned: each row of a and b once */
	size_t n_again, n_spread;	/* places that two runs of A had, and those of them that differ */
	struct place_side *side;	/* owned: of a, b and the second run of a */
};

/* again: a second run of a; NULL: there is none.  sources_a or sources_b NULL: that is a saved result. */
void places_match(struct places *p, const struct code_rows *a, const struct code_rows *again,
		  const struct code_rows *b, struct source_texts *sources_a, struct source_texts *sources_b);
void places_release(struct places *p);

#endif
