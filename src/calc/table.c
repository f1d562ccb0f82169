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

struct tally {			/* the slots of one event */
	unsigned open, slept, starved, counted, unsupported;
};

static void add_slot(struct cell *c, const struct event *e, const struct reading *from, const struct reading *to,
		     const struct aggr_opts *o, struct tally *tally)
{
	struct reading r = reading_delta(from, to);
	uint64_t value;

	tally->open++;
	if (e->flags & EVENT_BLIND)
		return;
	if (!r.enabled) {	/* a thread that slept: nothing to add, nothing wrong */
		tally->slept++;
		return;
	}
	c->enabled += r.enabled;
	c->running += r.running;
	if (!reading_scaled(&r, &value)) {
		tally->starved++;
		return;
	}
	if (e->flags & EVENT_SNAPSHOT)
		value = to->value;
	else if (o->no_scale)
		value = r.value;
	tally->counted++;
	c->state = CELL_COUNTED;
	c->value += value;
}

static void note_event(struct notes *notes, int index, const struct plan *plan, const struct cell *c,
		       const struct tally *t)
{
	const struct event *e = &plan->events->event[index];
	size_t group = events_group_size(plan->events, e->leader);

	if (t->counted && t->starved)
		notes_add(notes, NOTE_PARTIAL, index, "counted on %u of %u", t->counted, t->open);
	if (t->counted && c->running < c->enabled)
		notes_add(notes, NOTE_MULTIPLEXED, index, "%.2f%% of the time", cell_running_pct(c));
	if (t->counted || !t->open || e->flags & EVENT_BLIND)
		return;
	if (!t->starved)
		notes_add(notes, NOTE_NEVER_ENABLED, index, "%s", "");
	else if (group == 1)
		notes_add(notes, NOTE_NEVER_RAN, index, "%s", "");
	else if (e->leader == index)
		notes_add(notes, NOTE_GROUP_NEVER_RAN, index, "a group of %zu", group);
}

static void add_event(struct table *t, int index, const struct plan *plan, const struct sample *from,
		      const struct sample *to, const struct aggr_opts *o, struct notes *notes)
{
	const struct event *e = &plan->events->event[index];
	struct cell *c = &t->cell[e->row];
	struct tally tally = {0};

	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	if (e->tool != TOOL_NONE) {
		c->state = CELL_COUNTED;
		c->value += to->tool[e->tool] - from->tool[e->tool];
		return;
	}
	for (size_t i = 0; i < plan->n; i++) {
		if (plan->slot[i].event != index)
			continue;
		if (to->state[i] == COUNTER_OPEN)
			add_slot(c, e, &from->reading[i], &to->reading[i], o, &tally);
		else
			tally.unsupported += to->state[i] == COUNTER_NOT_SUPPORTED;
	}
	if (tally.unsupported && !tally.open && c->state != CELL_COUNTED)
		c->state = CELL_NOT_SUPPORTED;
	note_event(notes, index, plan, c, &tally);
}

int table_build(struct table *t, const struct plan *plan, const struct sample *from, const struct sample *to,
		const struct aggr_opts *o, struct notes *notes, struct error *err)
{
	const struct events *events = plan->events;

	(void)err;
	*t = (struct table){ .n_units = 1, .n_rows = events->n };
	t->unit = mem_resize(NULL, 1, sizeof(*t->unit));
	t->unit[0] = (struct unit){ -1, -1, -1, -1, -1, -1, -1, -1, 1 };
	t->cell = mem_resize(NULL, t->n_rows, sizeof(*t->cell));
	memset(t->cell, 0, t->n_rows * sizeof(*t->cell));
	for (size_t e = 0; e < events->n; e++)
		if (event_set_has(plan->set, (int)e))
			add_event(t, (int)e, plan, from, to, o, notes);
	for (size_t e = 0; e < events->n; e++)
		t->cell[e].shown = (double)t->cell[e].value * events->event[e].scale;
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

/* The times are those of the last run, as perf has them: their share, too, is that of one run. */
static void add_cell(struct cell *mean, struct stats *s, const struct cell *c)
{
	if (c->state == CELL_ABSENT)
		return;
	mean->enabled = c->enabled;
	mean->running = c->running;
	if (c->state != CELL_COUNTED) {
		mean->state = s->n ? CELL_COUNTED : c->state;
		return;
	}
	stats_add(s, (double)c->value);
	mean->state = CELL_COUNTED;
	mean->value = s->n == 1 ? c->value : (uint64_t)llround(s->mean);	/* one run stays exact */
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
