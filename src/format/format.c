/* SPDX-License-Identifier: MIT */
/* Lists all formats and finds one by its name. */
#include "format/format.h"

#include <string.h>

extern const struct format format_text, format_csv, format_json, format_ndjson, format_markdown,
			   format_html, format_openmetrics, format_perf_csv, format_perf_json, format_junit,
			   format_github;

const struct format *const format_list[] = {
	&format_text, &format_csv, &format_json, &format_ndjson, &format_markdown, &format_html,
	&format_openmetrics, &format_perf_csv, &format_perf_json, &format_junit, &format_github, NULL,
};

bool format_shows(const struct format *f, enum format_content content)
{
	return format_summary(f, content) != NULL;
}

const char *format_summary(const struct format *f, enum format_content content)
{
	if (content == FORMAT_REPORT)
		return f->report ? f->report->summary : NULL;
	if (content == FORMAT_COMPARISON)
		return f->comparison ? f->comparison->summary : NULL;
	return f->trend ? f->trend->summary : NULL;
}

const struct format *format_find(const char *name, enum format_content content)
{
	for (size_t i = 0; format_list[i]; i++)
		if (format_shows(format_list[i], content) && strcmp(format_list[i]->name, name) == 0)
			return format_list[i];
	return NULL;
}
