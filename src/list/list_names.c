/* SPDX-License-Identifier: MIT */
/* Writes names for completion: what this machine can count, on one line, a blank after each. */
#include <string.h>

#include "base/mem.h"
#include "list/list.h"
#include "list/list_printer.h"

static bool is_offered(const struct listed *item, const struct list_opts *o)
{
	bool is_name = item->kind != LISTED_RAW && item->kind != LISTED_BREAKPOINT;

	return is_name && (item->state == LISTED_HERE || o->everything);
}

static void list_names_add_name(struct str *out, const char *name, size_t len)
{
	LOCAL(str) text = {0};

	str_add_n(&text, name, len);
	str_add_line(out, text.text);
	str_add(out, " ");
}

/* Each group, then its metrics that were not in a group before. */
static void list_names_add_metrics(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	FREED bool *shown = mem_resize(NULL, s->listing->n, sizeof(*shown));
	bool named = false;
	FREED struct list_member *member = NULL;
	size_t n = list_members(s, &member);

	for (size_t i = 0; i < s->listing->n; i++)
		shown[i] = s->query->metrics == LIST_GROUPS;
	for (size_t i = 0; i < n; i++) {
		const struct listed *item = &s->listing->item[member[i].item];

		named = named && !member[i].first;
		if (!is_offered(item, o))
			continue;
		if (!named && s->query->metrics != LIST_METRICS)
			list_names_add_name(out, member[i].group, member[i].len);
		named = true;
		if (!shown[member[i].item])
			list_names_add_name(out, item->name, strlen(item->name));
		shown[member[i].item] = true;
	}
}

static void list_names_add_section(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct listed *item = &s->listing->item[s->chosen[i]];

		if (item->kind == LISTED_METRIC || !is_offered(item, o))
			continue;
		list_names_add_name(out, item->name, strlen(item->name));
		if (*item->alias)
			list_names_add_name(out, item->alias, strlen(item->alias));
	}
	list_names_add_metrics(out, s, o);
}

const struct list_printer list_names = { .section = list_names_add_section };
