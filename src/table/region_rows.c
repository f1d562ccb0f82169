/* SPDX-License-Identifier: MIT */
/* Adds up what threads counted in regions, in the order in which the regions were first entered. */
#include "table/region_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "count/regions.h"
#include "event/event.h"
#include "host/target.h"

static bool is_named(const void *list, size_t at, const void *key)
{
	return strcmp(((char *const *)list)[at], key) == 0;
}

static void add_name(struct str *out, const struct found_region *r, const struct aggr_opts *o)
{
	str_reset(out);
	str_add(out, r->name);
	if (o->region_threads)
		str_addf(out, " %s-%d", r->comm, (int)r->tid);
}

/* The index of this name, which may be new. */
static size_t intern(struct target *t, struct index *by_name, const char *name)
{
	uint64_t hash = index_hash(0, name);
	ptrdiff_t at = index_find(by_name, hash, is_named, t->region, name);

	if (at >= 0)
		return (size_t)at;
	t->region = mem_grow(t->region, t->n_regions, sizeof(*t->region));
	t->region[t->n_regions] = mem_copy_text(name);
	index_add(by_name, hash, t->n_regions);
	return t->n_regions++;
}

static size_t *find_units(struct target *target, const struct found_regions *found, const struct aggr_opts *o)
{
	size_t *unit = mem_resize(NULL, found->n + 1, sizeof(*unit));
	struct index by_name = {0};
	struct str name = {0};

	for (size_t i = 0; i < target->n_regions; i++)
		index_add(&by_name, index_hash(0, target->region[i]), i);
	for (size_t i = 0; i < found->n; i++) {
		add_name(&name, &found->region[i], o);
		unit[i] = 1 + intern(target, &by_name, name.text);
	}
	str_release(&name);
	index_release(&by_name);
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

static void add_count(struct cell *c, const struct region_count *count, const struct aggr_opts *o)
{
	struct reading all;

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

static void add_region(struct table *t, size_t unit, const struct found_regions *found, size_t at,
		       const struct events *events, const struct aggr_opts *o)
{
	const struct found_region *r = &found->region[at];
	struct cell *cell = &t->cell[unit * t->n_rows];

	for (size_t row = 0; row < t->n_rows; row++)
		if (events->event[row].tool == TOOL_REGION_ENTRIES) {
			cell[row].state = CELL_COUNTED;
			cell[row].members = 1;
			cell[row].value = cell[row].raw = number_add(cell[row].value, r->entries);
			cell[row].shown = (double)cell[row].value;
		}
	for (uint32_t i = 0; i < found->n_events; i++) {
		const struct event *e = &events->event[found->event[i]];
		struct cell *c = &cell[e->row];

		add_count(c, &r->count[i], o);
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
	size_t *unit = find_units(target, found, o);

	for (size_t row = 0; row < t->n_rows; row++)
		if (events->event[row].tool == TOOL_REGION_ENTRIES)
			t->cell[row] = (struct cell){ .state = CELL_ABSENT };
	region_rows_extend(t, target);
	for (size_t i = 0; i < found->n; i++)
		add_region(t, unit[i], found, i, events, o);
	add_uncounted(t, events);
	free(unit);
}

/* Names the first of the regions that are open. */
static void note_open(struct notes *notes, const struct found_regions *found)
{
	const struct found_region *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < found->n; i++) {
		if (!found->region[i].open)
			continue;
		first = first ? first : &found->region[i];
		n++;
	}
	if (n == 1)
		notes_add(notes, NOTE_REGION_OPEN, -1, "'%s'", first->name);
	else if (n)
		notes_add(notes, NOTE_REGION_OPEN, -1, "'%s' and %zu more", first->name, n - 1);
}

void region_rows_note(struct notes *notes, const struct found_regions *found)
{
	if (!found->threads && !found->without_room && !found->of_functions) {
		notes_add(notes, NOTE_NO_REGIONS, -1, "%s", "");
		return;
	}
	if (found->nested)
		notes_add(notes, NOTE_REGIONS_NESTED, -1, "%s", "");
	note_open(notes, found);
	if (found->stray_ends)
		notes_add(notes, NOTE_REGION_STRAY, -1, "%" PRIu64, found->stray_ends);
	if (found->failed)
		notes_add(notes, NOTE_REGION_FAILED, -1, "%zu, the first because: %s", found->failed,
			  strerror(found->errnum));
	if (found->without_room)
		notes_add(notes, NOTE_REGION_ROOM, -1, "%zu", found->without_room);
}
