/* SPDX-License-Identifier: MIT */
/* Divides the total of a run among its functions; sorts them and leaves some out when all runs are made. */
#include "table/function_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/local.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "count/sampling/sampled_files.h"
#include "count/sampling/sampled_places.h"
#include "event/event.h"
#include "host/target.h"
#include "table/region_rows.h"

/* --- the units of a run ------------------------------------------------------------------------------ */

static bool is_same_name(const void *list, size_t at, const void *key)
{
	const struct target_region *r = (const struct target_region *)list + at;
	const struct function_name *wanted = key;

	return strcmp(r->name, wanted->name) == 0 && str_same_or_none(r->object, wanted->object);
}

/* The function's unit in all runs; a new one is added. */
static size_t unit_of(struct target *t, struct index *known, const struct function_name *name)
{
	uint64_t hash = function_name_hash(name);
	ptrdiff_t at = index_find(known, hash, is_same_name, t->region, name);

	if (at == INDEX_NONE) {
		at = (ptrdiff_t)t->n_regions;
		target_add_function(t, name->name, name->object);
		index_add(known, hash, (size_t)at);
	}
	return 1 + (size_t)at;
}

struct units {			/* of a run */
	size_t *of;		/* by function found */
	size_t kernel;		/* of the time that a clock spent there without samples; 0: it has no unit */
};

/* A clock goes on in the kernel, also if it is sampled in user mode only. */
static bool is_user_clock(const struct event *e)
{
	return event_is_clock(e) && e->attr.head.exclude_kernel;
}

static void find_units(struct units *u, const struct table *table, struct target *t,
		       const struct found_functions *found, const struct events *events)
{
	static const struct function_name kernel = { .name = SAMPLED_KERNEL_NAME };
	LOCAL(index) known = {0};

	*u = (struct units){ .of = mem_resize(NULL, found->n + 1, sizeof(*u->of)) };
	for (size_t i = 0; i < t->n_regions; i++)
		index_add(&known, function_name_hash(&(struct function_name){ t->region[i].name,
									      t->region[i].object }), i);
	for (size_t i = 0; i < found->n; i++)
		u->of[i] = unit_of(t, &known, &(struct function_name){ found->function[i].name,
								       found->function[i].object });
	for (size_t e = 0; e < events->n && !u->kernel; e++)
		if (is_user_clock(&events->event[e]) && table->cell[e].state == CELL_COUNTED)
			u->kernel = unit_of(t, &known, &kernel);
}

/* --- the cells of a run ------------------------------------------------------------------------------ */

static bool is_sampled(const struct events *events, size_t row)
{
	return events->event[row].tool == TOOL_NONE && events->event[row].row == (int)row;
}

static void set_cell(struct table *t, size_t unit, size_t row, uint64_t value, uint64_t samples, double scale)
{
	struct cell *c = &t->cell[unit * t->n_rows + row], *total = &t->cell[row];

	c->state = CELL_COUNTED;
	c->value = c->raw = number_add(c->value, value);
	c->enabled = total->enabled;
	c->running = total->running;
	c->shown = cell_shown(c->value, scale);
	c->members += (unsigned)samples;
	total->members += (unsigned)samples;
}

/* Rounded so that the parts add up to `all` exactly: by the sum of all parts before. */
static void divide(struct table *t, size_t row, uint64_t all, uint64_t sum, const struct units *u,
		   const struct found_functions *found, const struct event *e)
{
	uint64_t before = 0, done = 0;

	for (size_t i = 0; i < found->n; i++) {
		const struct sampled_count *c = &found->function[i].count[row];
		uint64_t until;

		before = number_add(before, c->sum);
		until = number_muldiv(all, before, sum);
		if (c->samples)
			set_cell(t, u->of[i], row, until - done, c->samples, e->scale);
		done = until;
	}
}

static void add_event(struct table *t, size_t row, const struct units *u, const struct found_functions *found,
		      const struct event *e)
{
	uint64_t total = t->cell[row].value, sum = 0, all = total;

	for (size_t i = 0; i < found->n; i++)
		sum = number_add(sum, found->function[i].count[row].sum);
	if (is_user_clock(e) && sum && sum < total) {	/* without samples nothing is known */
		all = sum;
		set_cell(t, u->kernel, row, total - sum, 0, e->scale);
	}
	if (sum)
		divide(t, row, all, sum, u, found, e);
}

void function_rows_add(struct table *t, struct target *target, const struct found_functions *found,
		       const struct events *events)
{
	struct units u;

	find_units(&u, t, target, found, events);
	region_rows_extend(t, target);
	for (size_t row = 0; row < t->n_rows; row++) {
		t->cell[row].members = 0;
		if (is_sampled(events, row) && t->cell[row].state == CELL_COUNTED)
			add_event(t, row, &u, found, &events->event[row]);
	}
	free(u.of);
}

/* --- all runs ---------------------------------------------------------------------------------------- */

struct sorted {
	size_t unit;		/* in the tables as they are */
	double sum;		/* of the first sampled event, in all runs */
	bool kept;
};

static size_t first_sampled(const struct table *const *run, size_t n, const struct events *events)
{
	for (size_t row = 0; row < run[0]->n_rows; row++)
		for (size_t i = 0; i < n && is_sampled(events, row); i++)
			if (run[i]->cell[row].state == CELL_COUNTED)
				return row;
	return run[0]->n_rows;
}

static int compare_sorted(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->sum != y->sum)
		return x->sum > y->sum ? -1 : 1;
	return x->unit < y->unit ? -1 : 1;
}

static double sum_of_runs(const struct table *const *run, size_t n, size_t unit, size_t row)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (double)run[i]->cell[unit * run[i]->n_rows + row].value;
	return sum;
}

static struct sorted *sort_units(const struct table *const *run, size_t n, const struct events *events,
				 const struct aggr_opts *o)
{
	size_t n_units = run[0]->n_units, row = first_sampled(run, n, events);
	struct sorted *s = mem_resize(NULL, n_units, sizeof(*s));
	double total = row < run[0]->n_rows ? sum_of_runs(run, n, 0, row) : 0;

	for (size_t u = 1; u < n_units; u++)
		s[u - 1] = (struct sorted){ u, row < run[0]->n_rows ? sum_of_runs(run, n, u, row) : 0, true };
	qsort(s, n_units - 1, sizeof(*s), compare_sorted);
	for (size_t i = 0; i + 1 < n_units; i++)
		s[i].kept = !(o->rows.top && i >= o->rows.top) && !(100 * s[i].sum < o->rows.min_pct * total);
	return s;
}

static void add_cell(struct cell *to, const struct cell *c)
{
	if (c->state != CELL_COUNTED)
		return;
	to->state = CELL_COUNTED;
	to->value = to->raw = number_add(to->value, c->value);
	to->enabled = c->enabled;
	to->running = c->running;
	to->members += c->members;
}

/* What was not sampled in this run counted nothing there, if the event was counted at all. */
static void fill_cell(struct cell *to, const struct cell *c, const struct cell *total, bool sampled)
{
	*to = *c;
	if (c->state == CELL_ABSENT && sampled)
		to->state = total->state;
	if (to->state != CELL_COUNTED)
		return;
	to->enabled = total->enabled;
	to->running = total->running;
}

struct layout {			/* of the units when all runs are made */
	const struct sorted *sorted; size_t n;		/* functions */
	bool others, unknown;
	size_t n_kept;
};

/* A count of which no run has a sample is a row, so that the rows add up. */
static bool is_unknown(const struct table *t, size_t row)
{
	uint64_t sum = 0;

	for (size_t u = 1; u < t->n_units; u++)
		sum = number_add(sum, t->cell[u * t->n_rows + row].value);
	return t->cell[row].state == CELL_COUNTED && t->cell[row].value && !sum;
}

static void make_layout(struct layout *l, const struct sorted *sorted, const struct table *const *run,
			size_t n, const struct events *events)
{
	*l = (struct layout){ .sorted = sorted, .n = run[0]->n_units - 1 };
	for (size_t i = 0; i < l->n; i++)
		l->n_kept += sorted[i].kept;
	l->others = l->n_kept < l->n;
	for (size_t i = 0; i < n; i++)
		for (size_t row = 0; row < run[i]->n_rows; row++)
			l->unknown |= is_sampled(events, row) && is_unknown(run[i], row);
}

static void fill_row(struct table *to, const struct table *from, const struct layout *l, size_t row,
		     bool sampled)
{
	const struct cell *total = &from->cell[row];
	size_t unit = l->n_kept, rows = from->n_rows, kept = 0;
	struct cell *others = &to->cell[unit * rows + row], *cell;

	for (size_t i = 0; i < l->n; i++) {
		cell = l->sorted[i].kept ? &to->cell[kept++ * rows + row] : &(struct cell){0};
		fill_cell(cell, &from->cell[l->sorted[i].unit * rows + row], total, sampled);
		if (!l->sorted[i].kept)
			add_cell(others, cell);
	}
	unit += l->others;
	if (l->unknown && sampled) {
		cell = &to->cell[unit * rows + row];
		*cell = *total;
		cell->members = 0;
		if (total->state == CELL_COUNTED && !is_unknown(from, row))
			cell->value = cell->raw = 0;
	}
	to->cell[(to->n_units - 1) * rows + row] = *total;
}

static void rearrange(struct table *t, const struct layout *l, const struct events *events)
{
	struct table to = { .n_rows = t->n_rows, .n_units = l->n_kept + l->others + l->unknown + 1 };

	to.unit = mem_resize(NULL, to.n_units, sizeof(*to.unit));
	to.cell = mem_zeroed(to.n_units * to.n_rows + 1, sizeof(*to.cell));
	for (size_t u = 0; u < to.n_units; u++)
		to.unit[u] = unit_none;
	for (size_t i = 0, u = 0; i < l->n; i++)
		if (l->sorted[i].kept)
			to.unit[u++].region = t->unit[l->sorted[i].unit].region;
	if (l->others)
		to.unit[l->n_kept].process = UNIT_OTHERS;
	if (l->unknown)
		to.unit[l->n_kept + l->others].process = UNIT_UNKNOWN;
	to.unit[to.n_units - 1].process = UNIT_TOTAL;
	for (size_t row = 0; row < t->n_rows; row++)
		fill_row(&to, t, l, row, is_sampled(events, row));
	for (size_t at = 0; at < to.n_units * to.n_rows; at++)
		to.cell[at].shown = cell_shown(to.cell[at].value, events->event[at % to.n_rows].scale);
	table_release(t);
	*t = to;
}

/* Each run has those of all. */
static void add_up_samples(struct table *const *run, size_t n)
{
	for (size_t at = 0; at < run[0]->n_units * run[0]->n_rows; at++) {
		unsigned sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += run[i]->cell[at].members;
		for (size_t i = 0; i < n; i++)
			run[i]->cell[at].members = sum;
	}
}

void function_rows_finish(struct table *const *run, size_t n, const struct target *target,
			  const struct events *events, const struct aggr_opts *o)
{
	FREED struct sorted *sorted = NULL;
	struct layout l;

	if (!n || run[0]->unit[run[0]->n_units - 1].process == UNIT_TOTAL)	/* it was done before */
		return;
	for (size_t i = 0; i < n; i++)
		region_rows_extend(run[i], target);
	sorted = sort_units((const struct table *const *)run, n, events, o);
	make_layout(&l, sorted, (const struct table *const *)run, n, events);
	for (size_t i = 0; i < n; i++)
		rearrange(run[i], &l, events);
	add_up_samples(run, n);
}
