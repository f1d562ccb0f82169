/* SPDX-License-Identifier: MIT */
/* The formats there are, and what all of them ask of a report. */
#include "out/printer.h"

#include <string.h>

extern const struct printer print_human, print_csv, print_json, print_ndjson, print_perf_csv, print_perf_json,
			    print_markdown, print_openmetrics;

const struct printer *const printers[] = {
	&print_human, &print_csv, &print_json, &print_ndjson, &print_markdown, &print_openmetrics,
	&print_perf_csv, &print_perf_json, NULL,
};

const struct printer *printer_find(const char *name)
{
	for (size_t i = 0; printers[i]; i++)
		if (strcmp(printers[i]->name, name) == 0)
			return printers[i];
	return NULL;
}

const char *report_measured_by(const struct report *r)
{
	const char *version = r->measured_by ? r->measured_by : r->version;

	return version && *version ? version : NULL;
}
