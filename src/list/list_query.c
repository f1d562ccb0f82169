/* SPDX-License-Identifier: MIT */
/* Parses a word of `pstat list` and selects the rows that match it. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/pmu.h"
#include "list/list_query.h"
#include "list/listing.h"

#define BIT(kind) (1u << (kind))

static const struct category {
	const char *word;
	unsigned kinds;
	enum list_metrics metrics;
} categories[] = {
	{ "hw", BIT(LISTED_HARDWARE), LIST_BY_GROUP },
	{ "hardware", BIT(LISTED_HARDWARE), LIST_BY_GROUP },
	{ "sw", BIT(LISTED_SOFTWARE) | BIT(LISTED_TOOL), LIST_BY_GROUP },
	{ "software", BIT(LISTED_SOFTWARE) | BIT(LISTED_TOOL), LIST_BY_GROUP },
	{ "cache", BIT(LISTED_CACHE), LIST_BY_GROUP },
	{ "hwcache", BIT(LISTED_CACHE), LIST_BY_GROUP },
	{ "pmu", BIT(LISTED_PMU), LIST_BY_GROUP },
	{ "tracepoint", BIT(LISTED_TRACEPOINT), LIST_BY_GROUP },
	{ "metric", BIT(LISTED_METRIC) | BIT(LISTED_BUILTIN), LIST_METRICS },
	{ "metrics", BIT(LISTED_METRIC) | BIT(LISTED_BUILTIN), LIST_METRICS },
	{ "metricgroup", BIT(LISTED_METRIC), LIST_GROUPS },
	{ "metricgroups", BIT(LISTED_METRIC), LIST_GROUPS },
	{ "sdt", 0, LIST_BY_GROUP },		/* a category of perf; pstat has no such events */
	{ "pfm", 0, LIST_BY_GROUP },
};

/* A word with a colon must match a whole name, any other word a part of some text. */
static void parse_text(struct list_query *q, const char *word)
{
	bool whole = strchr(word, ':');
	struct str text = {0};

	q->is_glob = whole || strpbrk(word, "*?[");
	if (whole)
		q->kinds = BIT(LISTED_TRACEPOINT) | BIT(LISTED_METRIC);
	str_addf(&text, q->is_glob && !whole ? "*%s*" : "%s", word);
	q->text = text.text;
}

void list_query_parse(struct list_query *q, const char *word)
{
	q->word = word;
	q->kinds = BIT(LISTED_KINDS) - 1;
	for (size_t i = 0; word && i < sizeof(categories) / sizeof(*categories); i++)
		if (strcmp(word, categories[i].word) == 0) {
			q->kinds = categories[i].kinds;
			q->metrics = categories[i].metrics;
			return;
		}
	if (word)
		parse_text(q, word);
}

bool list_query_fits(const struct list_query *q, const char *text)
{
	if (!*text)
		return false;
	return q->is_glob ? fnmatch(q->text, text, FNM_CASEFOLD) == 0 : str_contains(text, q->text);
}

/* "L1;L2": a word with a colon must match one of them entirely. */
static bool matches_group(const struct list_query *q, const char *groups)
{
	char one[128];

	while (*groups) {
		size_t len = strcspn(groups, ";");

		if (len < sizeof(one)) {
			memcpy(one, groups, len);
			one[len] = '\0';
			if (list_query_fits(q, one))
				return true;
		}
		groups += len + (groups[len] != '\0');
	}
	return false;
}

static bool has_unit(const struct listed *item)
{
	return (item->kind == LISTED_PMU || item->kind == LISTED_CACHE) && *item->unit;
}

bool list_query_names(const struct list_query *q, const struct listed *item, const char *groups)
{
	return !q->text || list_query_fits(q, item->name) || list_query_fits(q, item->alias) ||
	       list_query_fits(q, item->topic) || list_query_fits(q, item->unit) || matches_group(q, groups);
}

bool list_query_matches(const struct list_query *q, const struct listed *item, const char *groups)
{
	if (!(q->kinds & BIT(item->kind)) || (item->deprecated && !q->deprecated))
		return false;
	if (q->names_only && item->kind == LISTED_BUILTIN)
		return false;
	if (q->as_perf && (item->own || item->state != LISTED_HERE))
		return false;
	if (q->unit && has_unit(item) && !pmu_name_matches(item->unit, q->unit))
		return false;
	if (list_query_names(q, item, groups) || list_query_fits(q, item->summary) ||
	    list_query_fits(q, item->detail))
		return true;
	return !q->as_perf && !q->names_only && list_query_fits(q, item->plain);
}

size_t list_query_select(const struct list_query *q, const struct listing *l, size_t **chosen)
{
	size_t n = 0;

	*chosen = mem_resize(NULL, l->n, sizeof(**chosen));
	for (size_t i = 0; i < l->n; i++)
		if (list_query_matches(q, &l->item[i], l->item[i].groups))
			(*chosen)[n++] = i;
	return n;
}

void list_query_release(struct list_query *q)
{
	free(q->text);
	*q = (struct list_query){0};
}
