/* SPDX-License-Identifier: MIT */
/* Adds up what threads counted in regions, in the order in which the regions were first entered. */
#include "table/region_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/number.h"
#include "count/regions.h"
#include "event/event.h"
#include "host/target.h"

static bool is_same(const void *list, size_t at, const void *key)
{
	const struct target_region *r = (const struct target_region *)list + at, *wanted = key;

	return r->tid == wanted->tid && strcmp(r->name, wanted->name) == 0 &&
	       strcmp(r->comm, wanted->comm) == 0;
}

static uint64_t region_rows_hash_of(const struct target_region *r)
{
	return index_hash((uint64_t)r->tid, r->name);
}

static size_t *find_units(struct target *t, const struct found_regions *found, const struct aggr_opts *o)
{
	size_t *unit = mem_resize(NULL, found->n + 1, sizeof(*unit));
	LOCAL(index) known = {0};

	for (size_t i = 0; i < t->n_regions; i++)
		index_add(&known, region_rows_hash_of(&t->region[i]), i);
	for (size_t i = 0; i < found->n; i++) {
		struct found_region *r = &found->region[i];
		struct target_region wanted = { .name = r->name, .tid = o->region_threads ? r->tid : 0 };
		ptrdiff_t at;

		if (wanted.tid)
			memcpy(wanted.comm, r->comm, sizeof(wanted.comm));
		at = index_find(&known, region_rows_hash_of(&wanted), is_same, t->region, &wanted);
		if (at < 0) {
			at = (ptrdiff_t)t->n_regions;
			target_add_region(t, wanted.name, wanted.comm, wanted.tid);
			index_add(&known, region_rows_hash_of(&wanted), (size_t)at);
		}
		unit[i] = 1 + (size_t)at;
	}
	return unit;
}

void region_rows_extend(struct table *t, const struct target *target)
{
	size_t n = target->n_regions + 1, before = t->n_units * t->n_rows;

	if (t->n_units >= n)
		return;
	t->unit = mem_resize(t->unit, n, sizeof(*t->unit));
	for (size_t u = t->n_units; u < n; u++) {
		t->unit[u] = t->unit[0];
		t->unit[u].region = (int)u - 1;
	}
	t->n_units = n;
	if (table_is_packed(t))		/* it has no cells that are ABSENT, and no figures */
		return;
	t->cell = mem_resize(t->cell, n * t->n_rows, sizeof(*t->cell));
	memset(t->cell + before, 0, (n * t->n_rows - before) * sizeof(*t->cell));
	free(t->figure);
	t->figure = NULL;
	t->n_metrics = 0;
}

static void region_rows_add_count(struct cell *c, const struct region_count *count, const struct aggr_opts *o)
{
	struct reading all;

	if (count->impossible)
		*c = (struct cell){ .state = CELL_UNKNOWN };
	if (c->state == CELL_UNKNOWN)	/* a sum that lacks a part is not shown */
		return;
	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	c->enabled = number_add(c->enabled, count->sum.enabled);
	c->running = number_add(c->running, count->sum.running);
	c->members = 1;
	if (count->entries)
		c->state = CELL_COUNTED;
	if (c->state != CELL_COUNTED)
		return;
	c->value = c->raw = number_add(c->raw, count->sum.value);
	all = (struct reading){ c->raw, c->enabled, c->running };
	if (!o->no_scale && c->running < c->enabled)
		reading_scaled(&all, &c->value);
}

static void region_rows_add_region(struct table *t, size_t unit, const struct found_regions *found, size_t at,
				   const struct events *events, const struct aggr_opts *o)
{
	const struct found_region *r = &found->region[at];
	struct cell *cell = &t->cell[unit * t->n_rows];

	for (size_t row = 0; row < t->n_rows; row++)
		if (events->event[row].tool == TOOL_REGION_ENTRIES && cell[row].state != CELL_UNKNOWN) {
			cell[row].state = r->impossible ? CELL_UNKNOWN : CELL_COUNTED;
			cell[row].members = 1;
			cell[row].value = cell[row].raw = number_add(cell[row].value, r->entries);
			cell[row].shown = (double)cell[row].value;
		}
	for (uint32_t i = 0; i < found->n_events; i++) {
		const struct event *e = &events->event[found->event[i]];
		struct cell *c = &cell[e->row];

		region_rows_add_count(c, &r->count[i], o);
		c->shown = cell_shown(c->value, events->event[e->row].scale);
	}
}

/* An event that the totals do not have either is the same in each region. */
static void add_uncounted(struct table *t, const struct events *events)
{
	for (size_t at = t->n_rows; at < t->n_units * t->n_rows; at++) {
		const struct cell *total = &t->cell[at % t->n_rows];

		if (t->cell[at].state == CELL_ABSENT && total->state != CELL_COUNTED &&
		    events->event[at % t->n_rows].tool == TOOL_NONE)
			t->cell[at].state = total->state;
	}
}

void region_rows_add(struct table *t, struct target *target, const struct found_regions *found,
		     const struct events *events, const struct aggr_opts *o)
{
	FREED size_t *unit = find_units(target, found, o);

	for (size_t row = 0; row < t->n_rows; row++)
		if (events->event[row].tool == TOOL_REGION_ENTRIES)
			t->cell[row] = (struct cell){ .state = CELL_ABSENT };
	region_rows_extend(t, target);
	for (size_t i = 0; i < found->n; i++)
		region_rows_add_region(t, unit[i], found, i, events, o);
	add_uncounted(t, events);
}

static bool is_open(const struct found_region *r)
{
	return r->open;
}

static bool has_impossible(const struct found_region *r)
{
	return r->impossible;
}

/* Names the first of the regions that are so. */
static void note_regions(struct notes *notes, const struct found_regions *found, enum note_kind kind,
			 bool (*is_so)(const struct found_region *r))
{
	const struct found_region *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < found->n; i++) {
		if (!is_so(&found->region[i]))
			continue;
		first = first ? first : &found->region[i];
		n++;
	}
	if (n == 1)
		notes_add(notes, kind, -1, "'%s'", first->name);
	else if (n)
		notes_add(notes, kind, -1, "'%s' and %zu more", first->name, n - 1);
}

void region_rows_note(struct notes *notes, const struct found_regions *found)
{
	if (!found->threads && !found->without_room && !found->of_functions) {
		notes_add(notes, NOTE_NO_REGIONS, -1, "%s", "");
		return;
	}
	if (found->nested)
		notes_add(notes, NOTE_REGIONS_NESTED, -1, "%s", "");
	note_regions(notes, found, NOTE_REGION_OPEN, is_open);
	note_regions(notes, found, NOTE_REGION_IMPOSSIBLE, has_impossible);
	if (found->stray_ends)
		notes_add(notes, NOTE_REGION_STRAY, -1, "%" PRIu64, found->stray_ends);
	if (found->failed)
		notes_add(notes, NOTE_REGION_FAILED, -1, "%zu, the first because: %s", found->failed,
			  strerror(found->errnum));
	if (found->without_room)
		notes_add(notes, NOTE_REGION_ROOM, -1, "%" PRIu64, found->without_room);
}
