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

	str_add(out, quoted ? "\"" : "");
	while (left) {
		size_t plain = utf8_plain(text, left), n = plain ? plain : utf8_bytes(text, left);

		if (*text == '"')
			str_add(out, "\"\"");
		else if (n)
			str_add_n(out, text, n);
		else
			str_add(out, UTF8_REPLACEMENT);
		n = n ? n : 1;
		text += n;
		left -= n;
	}
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
