/* SPDX-License-Identifier: MIT */
/* The formats there are for judgements. */
#include "out/judge.h"

#include <stddef.h>
#include <string.h>

extern const struct judge judged_text, judged_csv, judged_json, judged_ndjson, judged_markdown,
			  judged_openmetrics, judged_junit, judged_github, judged_gha_json, judged_bmf;

const struct judge *const judges[] = {
	&judged_text, &judged_csv, &judged_json, &judged_ndjson, &judged_markdown, &judged_openmetrics,
	&judged_junit, &judged_github, &judged_gha_json, &judged_bmf, NULL,
};

const struct judge *judge_find(const char *name)
{
	for (size_t i = 0; judges[i]; i++)
		if (strcmp(judges[i]->name, name) == 0)
			return judges[i];
	return NULL;
}
