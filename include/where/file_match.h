/* SPDX-License-Identifier: MIT */
/*
 * file_match.h - pairs each source file of one program with the same file of another.
 *
 * The folder of the build differs, so files are matched by the longest common end of their paths, in
 * whole names: /old/src/io/util.c is /new/src/io/util.c, not /new/src/net/util.c.  Each has one partner
 * at most.
 * Paths are normalised: they have no "." and "..".
 */
#ifndef WHERE_FILE_MATCH_H
#define WHERE_FILE_MATCH_H

#include <stddef.h>

enum { FILE_MATCH_NONE = -1 };

/* partner: n_a entries, for each file of a the index of the file of b, or FILE_MATCH_NONE. */
void file_match(ptrdiff_t *partner, const char *const *a, size_t n_a, const char *const *b, size_t n_b);

#endif
