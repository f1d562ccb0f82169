/* SPDX-License-Identifier: MIT */
/*
 * common_lines.h - finds the lines that two texts have in common, as diff does; the caller gives a number for
 * each line, such as its hash.
 *
 * Equal beginnings and ends are cut off, then Myers' algorithm finds the shortest way, up to 512 differences.
 * Beyond that the lines that stand once in each text are fixed points, between which it goes on.  What has
 * neither is left without a match: no text takes quadratic time or memory.
 */
#ifndef WHERE_COMMON_LINES_H
#define WHERE_COMMON_LINES_H

#include <stddef.h>
#include <stdint.h>

#define COMMON_NONE SIZE_MAX

/* to: n_a entries, for each line of a the index of the same line in b, or COMMON_NONE.  In order. */
void common_lines(size_t *to, const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b);

#endif
