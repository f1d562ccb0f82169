/* SPDX-License-Identifier: MIT */
/* Chooses the colours of tones and severities. */
#include "format/style.h"

#include "table/table.h"

const struct style style_plain;

const char *style_severity(int severity)
{
	static const char *const colors[] = {
		"", COLOR_UNSURE, COLOR_BOLD COLOR_UNSURE, [FIGURE_BAD] = COLOR_WORSE,
		[FIGURE_GOOD] = COLOR_BETTER,
	};

	return colors[severity];
}

const char *style_tone(int tone, const struct style *s)
{
	static const char *const colors[] = { COLOR_BETTER, "", COLOR_WORSE, COLOR_UNSURE };

	return s->color ? colors[tone - TONE_BETTER] : "";
}
