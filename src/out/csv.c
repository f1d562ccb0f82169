/* SPDX-License-Identifier: MIT */
/* When does a field need quotes, and what becomes of those in it? */
#include "out/csv.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"

void csv_field(struct str *out, const char *text, const char *separator)
{
	bool quoted = strpbrk(text, "\"\n\r") || (separator[0] && strstr(text, separator));

	if (!quoted) {
		str_add(out, text);
		return;
	}
	str_add(out, "\"");
	for (; *text; text++)
		str_add_n(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
	str_add(out, "\"");
}

void csv_line_field(struct str *out, const char *text, const char *separator)
{
	struct str shown = {0};
	size_t n = strlen(text);

	if (utf8_plain(text, n) == n && !(separator[0] && strstr(text, separator))) {	/* nearly always */
		str_add_n(out, text, n);
		return;
	}
	str_add(&shown, "");
	str_add_line(&shown, text);
	csv_field(out, shown.text, separator);
	str_release(&shown);
}
