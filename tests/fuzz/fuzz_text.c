/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

char *fuzz_line(char **text)
{
	char *line = *text, *end = line ? strchr(line, '\n') : NULL;

	if (end)
		*end++ = '\0';
	*text = end;
	return line;
}

void fuzz_check(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "fuzz: it does not hold that %s\n", what);
	abort();
}
