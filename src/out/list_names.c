/* SPDX-License-Identifier: MIT */
/* Names alone, for completion: what this machine can count, on one line, a blank behind each. */
#include <stdlib.h>

#include "base/mem.h"
#include "out/list_printer.h"

static bool is_offered(const struct listed *item, const struct list_style *style)
{
	bool is_name = item->kind != LISTED_RAW && item->kind != LISTED_BREAKPOINT;

	return is_name && (item->state == LISTED_HERE || style->everything);
}

/* A group, then its metrics, those that stood in no group before. */
static void add_metrics(struct str *out, const struct list_section *s, const struct list_style *style)
{
	bool *shown = mem_resize(NULL, s->listing->n, sizeof(*shown)), named = false;
	struct list_member *member;
	size_t n = list_members(s, &member);

	for (size_t i = 0; i < s->listing->n; i++)
		shown[i] = s->query->metrics == LIST_GROUPS;
	for (size_t i = 0; i < n; i++) {
		const struct listed *item = &s->listing->item[member[i].item];

		named = named && !member[i].first;
		if (!is_offered(item, style))
			continue;
		if (!named && s->query->metrics != LIST_METRICS)
			str_addf(out, "%.*s ", (int)member[i].len, member[i].group);
		named = true;
		if (!shown[member[i].item])
			str_addf(out, "%s ", item->name);
		shown[member[i].item] = true;
	}
	free(member);
	free(shown);
}

static void add_section(struct str *out, const struct list_section *s, const struct list_style *style)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct listed *item = &s->listing->item[s->chosen[i]];

		if (item->kind != LISTED_METRIC && is_offered(item, style))
			str_addf(out, "%s%s%s ", item->name, *item->alias ? " " : "", item->alias);
	}
	add_metrics(out, s, style);
}

const struct list_printer list_names = { .section = add_section };
