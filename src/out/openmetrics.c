/* SPDX-License-Identifier: MIT */
/* Labels: any text that is UTF-8, three characters escaped. */
#include "out/openmetrics.h"

#include <string.h>

#include "base/utf8.h"

static void add_escaped(struct str *out, const char *text)
{
	size_t left = strlen(text), n;

	for (; left; text += n, left -= n) {
		n = utf8_plain(text, left);
		n = n ? n : utf8_bytes(text, left);
		if (*text == '\n')
			str_add(out, "\\n");
		else if (*text == '"' || *text == '\\')
			str_addf(out, "\\%c", *text);
		else if (n)
			str_add_n(out, text, n);
		else
			str_add(out, UTF8_REPLACEMENT);
		n = n ? n : 1;
	}
}

void openmetrics_label(struct str *labels, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	/* thousands of rows have a dozen each: not by way of printf */
	str_add(labels, labels->len ? "," : "");
	str_add(labels, name);
	str_add(labels, "=\"");
	add_escaped(labels, value);
	str_add(labels, "\"");
}
