/* SPDX-License-Identifier: MIT */
/*
 * where_name.h - shortens the name of a function of C++ or Rust, which may be longer than a screen.
 *
 * What brackets hold goes first, as it is mostly types; then what stands before the last "::".  Brackets that
 * are a part of the name stay: "(anonymous namespace)::f", and "<Vec<> as Clone>::clone" of Rust, which loses
 * the paths inside.
 */
#ifndef FORMAT_WHERE_WHERE_NAME_H
#define FORMAT_WHERE_WHERE_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct str;

enum { WHERE_NAME_MOST = 60 };	/* columns of a name, where no terminal cuts it */

/* In at most `most` columns.  The name has no control characters. */
void where_name_add(struct str *out, const char *name, size_t most, bool utf8);

#endif
