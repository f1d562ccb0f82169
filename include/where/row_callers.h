/* SPDX-License-Identifier: MIT */
/*
 * row_callers.h - finds who calls a function of the block "where" that has no source, and how often.
 *
 * It names the source line that calls a function most often, and finds the same line of A by its text.  If
 * that caller has no source either, as where puts() calls memcpy(), it names the caller and the line that
 * leads there: the one that calls the caller most, and so on upwards, over eight callers at most.
 */
#ifndef WHERE_ROW_CALLERS_H
#define WHERE_ROW_CALLERS_H

#include <stdbool.h>

struct program_calls;
struct source_texts;
struct where_block;

struct side_calls {
	const struct program_calls *calls;	/* NULL: not known */
	struct source_texts *sources;
};

bool row_callers_are_wanted(const struct where_block *w);
/* The block keeps the texts.  A row whose callers are not known stays as it is. */
void row_callers_add(struct where_block *w, const struct side_calls *a, const struct side_calls *b);

#endif
