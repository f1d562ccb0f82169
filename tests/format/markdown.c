/* SPDX-License-Identifier: MIT */
/* Checks that the rows of a Markdown table have as many cells as its header. */
#include "conform.h"

#include <string.h>

/* GitHub splits rows first: a bar counts unless there is a backslash before it. */
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
	size_t header = 0;	/* number of bars in it; 0: outside of tables */

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
