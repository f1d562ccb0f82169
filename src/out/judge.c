/* SPDX-License-Identifier: MIT */
/* The formats there are for judgements. */
#include "out/judge.h"

#include <stddef.h>
#include <string.h>

extern const struct judge judged_text;

const struct judge *const judges[] = {
	&judged_text, NULL,
};

const struct judge *judge_find(const char *name)
{
	for (size_t i = 0; judges[i]; i++)
		if (strcmp(judges[i]->name, name) == 0)
			return judges[i];
	return NULL;
}
