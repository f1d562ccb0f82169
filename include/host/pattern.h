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

/* As regcomp() with these flags and REG_NOSUB: 0, and regfree() is due; or -1. */
int pattern_compile(regex_t *re, const char *text, int flags, struct error *err);

#endif
