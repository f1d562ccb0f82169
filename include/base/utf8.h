/* SPDX-License-Identifier: MIT */
/* utf8.h - which bytes are a character: no long forms, no surrogates, nothing beyond U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define UTF8_REPLACEMENT "\xef\xbf\xbd"		/* U+FFFD, for what is no character */

/* ASCII from here on that no format writes otherwise: no quote, no backslash, nothing that controls */
size_t utf8_plain(const char *text, size_t len);
size_t utf8_bytes(const char *text, size_t len);	/* of the character that begins here; 0: none does */

struct utf8_run { const char *text; size_t len; };	/* borrowed */
/*
 * Takes the next run off the front of text: ASCII that is plain, or one character, or U+FFFD in place of a
 * byte that is no character.  Returns false at the end.
 */
bool utf8_next(struct utf8_run *run, const char **text, size_t *left);

#endif
