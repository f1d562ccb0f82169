/* SPDX-License-Identifier: MIT */
/* Lists the metrics of a section by their groups. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "list/list_printer.h"

static const char no_group[] = "No_group";

struct members {
	struct list_member *member;
	size_t n;
};

static int compare_groups(const struct list_member *x, const struct list_member *y)
{
	int order = memcmp(x->group, y->group, x->len < y->len ? x->len : y->len);

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* Rows are in the order of their names. */
static int by_group(const void *a, const void *b)
{
	const struct list_member *x = a, *y = b;
	int order = compare_groups(x, y);

	return order ? order : (x->item > y->item) - (x->item < y->item);
}

/* A requested group has all its metrics; other groups of these metrics are not shown. */
static bool belongs(const struct list_section *s, const struct listed *item, const char *group, size_t len)
{
	char one[128];

	if (len >= sizeof(one))
		return list_query_matches(s->query, item, "");
	memcpy(one, group, len);
	one[len] = '\0';
	return list_query_matches(s->query, item, one);
}

static void list_groups_add(struct members *ms, const char *group, size_t len, size_t item)
{
	MEM_ADD(ms->member, ms->n, (struct list_member){ .group = group, .len = len, .item = item });
}

static void list_groups_add_groups(struct members *ms, const struct list_section *s, size_t index)
{
	const struct listed *item = &s->listing->item[index];

	if (!*item->groups)
		list_groups_add(ms, no_group, sizeof(no_group) - 1, index);
	for (const char *p = item->groups; *p;) {
		size_t len = strcspn(p, ";");

		if (len && belongs(s, item, p, len))
			list_groups_add(ms, p, len, index);
		p += len + (p[len] != '\0');
	}
}

size_t list_members(const struct list_section *s, struct list_member **out)
{
	struct members ms = {0};

	for (size_t i = 0; i < s->n; i++)
		if (s->listing->item[s->chosen[i]].kind == LISTED_METRIC)
			list_groups_add_groups(&ms, s, s->chosen[i]);
	if (ms.n)
		qsort(ms.member, ms.n, sizeof(*ms.member), by_group);
	for (size_t i = 0; i < ms.n; i++)
		ms.member[i].first = !i || compare_groups(&ms.member[i], &ms.member[i - 1]) != 0;
	*out = ms.member;
	return ms.n;
}
