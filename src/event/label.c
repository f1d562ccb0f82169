/* SPDX-License-Identifier: MIT */
/* The names of events where they are not just what was written. */
#include "event/label.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "event/names.h"
#include "event/spec.h"
#include "host/pmu.h"

char *label_of(const struct spec *s)
{
	struct str text = {0};
	uint64_t config;

	if (s->kind == SPEC_BREAKPOINT && s->has_length)
		str_add_n(&text, s->text, strcspn(s->text, "/"));
	else if (s->kind == SPEC_NAME && !event_name_find(s->name) && event_name_cache(s->name, &config) == 1)
		str_add(&text, s->name);
	else
		str_add(&text, s->text);
	return text.text;
}

char *label_visible(char *plain)
{
	struct str text = {0};

	str_add(&text, "");
	str_add_visible(&text, plain);
	free(plain);
	return text.text;
}

char *label_on_pmu(char *plain, const struct pmu *pmu)
{
	struct str text = {0};

	if (strncmp(plain, pmu->name, strlen(pmu->name)) == 0)
		return plain;
	str_addf(&text, "%s/%s/", pmu->name, plain);
	free(plain);
	return text.text;
}
