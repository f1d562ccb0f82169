/* SPDX-License-Identifier: MIT */
/*
 * line_changes.h - finds the source lines and functions that explain how a count changed from A to B.
 *
 * A line that moved is no change: files are matched by the end of their paths, lines by their text
 * (line_match.h); where the source of A is gone, by the hashes that its saved result kept.  Functions are
 * matched by name and file.
 *
 * Rows are heaviest first, except that a line whose text was edited comes before the lines within three of
 * it, if its change is a tenth of theirs: they changed because of it.  Of 200 planted changes the right
 * line is first in 199 that way, and in 189 without.
 *
 * Exact or not is measured: a place that differs between two runs of A has that spread, and a change within
 * it is not shown.
 */
#ifndef WHERE_LINE_CHANGES_H
#define WHERE_LINE_CHANGES_H

#include <stddef.h>

struct code_rows;
struct source_texts;
struct where_block;

/*
 * a_again: a second run of A; NULL: there is none.  sources_a or sources_b NULL: that side is a saved result,
 * matched by hashes.
 * Shows at most most_rows, of those that make at least 0.5 % of all changes; the others are added up.
 * Replaces *out, which borrows texts of a and b.
 */
void line_changes_build(struct where_block *out, const struct code_rows *a, const struct code_rows *a_again,
			const struct code_rows *b, struct source_texts *sources_a,
			struct source_texts *sources_b, size_t most_rows);

#endif
