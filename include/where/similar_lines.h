/* SPDX-License-Identifier: MIT */
/*
 * similar_lines.h - pairs changed lines of two short texts that resemble each other, in their order.
 *
 * Lines resemble each other by the pairs of neighbouring characters that they have in common, blanks
 * left out: from a third of them on (Dice's coefficient 0.35) they may be the same line, changed.  The
 * matches keep their order and have the largest sum.  Over 32 lines a side nothing is matched: that is
 * no line that changed, but another text.
 */
#ifndef WHERE_SIMILAR_LINES_H
#define WHERE_SIMILAR_LINES_H

#include <stddef.h>

/* How alike a[i] and b[j] are, 0 to 1. */
typedef double similar_share(const void *of, size_t i, size_t j);

/* to: n_a entries, for each line of a the index in b, or COMMON_NONE (common_lines.h). */
void similar_match(size_t *to, size_t n_a, size_t n_b, similar_share *share, const void *of);
void similar_lines(size_t *to, const char *const *a, size_t n_a, const char *const *b, size_t n_b);

#endif
