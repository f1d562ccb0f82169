/* SPDX-License-Identifier: MIT */
/*
 * pattern.h - regular expressions that somebody else wrote.
 *
 * C libraries write repetitions out: "a+++..." doubles with each sign, and groups within groups
 * take a stack.  What would grow so is refused before a library sees it.
 */
#ifndef HOST_PATTERN_H
#define HOST_PATTERN_H

#include <regex.h>

#include "base/error.h"

/*
 * As regcomp() with these flags and REG_NOSUB: 0, and regfree() is due; or -1.  most: characters, sets and
 * groups when all is written out; of 2,000 that may be empty glibc takes a third of a second, of 6,000 8 s.
 */
int pattern_compile(regex_t *re, const char *text, int flags, size_t most, struct error *err);

#endif
