/* SPDX-License-Identifier: MIT */
/* Parses lines that describe a machine's files, and mutates them. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "fuzz.h"
#include "sandbox.h"

static int digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Of what stands behind a backslash; more: how many characters it has beside the first. */
static char escaped(const char *p, size_t *more)
{
	*more = *p == 'x' && digit(p[1]) >= 0 && digit(p[2]) >= 0 ? 2 : 0;
	if (*more)
		return (char)(16 * digit(p[1]) + digit(p[2]));
	return *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
}

void tree_put(char *line)
{
	char *tab = strchr(line, '\t'), *to, *text;
	size_t more;

	if (tab)
		*tab = '\0';
	text = to = tab ? tab + 1 : NULL;
	for (char *p = text; p && *p; p++) {
		if (*p == '\\' && p[1]) {
			*to++ = escaped(++p, &more);
			p += more;
		} else {
			*to++ = *p;
		}
	}
	sandbox_put(line, text, text ? (size_t)(to - text) : 0);
}

static size_t add_file(uint8_t *data, size_t size, size_t most, unsigned seed, const char *machine)
{
	struct str line = {0};
	const char *text, *path;
	size_t n;

	path = sandbox_donor(machine, seed, &text, &n);
	if (!path)
		return size;
	str_addf(&line, "%s%s\t", size ? "\n" : "", path);
	for (size_t i = 0; i < n && i < 200; i++) {
		if (text[i] == '\n')
			str_add(&line, i + 1 < n ? "\\n" : "");
		else
			str_add_n(&line, text + i, 1);
	}
	if (size + line.len <= most) {
		memcpy(data + size, line.text, line.len);
		size += line.len;
	}
	str_release(&line);
	return size;
}

/* Only what is behind the next tab in one line. */
static size_t change_text(uint8_t *data, size_t size, size_t most, size_t at)
{
	size_t end, n, tail;
	uint8_t *tail_copy;

	while (at < size && data[at] != '\t')
		at++;
	if (at == size)
		return LLVMFuzzerMutate(data, size, most);
	for (end = ++at; end < size && data[end] != '\n';)
		end++;
	tail = size - end;
	if (at + tail >= most)
		return size;
	tail_copy = malloc(tail + 1);
	if (!tail_copy)
		abort();
	memcpy(tail_copy, data + end, tail);
	n = LLVMFuzzerMutate(data + at, end - at, most - at - tail);
	memcpy(data + at + n, tail_copy, tail);
	free(tail_copy);
	return at + n + tail;
}

size_t tree_mutate(uint8_t *data, size_t size, size_t most, unsigned seed, const char *machine)
{
	unsigned kind = seed % 6;
	size_t before = size;

	seed /= 6;
	if (kind < 2)
		return change_text(data, size, most, size ? seed % size : 0);
	if (kind > 2)
		return LLVMFuzzerMutate(data, size, most);
	size = add_file(data, size, most, seed, machine);
	return seed % 3 ? change_text(data, size, most, before) : size;
}
