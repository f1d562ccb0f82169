/* SPDX-License-Identifier: MIT */
/* Decodes blocks of texts: what a text shares with the one before it, and phrases. */
#include "event/vendor/catalog_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/vendor/catalog_tables.h"

static size_t count_blocks(void)
{
	return (tables_size.texts + TABLES_BLOCK - 1) / TABLES_BLOCK;
}

void catalog_texts_init(struct catalog_texts *t)
{
	t->block = mem_zeroed(count_blocks(), sizeof(*t->block));
}

enum { LITERALS = '~' - ' ' + 1 };

/* How much the next text shares, if this code ends a text; otherwise -1. */
static int read_end(unsigned code)
{
	if (code < ' ')
		return (int)code;
	return code > '~' && code < LITERALS + TABLES_ENDS ? (int)code - LITERALS : -1;
}

/*
 * Writes the text of the codes at *at to *text, and moves both behind their ends; returns what the end of
 * the codes says. Phrases are made of shorter phrases, so this ends.
 */
static size_t decode(char **text, const unsigned char **at)
{
	const unsigned first = LITERALS + TABLES_ENDS, first_page = 256 - tables_size.pages;
	int end;

	for (; (end = read_end(**at)) < 0; ++*at) {
		const unsigned char *phrase = (const unsigned char *)tables_phrase;
		unsigned code = **at;

		if (code <= '~') {
			*(*text)++ = (char)code;
			continue;
		}
		if (code < first_page)
			code -= first;
		else
			code = tables_size.short_codes + (code - first_page) * 256 + *++*at;
		phrase += tables_phrase_starts[code];
		decode(text, &phrase);
	}
	++*at;
	return (size_t)end;
}

static char *decode_block(size_t block)
{
	const unsigned char *at = (const unsigned char *)tables_text + tables_text_starts[block];
	size_t n = tables_size.texts - block * TABLES_BLOCK, shared = 0;
	char *text = mem_resize(NULL, tables_size.longest + 1, 1);
	struct str all = {0};

	for (size_t i = 0; i < n && i < TABLES_BLOCK; i++) {
		char *end = text + shared;

		shared = decode(&end, &at);
		*end = '\0';
		str_add_n(&all, text, (size_t)(end - text) + 1);
	}
	free(text);
	return mem_resize(all.text, all.len, 1);
}

const char *catalog_texts_get(const struct catalog_texts *t, uint32_t number)
{
	size_t block = number / TABLES_BLOCK;
	const char *text;

	if (!number)
		return "";
	if (!t->block[block])
		t->block[block] = decode_block(block);
	text = t->block[block];
	for (uint32_t i = number % TABLES_BLOCK; i > 0; i--)
		text += strlen(text) + 1;
	return text;
}

void catalog_texts_release(struct catalog_texts *t)
{
	for (size_t i = 0; t->block && i < count_blocks(); i++)
		free(t->block[i]);
	free(t->block);
	*t = (struct catalog_texts){0};
}
