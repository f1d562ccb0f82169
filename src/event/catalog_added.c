/* SPDX-License-Identifier: MIT */
/* Adds events and metrics at run time; of entries with the same name and unit the last one wins. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/catalog.h"

/* Takes ownership of text. */
static const char *own_text(struct catalog *c, char *text)
{
	c->text = mem_grow(c->text, c->n_texts, sizeof(*c->text));
	c->text[c->n_texts++] = text;
	return text;
}

static const char *copy(struct catalog *c, const char *text)
{
	return text && *text ? own_text(c, mem_text(text)) : "";
}

/* Shares the previous entry's text if it is equal; before NULL: there is none. */
static const char *copy_or_share(struct catalog *c, const char *text, const char *before)
{
	return before && text && strcmp(text, before) == 0 ? before : copy(c, text);
}

void catalog_add_event(struct catalog *c, const struct catalog_event *e)
{
	struct catalog_event none = { .name = NULL }, last = c->n_events ? c->event[c->n_events - 1] : none;
	char *name = mem_text(e->name);

	for (char *p = name; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	c->event = mem_grow(c->event, c->n_events, sizeof(*c->event));
	c->event[c->n_events++] = (struct catalog_event){
		.name = own_text(c, name), .topic = copy_or_share(c, e->topic, last.topic),
		.unit = copy_or_share(c, e->unit, last.unit), .terms = copy(c, e->terms),
		.scale_unit = copy(c, e->scale_unit),
		.summary = copy(c, e->summary), .detail = copy(c, e->detail),
		.file = copy_or_share(c, e->file, last.file),
		.deprecated = e->deprecated, .per_package = e->per_package,
	};
}

void catalog_add_metric(struct catalog *c, const struct catalog_metric *m)
{
	c->metric = mem_grow(c->metric, c->n_metrics, sizeof(*c->metric));
	c->metric[c->n_metrics++] = (struct catalog_metric){
		.name = copy(c, m->name), .topic = copy(c, m->topic), .groups = copy(c, m->groups),
		.expr = copy(c, m->expr), .scale_unit = copy(c, m->scale_unit),
		.threshold = copy(c, m->threshold), .constraint = copy(c, m->constraint),
		.no_group = copy(c, m->no_group), .default_group = copy(c, m->default_group),
		.unit = copy(c, m->unit), .per = copy(c, m->per), .summary = copy(c, m->summary),
		.detail = copy(c, m->detail), .file = copy(c, m->file),
	};
}

void catalog_add_group(struct catalog *c, const char *name, const char *summary)
{
	c->group = mem_grow(c->group, c->n_groups, sizeof(*c->group));
	c->group[c->n_groups++] = (struct catalog_group){ copy(c, name), copy(c, summary) };
}

void catalog_add_fault(struct catalog *c, const char *name, const char *why)
{
	c->fault = mem_grow(c->fault, c->n_faults, sizeof(*c->fault));
	c->fault[c->n_faults++] = (struct catalog_group){ copy(c, name), copy(c, why) };
}

/* --- sorting -------------------------------------------------------------------------------------- */

struct key {			/* sort key of an event or metric */
	const char *name, *unit;
	const void *row;
};

static int compare_keys(const struct key *x, const struct key *y)
{
	int order = str_casecmp(x->name, y->name);

	return order ? order : strcmp(x->unit, y->unit);
}

/* Of equal keys the later entry comes first. */
static int order_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int order = compare_keys(x, y);

	return order ? order : (x->row < y->row) - (x->row > y->row);
}

/* Replaces the rows by a sorted copy without duplicates. Returns the number of rows. */
static size_t sort_rows(struct key *key, size_t n, size_t size, void **rows)
{
	char *sorted = mem_resize(NULL, n, size);
	size_t kept = 0;

	if (n)
		qsort(key, n, sizeof(*key), order_keys);
	for (size_t i = 0; i < n; i++)
		if (!i || compare_keys(&key[i], &key[i - 1]) != 0)
			memcpy(sorted + size * kept++, key[i].row, size);
	free(*rows);
	*rows = sorted;
	free(key);
	return kept;
}

void catalog_sort_added(struct catalog *c)
{
	struct key *events = mem_resize(NULL, c->n_events, sizeof(*events));
	struct key *metrics = mem_resize(NULL, c->n_metrics, sizeof(*metrics));
	void *rows = c->event;

	for (size_t i = 0; i < c->n_events; i++)
		events[i] = (struct key){ c->event[i].name, c->event[i].unit, &c->event[i] };
	c->n_events = sort_rows(events, c->n_events, sizeof(*c->event), &rows);
	c->event = rows;
	rows = c->metric;
	for (size_t i = 0; i < c->n_metrics; i++)
		metrics[i] = (struct key){ c->metric[i].name, c->metric[i].unit, &c->metric[i] };
	c->n_metrics = sort_rows(metrics, c->n_metrics, sizeof(*c->metric), &rows);
	c->metric = rows;
}
