/* SPDX-License-Identifier: MIT */
/* When does a field need quotes, and what becomes of those in it? */
#include "out/csv.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"

void csv_field(struct str *out, const char *text, const char *separator)
{
	bool quoted = strpbrk(text, "\"\n\r") || (separator[0] && strstr(text, separator));
	size_t left = strlen(text);
	struct utf8_run run;

	str_add(out, quoted ? "\"" : "");
	while (utf8_next(&run, &text, &left))
		if (run.text[0] == '"')
			str_add(out, "\"\"");
		else
			str_add_n(out, run.text, run.len);
	str_add(out, quoted ? "\"" : "");
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
