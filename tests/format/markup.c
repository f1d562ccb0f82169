/* SPDX-License-Identifier: MIT */
/* Reads text and names as XML 1.0 has them. */
#include "markup.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void markup_space(struct markup *m)
{
	for (; m->at < m->end && strchr(" \t\r\n", *m->at); m->at++)
		m->line += *m->at == '\n';
}

bool markup_text(struct markup *m, char stop)
{
	static const char *const entities[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };

	for (; m->at < m->end && *m->at != stop; m->at++) {
		bool known = *m->at != '&';
		int n = 0;

		m->line += *m->at == '\n';
		if ((unsigned char)*m->at < ' ' && !strchr("\t\r\n", *m->at))
			return WRONG(m, "byte 0x%02x is no character of XML", (unsigned char)*m->at);
		if (*m->at == '<' || (*m->at == '>' && stop == '<'))
			return WRONG(m, "'%c' that is not escaped", *m->at);
		for (size_t i = 0; i < sizeof(entities) / sizeof(*entities); i++)
			known |= !strncmp(m->at, entities[i], strlen(entities[i]));
		if (!known && (sscanf(m->at, "&#%*u;%n", &n) != 0 || !n))
			return WRONG(m, "an & that begins no entity");
	}
	return true;
}

static size_t name_length(const struct markup *m)
{
	size_t n = 0;

	while (m->at + n < m->end && (isalnum((unsigned char)m->at[n]) || strchr("-_.:", m->at[n])))
		n++;
	return n;
}

bool markup_name(struct markup *m, char name[MARKUP_NAME])
{
	size_t n = name_length(m);

	if (!n || n >= MARKUP_NAME || !isalpha((unsigned char)*m->at))
		return WRONG(m, "a name should be here");
	memcpy(name, m->at, n);
	name[n] = '\0';
	m->at += n;
	return true;
}
