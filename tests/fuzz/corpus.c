/* SPDX-License-Identifier: MIT */
/* Converts inputs of any bytes to lines of text and back. */
#define _GNU_SOURCE
#include "corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static int digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* One character that may be escaped. */
static uint8_t plain(const char **p)
{
	const char *s = *p;

	*p += 1;
	if (*s != '\\')
		return (uint8_t)*s;
	if (s[1] == 'x' && digit(s[2]) >= 0 && digit(s[3]) >= 0) {
		*p += 3;
		return (uint8_t)(digit(s[2]) << 4 | digit(s[3]));
	}
	*p += s[1] != '\0';
	return s[1] == 'n' ? '\n' : s[1] == 't' ? '\t' : s[1] == '0' ? '\0' : '\\';
}

void corpus_add(struct corpus *c, const uint8_t *data, size_t size)
{
	c->input = mem_resize(c->input, c->n + 1, sizeof(*c->input));
	c->input[c->n].data = mem_resize(NULL, size + 1, 1);
	if (size)
		memcpy(c->input[c->n].data, data, size);
	c->input[c->n++].size = size;
}

int corpus_load(struct corpus *c, const char *path)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;

	if (!f)
		return -1;
	while (getline(&line, &cap, f) >= 0) {
		const char *p = line;
		size_t n = 0;

		line[strcspn(line, "\n")] = '\0';
		if (*line == '#')
			continue;
		while (*p)
			line[n++] = (char)plain(&p);
		corpus_add(c, (const uint8_t *)line, n);
	}
	free(line);
	fclose(f);
	return 0;
}

void corpus_print(FILE *to, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (data[i] == '\\')
			fputs("\\\\", to);
		else if (data[i] == '\0')
			fputs("\\0", to);
		else if (data[i] == '\n')
			fputs("\\n", to);
		else if (data[i] == '\t')
			fputs("\\t", to);
		else if (data[i] < ' ' || data[i] >= 0x7f || (!i && data[i] == '#') ||
			 (data[i] == ' ' && (!i || i + 1 == size)))
			fprintf(to, "\\x%02x", data[i]);
		else
			fputc(data[i], to);
	}
	fputc('\n', to);
}

void corpus_release(struct corpus *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->input[i].data);
	free(c->input);
	*c = (struct corpus){0};
}
