/* SPDX-License-Identifier: MIT */
/* Escapes the characters that XML 1.0 gives a meaning, and replaces those it does not allow. */
#include "base/xml.h"

#include <stdbool.h>
#include <string.h>

static const char *escape_of(char c)
{
	static const struct { char c; const char *escape; } escapes[] = {
		{ '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" }, { '\'', "&apos;" },
		/* parsers would turn these into blanks in attributes */
		{ '\n', "&#10;" }, { '\t', "&#9;" },
	};

	for (size_t i = 0; i < sizeof(escapes) / sizeof(*escapes); i++)
		if (escapes[i].c == c)
			return escapes[i].escape;
	return NULL;
}

/* XML does not allow U+FFFE and U+FFFF. */
static bool is_banned(const char *p)
{
	return strncmp(p, "\xef\xbf\xbe", 3) == 0 || strncmp(p, "\xef\xbf\xbf", 3) == 0;
}

void xml_text(struct str *out, const char *text)
{
	LOCAL(str) seen = {0};

	str_add_visible(&seen, text);
	for (const char *p = str_text(&seen); *p; p++) {
		const char *escape = escape_of(*p);

		if (escape) {
			str_add(out, escape);
		} else if (is_banned(p)) {
			str_add(out, "\xef\xbf\xbd");
			p += 2;
		} else {
			str_add_n(out, p, 1);
		}
	}
}
