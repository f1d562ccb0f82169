/* SPDX-License-Identifier: MIT */
/*
 * From two samples to counts: the difference of each reading, scaled by its own share of
 * time, then added up row by row.  All in integers; only what people read is a double.
 */
#include "calc/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "calc/stats.h"
#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"

struct tally {			/* the slots of one row */
	unsigned open, starved, counted, unsupported;
};

struct builder {
	struct table *t;
	struct tally *tally;	/* by row */
	const struct plan *plan;
	const struct sample *from, *to;
	const struct aggr_opts *o;
};

/* As much as fits: a count that is too large must not become a small one. */
static uint64_t add_up(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void add_reading(const struct builder *b, struct cell *c, struct tally *tally, const struct event *e,
			size_t slot)
{
	struct reading r = reading_delta(&b->from->reading[slot], &b->to->reading[slot]);
	uint64_t value;

	if (!r.enabled)		/* a thread that slept: nothing to add, nothing wrong */
		return;
	c->enabled += r.enabled;
	c->running += r.running;
	if (e->flags & EVENT_BLIND)	/* its 0 is no count */
		return;
	if (!reading_scaled(&r, &value)) {
		tally->starved++;
		return;
	}
	if (e->flags & EVENT_SNAPSHOT)
		r.value = value = b->to->reading[slot].value;
	tally->counted++;
	c->state = CELL_COUNTED;
	c->raw = add_up(c->raw, r.value);
	c->value = add_up(c->value, b->o->no_scale ? r.value : value);
}

static void add_slot(const struct builder *b, size_t slot)
{
	int event = b->plan->slot[slot].event;
	const struct event *e = &b->plan->events->event[event];
	struct tally *tally = &b->tally[e->row];

	tally->unsupported += b->to->state[slot] == COUNTER_NOT_SUPPORTED;
	if (b->to->state[slot] != COUNTER_OPEN)
		return;
	tally->open++;
	add_reading(b, &b->t->cell[e->row], tally, e, slot);
}

/* The largest resident set is a level, the others are times. */
static void add_tool(const struct builder *b, const struct event *e)
{
	struct cell *c = &b->t->cell[e->row];
	uint64_t before = e->tool == TOOL_MAX_RSS ? 0 : b->from->tool[e->tool];

	c->state = CELL_COUNTED;
	c->value = c->raw = b->to->tool[e->tool] - before;
}

static void note_row(const struct builder *b, int row, struct notes *notes)
{
	const struct event *e = &b->plan->events->event[row];
	const struct tally *tally = &b->tally[row];
	const struct cell *c = &b->t->cell[row];
	size_t group = events_group_size(b->plan->events, e->leader);

	if (tally->counted && tally->starved)
		notes_add(notes, NOTE_PARTIAL, row, "counted on %u of %u", tally->counted, tally->open);
	if (tally->counted && c->running < c->enabled)
		notes_add(notes, NOTE_MULTIPLEXED, row, "%.2f%% of the time", cell_running_pct(c));
	if (tally->counted || !tally->open || e->flags & EVENT_BLIND)
		return;
	if (!tally->starved)
		notes_add(notes, NOTE_NEVER_ENABLED, row, "%s", "");
	else if (group == 1)
		notes_add(notes, NOTE_NEVER_RAN, row, "%s", "");
	else if (e->leader == row)
		notes_add(notes, NOTE_GROUP_NEVER_RAN, row, "a group of %zu", group);
}

/* Which rows there are in this set, before anything was read of them. */
static void start_rows(const struct builder *b)
{
	const struct events *events = b->plan->events;

	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = &events->event[i];

		if (!event_set_has(b->plan->set, (int)i))
			continue;
		b->t->cell[e->row].state = CELL_NOT_COUNTED;
		if (e->tool != TOOL_NONE)
			add_tool(b, e);
	}
}

static void end_rows(const struct builder *b, struct notes *notes)
{
	for (size_t row = 0; row < b->t->n_rows; row++) {
		struct cell *c = &b->t->cell[row];

		if (c->state == CELL_ABSENT)
			continue;
		if (b->tally[row].unsupported && !b->tally[row].open)
			c->state = CELL_NOT_SUPPORTED;
		c->shown = (double)c->value * b->plan->events->event[row].scale;
		note_row(b, (int)row, notes);
	}
}

int table_build(struct table *t, const struct plan *plan, const struct sample *from, const struct sample *to,
		const struct aggr_opts *o, struct notes *notes, struct error *err)
{
	struct builder b = { t, NULL, plan, from, to, o };

	(void)err;
	*t = (struct table){ .n_units = 1, .n_rows = plan->events->n };
	t->unit = mem_resize(NULL, 1, sizeof(*t->unit));
	t->unit[0] = (struct unit){ -1, -1, -1, -1, -1, -1, -1, -1, 1 };
	t->cell = mem_resize(NULL, t->n_rows, sizeof(*t->cell));
	b.tally = mem_resize(NULL, t->n_rows, sizeof(*b.tally));
	memset(t->cell, 0, t->n_rows * sizeof(*t->cell));
	memset(b.tally, 0, t->n_rows * sizeof(*b.tally));
	start_rows(&b);
	for (size_t i = 0; i < plan->n; i++)
		add_slot(&b, i);
	end_rows(&b, notes);
	free(b.tally);
	return 0;
}

double cell_running_pct(const struct cell *c)
{
	if (!c->enabled)
		return c->state == CELL_COUNTED ? 100 : 0;	/* pstat's own clock is never away */
	return 100 * (double)c->running / (double)c->enabled;
}

static void shape_like(struct table *mean, struct stats **stats, const struct table *t)
{
	size_t cells = t->n_units * t->n_rows;

	*mean = (struct table){ .n_units = t->n_units, .n_rows = t->n_rows };
	mean->unit = mem_resize(NULL, t->n_units, sizeof(*mean->unit));
	mean->cell = mem_resize(NULL, cells, sizeof(*mean->cell));
	*stats = mem_resize(*stats, cells, sizeof(**stats));
	memcpy(mean->unit, t->unit, t->n_units * sizeof(*mean->unit));
	memset(mean->cell, 0, cells * sizeof(*mean->cell));
	memset(*stats, 0, cells * sizeof(**stats));
}

double cell_error_pct(const struct cell *mean, const struct stats *s)
{
	return mean->value ? 100 * stats_error(s) / (double)mean->value : 0;
}

static uint64_t nearest_count(double d)
{
	return d >= 0x1p64 ? UINT64_MAX : (uint64_t)round(d);
}

/* The times are those of the last run, as perf has them: their share, too, is that of one run. */
static void add_cell(struct cell *mean, struct stats *s, const struct cell *c)
{
	if (c->state == CELL_ABSENT)
		return;
	mean->raw = c->raw;
	mean->enabled = c->enabled;
	mean->running = c->running;
	if (c->state != CELL_COUNTED) {
		mean->state = s->n ? CELL_COUNTED : c->state;
		return;
	}
	stats_add(s, (double)c->value);
	mean->state = CELL_COUNTED;
	mean->value = s->n == 1 ? c->value : nearest_count(s->mean);	/* one run stays exact */
	mean->shown += (c->shown - mean->shown) / (double)s->n;
}

void table_add(struct table *mean, struct stats **stats, const struct table *t)
{
	if (!mean->cell)
		shape_like(mean, stats, t);
	for (size_t i = 0; i < t->n_units * t->n_rows; i++)
		add_cell(&mean->cell[i], &(*stats)[i], &t->cell[i]);
}

void table_release(struct table *t)
{
	free(t->unit);
	free(t->cell);
	free(t->figure);
	*t = (struct table){0};
}
