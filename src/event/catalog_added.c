/* SPDX-License-Identifier: MIT */
/* What was read at run time: of what has one name and unit, the one that came last is the one that counts. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/catalog.h"

/* Takes text over. */
static const char *own(struct catalog *c, char *text)
{
	c->text = mem_grow(c->text, c->n_texts, sizeof(*c->text));
	c->text[c->n_texts++] = text;
	return text;
}

static const char *keep(struct catalog *c, const char *text)
{
	return text && *text ? own(c, mem_text(text)) : "";
}

/* What the entry before has, too, is there already; before: NULL: there is none. */
static const char *keep_again(struct catalog *c, const char *text, const char *before)
{
	return before && text && strcmp(text, before) == 0 ? before : keep(c, text);
}

void catalog_add_event(struct catalog *c, const struct catalog_event *e)
{
	struct catalog_event none = { .name = NULL }, last = c->n_events ? c->event[c->n_events - 1] : none;
	char *name = mem_text(e->name);

	for (char *p = name; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	c->event = mem_grow(c->event, c->n_events, sizeof(*c->event));
	c->event[c->n_events++] = (struct catalog_event){
		.name = own(c, name), .topic = keep_again(c, e->topic, last.topic),
		.unit = keep_again(c, e->unit, last.unit), .terms = keep(c, e->terms),
		.scale_unit = keep(c, e->scale_unit),
		.summary = keep(c, e->summary), .detail = keep(c, e->detail),
		.file = keep_again(c, e->file, last.file),
		.deprecated = e->deprecated, .per_package = e->per_package,
	};
}

void catalog_add_metric(struct catalog *c, const struct catalog_metric *m)
{
	c->metric = mem_grow(c->metric, c->n_metrics, sizeof(*c->metric));
	c->metric[c->n_metrics++] = (struct catalog_metric){
		.name = keep(c, m->name), .topic = keep(c, m->topic), .groups = keep(c, m->groups),
		.expr = keep(c, m->expr), .scale_unit = keep(c, m->scale_unit),
		.threshold = keep(c, m->threshold), .constraint = keep(c, m->constraint),
		.no_group = keep(c, m->no_group), .default_group = keep(c, m->default_group),
		.unit = keep(c, m->unit), .per = keep(c, m->per), .summary = keep(c, m->summary),
		.detail = keep(c, m->detail), .file = keep(c, m->file),
	};
}

void catalog_add_group(struct catalog *c, const char *name, const char *summary)
{
	c->group = mem_grow(c->group, c->n_groups, sizeof(*c->group));
	c->group[c->n_groups++] = (struct catalog_group){ keep(c, name), keep(c, summary) };
}

void catalog_add_fault(struct catalog *c, const char *name, const char *why)
{
	c->fault = mem_grow(c->fault, c->n_faults, sizeof(*c->fault));
	c->fault[c->n_faults++] = (struct catalog_group){ keep(c, name), keep(c, why) };
}

/* --- sorting -------------------------------------------------------------------------------------- */

struct key {			/* of an event or metric */
	const char *name, *unit;
	const void *row;
};

static int compare(const struct key *x, const struct key *y)
{
	int order = str_casecmp(x->name, y->name);

	return order ? order : strcmp(x->unit, y->unit);
}

/* Of equals the one that was added later first. */
static int by_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int order = compare(x, y);

	return order ? order : (x->row < y->row) - (x->row > y->row);
}

/* Rows of one size, in place of which comes a copy.  Returns how many are left. */
static size_t sort(struct key *key, size_t n, size_t size, void **rows)
{
	char *sorted = mem_resize(NULL, n, size);
	size_t kept = 0;

	if (n)
		qsort(key, n, sizeof(*key), by_key);
	for (size_t i = 0; i < n; i++)
		if (!i || compare(&key[i], &key[i - 1]) != 0)
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
	c->n_events = sort(events, c->n_events, sizeof(*c->event), &rows);
	c->event = rows;
	rows = c->metric;
	for (size_t i = 0; i < c->n_metrics; i++)
		metrics[i] = (struct key){ c->metric[i].name, c->metric[i].unit, &c->metric[i] };
	c->n_metrics = sort(metrics, c->n_metrics, sizeof(*c->metric), &rows);
	c->metric = rows;
}
