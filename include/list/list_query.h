/* SPDX-License-Identifier: MIT */
/*
 * list_query.h - which rows a word of list chooses.  The word is a category, a glob, or a part of a
 * name or description.
 */
#ifndef LIST_LIST_QUERY_H
#define LIST_LIST_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "list/listing.h"

struct list_query {
	const char *word;	/* a category, a glob, a part of a name or description; NULL: everything */
	const char *unit;	/* of events that belong to a PMU, those of this one; NULL: of all */
	bool deprecated;	/* these, too */
	unsigned kinds;		/* what the word leaves: bits of enum listed_kind */
	enum list_metrics { LIST_BY_GROUP, LIST_METRICS, LIST_GROUPS } metrics;	/* as the word wants them */
	char *text;		/* in lower case; NULL: any */
	bool is_glob;
};

void list_query_parse(struct list_query *q, const char *word);	/* unit and deprecated are the caller's */
/* groups: of a metric, the one or those that it is looked at as part of; else item->groups. */
bool list_query_takes(const struct list_query *q, const struct listed *item, const char *groups);
/* The indices of its rows, in *chosen, which is the caller's. */
size_t list_query_run(const struct list_query *q, const struct listing *l, size_t **chosen);
void list_query_release(struct list_query *q);

#endif
