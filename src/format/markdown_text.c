/* SPDX-License-Identifier: MIT */
/* Which characters say something to Markdown, as GitHub has it. */
#include "format/markdown_text.h"

#include <string.h>

void markdown_text(struct str *out, const char *text)
{
	struct str seen = {0};

	str_add_line(&seen, text);
	for (const char *p = seen.text ? seen.text : ""; *p; p++) {
		/* the last three: HTML's characters by name, lines through text, formulas */
		if (strchr("\\|`*_<>[]&~$", *p))
			str_add(out, "\\");
		str_add_n(out, p, 1);
	}
	str_release(&seen);
}
