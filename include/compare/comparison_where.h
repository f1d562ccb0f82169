/* SPDX-License-Identifier: MIT */
/*
 * comparison_where.h - adds to a comparison the source lines that explain a change of instructions.
 *
 *	comparison_add_where(&cmp, where, asked);	after comparison_conclude()
 *	block = comparison_where(&cmp, side, row);	in formats
 *
 * A side has them for one row: that of valgrind/instructions/, after a verdict beyond its limit.  Without a
 * limit it takes a change of 0.05 %: the environment alone moves some instructions.  If they were asked for
 * (--where) and valgrind counted for no row, they belong to the row that is worst.
 */
#ifndef COMPARE_COMPARISON_WHERE_H
#define COMPARE_COMPARISON_WHERE_H

#include <stdbool.h>
#include <stddef.h>

struct comparison;
struct program_where;
struct where_block;

#define COMPARISON_WHERE_ROW "valgrind/instructions/"

/* Whether valgrind counted the instructions of both sides. */
bool comparison_counts_instructions(const struct comparison *cmp);
/* Whether a time is worse, by its limit, or without limits surely. */
bool comparison_is_slower(const struct comparison *cmp);
/*
 * Once.  where: by side; NULL: there is none.  The blocks borrow its texts.  Also notes when a time got worse
 * and the instructions did not.
 */
void comparison_add_where(struct comparison *cmp, struct program_where *const *where, bool asked);
/* NULL: the row has none. */
const struct where_block *comparison_where(const struct comparison *cmp, size_t side, size_t row);
/* The block of a side, whatever row it belongs to; NULL: it has none. */
const struct where_block *comparison_where_of(const struct comparison *cmp, size_t side);

#endif
