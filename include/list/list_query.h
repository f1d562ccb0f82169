/* SPDX-License-Identifier: MIT */
/*
 * list_query.h - chooses the rows of pstat list that match a word.
 *
 * The word is a category, a glob, or a part of a name or description.
 */
#ifndef LIST_LIST_QUERY_H
#define LIST_LIST_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "list/listing.h"

struct list_query {
	const char *word;	/* a category, a glob, or a part of a name or description; NULL: everything */
	const char *unit;	/* only events of this PMU, among those that belong to one; NULL: all */
	bool deprecated;	/* include deprecated ones */
	bool as_perf;		/* only rows that perf 6.12 has, and of these what can be opened */
	bool names_only;	/* only what -e and -M accept, no built-in metrics; not by the plain text */
	unsigned kinds;		/* kinds that the word selects: bits of enum listed_kind */
	/* how metrics are shown for this word */
	enum list_metrics { LIST_BY_GROUP, LIST_METRICS, LIST_GROUPS } metrics;
	char *text;		/* in lower case; NULL: any */
	bool is_glob;
};

void list_query_parse(struct list_query *q, const char *word);	/* the caller sets unit and deprecated */
/* groups: the metric group, or groups, under which a metric is considered; otherwise item->groups. */
bool list_query_matches(const struct list_query *q, const struct listed *item, const char *groups);
/* Whether it matches by a name, its own or of its topic, PMU or groups, not by its description only. */
bool list_query_names(const struct list_query *q, const struct listed *item, const char *groups);
bool list_query_fits(const struct list_query *q, const char *text);	/* no text: false */
/* The number of matching rows; *chosen, which the caller frees, has their indices. */
size_t list_query_select(const struct list_query *q, const struct listing *l, size_t **chosen);
void list_query_release(struct list_query *q);

#endif
