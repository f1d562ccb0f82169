/* SPDX-License-Identifier: MIT */
/* Strings of JSON, whatever bytes they come from: a document must not break on a name. */
#include "base/json.h"

#include <string.h>

/* The least second byte, and the most, of characters that begin with these: no long forms, no surrogates. */
static const struct lead {
	unsigned char from, to, least, most;
	size_t bytes;
} leads[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

/* Of a character that is not ASCII; 0: it is none. */
static size_t utf8_length(const unsigned char *p)
{
	for (size_t i = 0; i < sizeof(leads) / sizeof(*leads); i++) {
		const struct lead *l = &leads[i];

		if (*p < l->from || *p > l->to)
			continue;
		if (p[1] < l->least || p[1] > l->most)
			return 0;
		for (size_t b = 2; b < l->bytes; b++)
			if ((p[b] & 0xc0) != 0x80)
				return 0;
		return l->bytes;
	}
	return 0;
}

static void add_control(struct str *out, unsigned char c)
{
	static const char letters[] = "\bb\tt\nn\ff\rr";
	const char *found = strchr(letters, c);

	if (found && (found - letters) % 2 == 0)
		str_addf(out, "\\%c", found[1]);
	else
		str_addf(out, "\\u%04x", c);
}

void json_quote(struct str *out, const char *text)
{
	const unsigned char *p = (const unsigned char *)text;

	str_add(out, "\"");
	while (*p) {
		size_t n = *p < 0x80 ? 1 : utf8_length(p);

		if (*p < ' ' || *p == 0x7f)
			add_control(out, *p);
		else if (*p == '"' || *p == '\\')
			str_addf(out, "\\%c", *p);
		else if (n)
			str_add_n(out, (const char *)p, n);
		else
			str_add(out, "\xef\xbf\xbd");
		p += n ? n : 1;
	}
	str_add(out, "\"");
}
