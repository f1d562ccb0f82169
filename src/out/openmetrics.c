/* SPDX-License-Identifier: MIT */
/* Labels: any text that is UTF-8, three characters escaped. */
#include "out/openmetrics.h"

#include <string.h>

#include "base/utf8.h"

static void add_escaped(struct str *out, const char *text)
{
	size_t left = strlen(text);
	struct utf8_run run;

	while (utf8_next(&run, &text, &left))
		if (run.text[0] == '\n')
			str_add(out, "\\n");
		else if (run.text[0] == '"' || run.text[0] == '\\')
			str_addf(out, "\\%c", run.text[0]);
		else
			str_add_n(out, run.text, run.len);
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
