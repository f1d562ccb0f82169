/* SPDX-License-Identifier: MIT */
/* Markdown: the rows of a table have as many cells as its header. */
#include "conform.h"

#include <string.h>

/* GitHub splits rows before it looks at anything else: a bar counts unless a backslash stands before it. */
static size_t count_bars(const char *line, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += line[i] == '|' && (!i || line[i - 1] != '\\');
	return n;
}

void check_markdown(struct file *f, const struct document *schema)
{
	const char *at = f->text;
	size_t header = 0;	/* bars in it; 0: in no table */

	(void)schema;
	if (!is_utf8(f))
		return;
	for (size_t line = 1; *at; line++) {
		size_t len = strcspn(at, "\n"), bars = *at == '|' ? count_bars(at, len) : 0;

		if (header && bars && bars != header)
			complain(f, line, "a row of %zu bars in a table of %zu", bars, header);
		header = bars && header ? header : bars;
		at += len + (at[len] == '\n');
	}
}
