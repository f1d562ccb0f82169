/* SPDX-License-Identifier: MIT */
/*
 * pattern.h - compiles regular expressions of users and files, and refuses those that are too large.
 *
 * C libraries expand repetitions without a limit: "a+++..." doubles with each sign, and nested groups
 * overflow the stack. So the expanded size is measured first. An own matcher would have to be another
 * language.
 */
#ifndef HOST_PATTERN_H
#define HOST_PATTERN_H

#include <regex.h>

#include "base/error.h"

/*
 * regcomp() with these flags and REG_NOSUB: 0 (call regfree() later) or -1. most: the limit for
 * characters, sets and groups after expansion. With 2,000 parts that may be empty glibc takes a third of a
 * second, with 6,000 it takes 8 s.
 */
int pattern_compile(regex_t *re, const char *text, int flags, size_t most, struct error *err);

#endif
