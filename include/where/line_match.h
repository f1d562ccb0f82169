/* SPDX-License-Identifier: MIT */
/*
 * line_match.h - compares the sources of two programs, and finds for each line of one its place in the other,
 * even if it moved.
 *
 *	line_match_build(&m, a, n_a, b, n_b);
 *	place = line_match_find(&m, source, line);	for a line of a; line_match_find_back: of b
 *	line_match_release(&m);
 *
 * Lines are compared by source_line_hash(), so an indentation that changes is no change.  In this order:
 * 1. The longest common subsequence of each source and its partner (file_match.h, common_lines.h).  A piece
 *    of it counts from its first line that stands once on each side: what is before may be the end of another
 *    function, which has moved.  It waits until the blocks have moved, as does a piece that says little.
 * 2. Of what is left, blocks of three or more lines that stand exactly once on each side have moved, also to
 *    another source.  A subsequence alone cannot match functions that changed their order.
 * 3. A long line that stands once on each side has moved, too; then the neighbours of all these, if they are
 *    alike, first those that follow; then what has waited.
 * 4. Between two neighbours that are matched, one line that became another one is the same line, changed.  So
 *    are lines that resemble each other there (similar_lines.h).
 */
#ifndef WHERE_LINE_MATCH_H
#define WHERE_LINE_MATCH_H

#include <stddef.h>

struct match_source {
	const char *path;
	const char *const *line; size_t n;
};

struct line_place {
	size_t source;		/* index in its side */
	size_t line;		/* from 1; 0: the other side does not have it */
};

struct line_match {		/* {0} is empty */
	size_t n_a, n_b;		/* sources of each side */
	size_t *begin_a, *begin_b;	/* owned: the first line of each source in all; [n]: their number */
	size_t *to, *from;		/* owned: for each line of a the one of b, or COMMON_NONE, and back */
};

void line_match_build(struct line_match *m, const struct match_source *a, size_t n_a,
		      const struct match_source *b, size_t n_b);
struct line_place line_match_find(const struct line_match *m, size_t source, size_t line);
struct line_place line_match_find_back(const struct line_match *m, size_t source, size_t line);
void line_match_release(struct line_match *m);

#endif
