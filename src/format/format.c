/* SPDX-License-Identifier: MIT */
/* The table of all formats, and the search in it. */
#include "format/format.h"

#include <string.h>

extern const struct report_format print_human, print_csv, print_json, print_ndjson, print_perf_csv,
				  print_perf_json, print_markdown, print_openmetrics;
extern const struct comparison_format judged_text, judged_csv, judged_json, judged_ndjson, judged_markdown,
				      judged_openmetrics, judged_junit, judged_github, judged_gha_json,
				      judged_bmf;

static const struct format all[] = {
	{ "text", FORMAT_LOCAL | FORMAT_NOTES, &print_human, &judged_text },
	{ "csv", FORMAT_SINGLE, &print_csv, &judged_csv },
	{ "json", FORMAT_WHOLE | FORMAT_ALONE | FORMAT_HOST | FORMAT_NOTES, &print_json, &judged_json },
	{ "ndjson", FORMAT_HOST | FORMAT_NOTES, &print_ndjson, &judged_ndjson },
	{ "markdown", FORMAT_WHOLE | FORMAT_NOTES, &print_markdown, &judged_markdown },
	{ "openmetrics", FORMAT_WHOLE | FORMAT_ALONE | FORMAT_SNAPSHOT | FORMAT_HOST | FORMAT_SINGLE,
	  &print_openmetrics, &judged_openmetrics },
	{ "perf-csv", 0, &print_perf_csv, NULL },
	{ "perf-json", 0, &print_perf_json, NULL },
	{ "junit", FORMAT_WHOLE | FORMAT_VERDICTS, NULL, &judged_junit },
	{ "github", FORMAT_VERDICTS, NULL, &judged_github },
	{ "gha-json", FORMAT_WHOLE, NULL, &judged_gha_json },
	{ "bmf", FORMAT_WHOLE, NULL, &judged_bmf },
};

const struct format *const format_list[] = {
	&all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7], &all[8], &all[9], &all[10],
	&all[11], NULL,
};

bool format_shows(const struct format *f, enum format_content content)
{
	return content == FORMAT_REPORT ? f->report != NULL : f->comparison != NULL;
}

const char *format_summary(const struct format *f, enum format_content content)
{
	return content == FORMAT_REPORT ? f->report->summary : f->comparison->summary;
}

const struct format *format_find(const char *name, enum format_content content)
{
	for (size_t i = 0; format_list[i]; i++)
		if (format_shows(format_list[i], content) && strcmp(format_list[i]->name, name) == 0)
			return format_list[i];
	return NULL;
}
