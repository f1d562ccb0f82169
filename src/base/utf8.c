/* SPDX-License-Identifier: MIT */
/* Measures characters by a table of valid lead and second bytes. */
#include "base/utf8.h"

/* By lead byte: the range of the second byte, and the length. */
static const struct lead {
	unsigned char from, to, least, most;
	size_t bytes;
} leads[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

size_t utf8_plain_length(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] >= ' ' && text[n] < 0x7f && text[n] != '"' && text[n] != '\\')
		n++;
	return n;
}

size_t utf8_character_length(const char *text, size_t len)
{
	const unsigned char *p = (const unsigned char *)text;

	if (len && *p < 0x80)
		return 1;
	for (size_t i = 0; len && i < sizeof(leads) / sizeof(*leads); i++) {
		const struct lead *l = &leads[i];

		if (*p < l->from || *p > l->to)
			continue;
		if (len < l->bytes || p[1] < l->least || p[1] > l->most)
			return 0;
		for (size_t b = 2; b < l->bytes; b++)
			if ((p[b] & 0xc0) != 0x80)
				return 0;
		return l->bytes;
	}
	return 0;
}

unsigned utf8_unseen(const char *text, size_t len)
{
	static const struct { unsigned first, last; } unseen[] = {
		{ 0x80, 0x9f }, { 0x61c, 0x61c }, { 0x200b, 0x200b }, { 0x200e, 0x200f }, { 0x2028, 0x202e },
		{ 0x2060, 0x2069 }, { 0xfeff, 0xfeff },
	};
	const unsigned char *byte = (const unsigned char *)text;
	size_t n = utf8_character_length(text, len);
	unsigned code;

	if (n < 2 || n > 3)
		return 0;
	code = n == 2 ? byte[0] & 0x1fu : byte[0] & 0xfu;
	for (size_t i = 1; i < n; i++)
		code = code << 6 | (byte[i] & 0x3fu);
	for (size_t i = 0; i < sizeof(unseen) / sizeof(*unseen); i++)
		if (code >= unseen[i].first && code <= unseen[i].last)
			return code;
	return 0;
}

bool utf8_next(struct utf8_run *run, const char **text, size_t *left)
{
	size_t n = utf8_plain_length(*text, *left);

	if (!*left)
		return false;
	n = n ? n : utf8_character_length(*text, *left);
	*run = n ? (struct utf8_run){ *text, n }
		 : (struct utf8_run){ UTF8_REPLACEMENT, sizeof(UTF8_REPLACEMENT) - 1 };
	n = n ? n : 1;
	*text += n;
	*left -= n;
	return true;
}
