/* SPDX-License-Identifier: MIT */
/*
 * Builds a table from two samples: takes the difference of each reading, scales it by its own share
 * of time and adds it to its row.  Sums are integers; only the number for people is a double.
 */
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/stats.h"
#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"
#include "event/sensor.h"
#include "host/pmu.h"
#include "table/aggregation.h"

struct tally {			/* how many slots of one cell are in which state */
	unsigned open, starved, counted, unsupported, unread, doubted;
	enum counter_state doubt;	/* why: of the first doubted slot */
	int first;		/* the event whose slots count as members; -1: none yet */
};

struct builder {
	struct table *t;
	struct aggregation layout;
	struct tally *tally;	/* parallel to t->cell */
	bool *seen;		/* [event * packages + package]: already counted */
	size_t *group;		/* by leader: number of events in its group */
	const struct plan *plan;
	const struct sample *from, *to;
	const struct aggr_opts *o;
};

static void add_reading(const struct builder *b, struct cell *c, struct tally *tally, const struct event *e,
			size_t slot, struct reading r)
{
	uint64_t value;

	if (!r.enabled)		/* a thread that slept: nothing to add, and no error */
		return;
	c->enabled += r.enabled;
	c->running += r.running;
	if (e->flags & EVENT_BLIND)	/* it reads 0 without counting */
		return;
	if (!reading_scaled(&r, &value)) {
		tally->starved++;
		return;
	}
	if (e->flags & EVENT_SNAPSHOT)
		r.value = value = b->to->reading[slot].value;
	tally->counted++;
	c->state = CELL_COUNTED;
	c->raw = number_add(c->raw, r.value);
	c->value = number_add(c->value, b->o->no_scale ? r.value : value);
}

/* True if the slot's event counts once per package and another CPU of the package has counted it. */
static bool is_counted_in_package(const struct builder *b, const struct slot *slot)
{
	const struct cpu_classes *packages = &b->layout.packages;
	bool *seen, before;

	if (!(b->plan->events->event[slot->event].flags & EVENT_PER_PACKAGE) || slot->cpu < 0)
		return false;
	seen = &b->seen[(size_t)slot->event * packages->n + (size_t)packages->of_cpu[slot->cpu]];
	before = *seen;
	*seen = true;
	return before;
}

static size_t table_unit_of(const struct builder *b, const struct slot *slot)
{
	size_t unit = aggregation_unit(&b->layout, slot);

	return b->layout.head && b->plan->events->event[slot->event].flags & EVENT_PER_CORE ?
	       (size_t)b->layout.head[unit] : unit;
}

/* Instances of an uncore PMU share a CPU, so only one counts; core types of a hybrid machine do not. */
static void add_member(struct cell *c, struct tally *tally, const struct event *e, int event)
{
	if (tally->first < 0)
		tally->first = event;
	c->members += tally->first == event || (e->pmu && e->pmu->is_core);
}

static void table_add_slot(const struct builder *b, size_t i)
{
	const struct slot *slot = &b->plan->slot[i];
	const struct event *e = &b->plan->events->event[slot->event];
	size_t at = table_unit_of(b, slot) * b->t->n_rows + (size_t)e->row;
	struct cell *c = &b->t->cell[at];
	struct tally *tally = &b->tally[at];
	struct reading r;

	if (b->to->state[i] == COUNTER_GONE && b->o->mode != AGGR_TOTAL)
		return;		/* a CPU or thread that is gone gets no row */
	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	tally->unsupported += b->to->state[i] == COUNTER_NOT_SUPPORTED;
	tally->unread += b->to->state[i] == COUNTER_NOT_READ;
	r = reading_delta(&b->from->reading[i], &b->to->reading[i]);
	if ((b->to->state[i] == COUNTER_BACKWARDS || b->to->state[i] == COUNTER_TOO_FAST) &&
	    !tally->doubted++)
		tally->doubt = (enum counter_state)b->to->state[i];
	if (b->to->state[i] != COUNTER_OPEN)
		return;
	add_member(c, tally, e, slot->event);
	if (r.enabled && is_counted_in_package(b, slot))
		return;
	tally->open++;
	add_reading(b, c, tally, e, i, r);
}

static uint64_t tool_before(const struct builder *b, const struct event *e)
{
	return event_is_level(e) ? 0 : b->from->tool[e->tool];
}

/* A sensor may fail, and the energy of one that was reset has no difference. */
static bool table_has_value(const struct builder *b, const struct event *e)
{
	uint64_t value = b->to->tool[e->tool];

	return !(e->flags & EVENT_UNSUPPORTED) && value != SENSOR_UNKNOWN && value >= tool_before(b, e);
}

/*
 * Sets the value of an event that pstat measures itself.  max_rss and sensors are levels, the others times.
 * It stands in the row of each thread, or else once, in the first unit.  What valgrind counts is known only
 * after a run under it.
 */
static void table_add_tool(const struct builder *b, const struct event *e)
{
	size_t units = b->o->mode == AGGR_THREAD ? b->t->n_units : 1;
	uint64_t before = tool_before(b, e);

	if ((tool_is_value(e->tool) && !table_has_value(b, e)) ||
	    (e->tool == TOOL_MAX_RSS && b->to->rss_hidden))
		return;
	if (e->tool == TOOL_REGION_ENTRIES || (tool_is_emulated(e->tool) && !b->to->emulated))
		return;
	for (size_t u = 0; u < units; u++) {
		struct cell *c = &b->t->cell[u * b->t->n_rows + (size_t)e->row];

		c->state = CELL_COUNTED;
		c->value = c->raw = b->to->tool[e->tool] - before;
		c->members = 1;
	}
}

static void table_note_row(const struct builder *b, int row, const struct tally *tally,
			   const struct cell *sum, struct notes *notes)
{
	const struct event *e = &b->plan->events->event[row];
	size_t group;

	if (tool_is_value(e->tool) && !(e->flags & EVENT_UNSUPPORTED) && !table_has_value(b, e))
		notes_add(notes, NOTE_NOT_READ, row, "the sensor tells no number from 0 up");
	if (tally->doubted)
		notes_add(notes, NOTE_IMPOSSIBLE, row, "%s",
			  reading_doubt_words(tally->doubt == COUNTER_BACKWARDS ? DOUBT_BACKWARDS
										: DOUBT_TOO_FAST));
	if (tally->counted && tally->starved)
		notes_add(notes, NOTE_PARTIAL, row, "counted on %u of %u", tally->counted, tally->open);
	if (tally->counted && sum->running < sum->enabled)
		notes_add(notes, NOTE_MULTIPLEXED, row, "%.2f%% of the time", cell_running_pct(sum));
	if (tally->counted || !tally->open || e->flags & EVENT_BLIND)
		return;
	group = b->group[e->leader];
	if (!tally->starved)
		notes_add(notes, NOTE_NEVER_ENABLED, row, "%s", "");
	else if (group == 1)
		notes_add(notes, NOTE_NEVER_RAN, row, "%s", "");
	else if (e->leader == row)
		notes_add(notes, NOTE_GROUP_NEVER_RAN, row, "a group of %zu", group);
}

/* Marks the rows of this set, before any slot is added. */
static void start_rows(const struct builder *b)
{
	const struct events *events = b->plan->events;

	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = &events->event[i];

		if (!event_set_has(b->plan->set, (int)i))
			continue;
		if (b->o->mode == AGGR_TOTAL)
			b->t->cell[e->row].state = CELL_NOT_COUNTED;
		/* no slot will say so: it may have no counter at all */
		if (b->o->mode == AGGR_TOTAL && e->flags & EVENT_UNSUPPORTED)
			b->tally[e->row].unsupported++;
		if (e->tool != TOOL_NONE)
			table_add_tool(b, e);
	}
}

/* In rows of CPUs a cell without a count has no share of time either, as in perf. */
static void end_cell(const struct builder *b, struct cell *c, const struct tally *tally, double scale)
{
	bool units = b->o->mode != AGGR_TOTAL && b->o->mode != AGGR_THREAD;

	if (tally->unsupported && !tally->open && !tally->doubted)
		c->state = CELL_NOT_SUPPORTED;
	if (tally->unread || tally->doubted)	/* a sum that lacks a part is not shown */
		*c = (struct cell){ .state = CELL_UNKNOWN, .members = c->members };
	if (units && tally->starved && !tally->counted && c->state == CELL_NOT_COUNTED)
		c->state = CELL_UNKNOWN;	/* unknown: others had the counter part of the time */
	if (c->state != CELL_COUNTED && units)
		c->enabled = c->running = 0;
	c->shown = cell_shown(c->value, scale);
}

static void add_tally(struct tally *all, struct cell *sum, const struct tally *tally, const struct cell *c)
{
	all->open += tally->open;
	all->starved += tally->starved;
	all->counted += tally->counted;
	sum->enabled += c->enabled;
	sum->running += c->running;
}

static void end_row(const struct builder *b, size_t row, struct notes *notes)
{
	struct tally all = {0};
	struct cell sum = {0};

	for (size_t at = row; at < b->t->n_units * b->t->n_rows; at += b->t->n_rows) {
		struct cell *c = &b->t->cell[at];
		const struct tally *tally = &b->tally[at];

		if (c->state == CELL_ABSENT)
			continue;
		if (!all.doubted)
			all.doubt = tally->doubt;
		all.doubted += tally->doubted;
		if (!tally->unread && !tally->doubted)	/* these have their own notes */
			add_tally(&all, &sum, tally, c);
		end_cell(b, c, tally, b->plan->events->event[row].scale);
	}
	if (notes)
		table_note_row(b, (int)row, &all, &sum, notes);
}

/* Gives each CPU the count of its core. */
static void spread_cores(const struct builder *b)
{
	const struct events *events = b->plan->events;

	for (size_t u = 0; u < b->t->n_units; u++)
		for (size_t row = 0; row < events->n; row++)
			if (events->event[row].flags & EVENT_PER_CORE)
				b->t->cell[u * events->n + row] =
					b->t->cell[(size_t)b->layout.head[u] * events->n + row];
}

static void builder_start(struct builder *b, const struct machine *machine)
{
	size_t cells;

	aggregation_build(&b->layout, b->plan, machine, b->o);
	*b->t = (struct table){ .unit = b->layout.units.key, .n_units = b->layout.units.n,
				.n_rows = b->plan->events->n };
	b->layout.units.key = NULL;	/* the table owns it now */
	cells = b->t->n_units * b->t->n_rows;
	b->group = events_group_sizes(b->plan->events);
	b->t->cell = mem_zeroed(cells, sizeof(*b->t->cell));
	b->tally = mem_resize(NULL, cells, sizeof(*b->tally));
	for (size_t i = 0; i < cells; i++)
		b->tally[i] = (struct tally){ .first = -1 };
	b->seen = mem_zeroed(b->layout.packages.n * b->t->n_rows, sizeof(*b->seen));
}

void table_build(struct table *t, const struct plan *plan, const struct sample *from, const struct sample *to,
		 const struct machine *machine, const struct aggr_opts *o, struct notes *notes)
{
	struct builder b = { .t = t, .plan = plan, .from = from, .to = to, .o = o };

	builder_start(&b, machine);
	start_rows(&b);
	for (size_t i = 0; i < plan->n; i++)
		table_add_slot(&b, i);
	for (size_t row = 0; row < t->n_rows; row++)
		end_row(&b, row, notes);
	if (b.layout.head && o->percore_threads)
		spread_cores(&b);
	aggregation_release(&b.layout);
	free(b.tally);
	free(b.seen);
	free(b.group);
}

double cell_shown(uint64_t value, double scale)
{
	double parts = scale > 0 && scale < 1 ? 1 / scale : 0, whole = round(parts);

	return parts > 0 && !(fabs(parts - whole) > 1e-9 * parts) ? (double)value / whole
								  : (double)value * scale;
}

double cell_running_pct(const struct cell *c)
{
	if (!c->enabled)
		return c->state == CELL_COUNTED ? 100 : 0;	/* pstat's own clock always runs */
	return 100 * (double)c->running / (double)c->enabled;
}


double cell_error_pct(const struct cell *mean, const struct stats *s)
{
	return mean->value ? 100 * stats_error(s) / (double)mean->value : 0;
}

static uint64_t nearest_count(double d)
{
	return d >= 0x1p64 ? UINT64_MAX : (uint64_t)round(d);
}

/*
 * The times are those of the last run, as in perf, so that their share is that of one run, too.  If
 * the last run was left out because the event was multiplexed and never ran, older times stay.
 */
static void table_add_cell(struct cell *mean, struct stats *s, const struct cell *c)
{
	bool counted = c->state == CELL_COUNTED;

	if (c->state == CELL_ABSENT || (!counted && c->running && s->n))
		return;
	mean->raw = c->raw;
	mean->members = c->members;
	mean->enabled = c->enabled;
	mean->running = c->running;
	mean->state = counted || s->n ? CELL_COUNTED : c->state;
	if (!counted)
		return;
	stats_add(s, (double)c->value);
	mean->value = s->n == 1 ? c->value : nearest_count(s->mean);	/* one run stays exact */
	mean->shown += (c->shown - mean->shown) / (double)s->n;
}

void table_add(struct table *mean, struct stats **stats, const struct table *t)
{
	if (!mean->cell) {
		table_init(mean, t->unit, t->n_units, t->n_rows);
		free(*stats);
		*stats = mem_zeroed(t->n_units * t->n_rows, sizeof(**stats));
	}
	for (size_t i = 0; t->cell && i < t->n_units * t->n_rows; i++)
		table_add_cell(&mean->cell[i], &(*stats)[i], &t->cell[i]);
	for (size_t i = 0; i < t->n_packed; i++)
		table_add_cell(&mean->cell[t->packed[i].at], &(*stats)[t->packed[i].at], &t->packed[i].cell);
}

void table_accumulate(struct table *sum, const struct table *t, const struct events *events)
{
	if (!sum->cell)
		table_init(sum, t->unit, t->n_units, t->n_rows);
	for (size_t i = 0; i < t->n_units * t->n_rows; i++) {
		struct cell *to = &sum->cell[i];
		const struct cell *c = &t->cell[i];

		to->enabled = number_add(to->enabled, c->enabled);
		to->running = number_add(to->running, c->running);
		if (c->state != CELL_COUNTED) {
			to->state = to->state == CELL_COUNTED ? CELL_COUNTED : c->state;
			continue;
		}
		to->state = CELL_COUNTED;
		to->value = number_add(to->value, c->value);
		to->shown = cell_shown(to->value, events->event[i % t->n_rows].scale);
	}
}

void table_pack(struct table *t)
{
	size_t cells = t->n_units * t->n_rows, n = 0;

	if (!t->cell)
		return;
	for (size_t i = 0; i < cells; i++)
		n += t->cell[i].state != CELL_ABSENT;
	t->packed = mem_resize(NULL, n + 1, sizeof(*t->packed));
	for (size_t i = 0; i < cells; i++)
		if (t->cell[i].state != CELL_ABSENT)
			t->packed[t->n_packed++] = (struct packed_cell){ i, t->cell[i] };
	free(t->cell);
	free(t->figure);
	t->cell = NULL;
	t->figure = NULL;
	t->n_metrics = 0;
}

bool table_is_packed(const struct table *t)
{
	return t->packed != NULL;
}

static int compare_index(const void *key, const void *packed)
{
	size_t a = *(const size_t *)key, b = ((const struct packed_cell *)packed)->at;

	return (a > b) - (a < b);
}

const struct cell *table_cell(const struct table *t, size_t at)
{
	static const struct cell absent = { .state = CELL_ABSENT };
	const struct packed_cell *found;

	if (!t->packed)
		return &t->cell[at];
	found = bsearch(&at, t->packed, t->n_packed, sizeof(*t->packed), compare_index);
	return found ? &found->cell : &absent;
}

void table_init(struct table *t, const struct unit *unit, size_t n_units, size_t n_rows)
{
	*t = (struct table){ .n_units = n_units, .n_rows = n_rows,
			     .unit = mem_resize(NULL, n_units, sizeof(*t->unit)),
			     .cell = mem_zeroed(n_units * n_rows, sizeof(*t->cell)) };
	if (n_units)
		memcpy(t->unit, unit, n_units * sizeof(*t->unit));
}

void table_copy(struct table *out, const struct table *in)
{
	size_t cells = in->n_units * in->n_rows;

	table_init(out, in->unit, in->n_units, in->n_rows);
	if (in->cell && cells)
		memcpy(out->cell, in->cell, cells * sizeof(*out->cell));
	for (size_t i = 0; i < in->n_packed; i++)
		out->cell[in->packed[i].at] = in->packed[i].cell;
}

void table_release(struct table *t)
{
	free(t->unit);
	free(t->cell);
	free(t->figure);
	free(t->packed);
	*t = (struct table){0};
}
