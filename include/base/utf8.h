/* SPDX-License-Identifier: MIT */
/* utf8.h - recognises valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define UTF8_REPLACEMENT "\xef\xbf\xbd"		/* U+FFFD, replaces invalid bytes */

/*
 * The number of leading bytes that every format writes unchanged: printable ASCII without quotes and
 * backslashes.
 */
size_t utf8_plain_length(const char *text, size_t len);
size_t utf8_character_length(const char *text, size_t len);	/* of the first character; 0: invalid */
/*
 * The code of the first character if a reader does not see it, but it changes what he sees: a C1 control
 * character, an end of a line, or one that turns the direction of the others or has no width.  0: else.
 */
unsigned utf8_unseen(const char *text, size_t len);

struct utf8_run { const char *text; size_t len; };	/* borrowed */
/*
 * Takes the next run off the front of text: ASCII that is plain, or one character, or U+FFFD in place of a
 * byte that is no character.  Returns false at the end.
 */
bool utf8_next(struct utf8_run *run, const char **text, size_t *left);

#endif
