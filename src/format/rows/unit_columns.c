/* SPDX-License-Identifier: MIT */
/* Remembers for each column of a grid what fills its cells. */
#include "format/rows/unit_columns.h"

#include <math.h>
#include <stdlib.h>

#include "base/local.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "event/event.h"
#include "format/locale_text.h"
#include "format/perf/metric_only.h"
#include "format/quantity.h"
#include "metric/metric.h"
#include "table/table.h"

const struct grid_column unit_columns_number = { .right = true, .class = "n" };
/* in a strip of a narrow terminal it stands beside its count */
static const struct grid_column of_count = { .right = true, .class = "n", .joined = true };

/* --- cells ------------------------------------------------------------------------------------------ */

static const struct cell *unit_columns_cell(const struct report *r, size_t unit, size_t event)
{
	return &r->table->cell[unit * r->table->n_rows + event];
}

static bool lacks_count(const struct report *r, size_t unit, size_t event)
{
	enum cell_state state = unit_columns_cell(r, unit, event)->state;

	return state == CELL_NOT_COUNTED || state == CELL_UNKNOWN;
}

static void count_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t event)
{
	const struct cell *c = unit_columns_cell(v->r, unit, event);

	if (c->state != CELL_COUNTED)
		return;
	locale_count(out, c, v->r->b->events.event[event].scale, v->s);
	if (c->running != c->enabled)
		locale_decimal(out, v->s, " (%.2f%%)", cell_running_pct(c));
}

bool unit_columns_is_known(const struct report *r, size_t event)
{
	const struct table *t = r->table;

	for (size_t u = 0; u < t->n_units; u++)
		if ((t->unit[u].process >= 0 || t->unit[u].region >= 0) &&
		    unit_columns_cell(r, u, event)->state == CELL_COUNTED)
			return true;
	return false;
}

size_t unit_columns_first_known(const struct report *r)
{
	size_t event = 0;

	while (event < r->table->n_rows && !unit_columns_is_known(r, event))
		event++;
	return event;
}

/* The total is the last unit. */
double unit_columns_share(const struct report *r, size_t unit, size_t event)
{
	const struct cell *c = unit_columns_cell(r, unit, event);
	const struct cell *total = unit_columns_cell(r, r->table->n_units - 1, event);
	bool known = c->state == CELL_COUNTED && total->state == CELL_COUNTED && total->value;

	return known ? (double)c->value / (double)total->value : (double)NAN;
}

static void share_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t event)
{
	double share = unit_columns_share(v->r, unit, event);

	if (!isnan(share))
		locale_decimal(out, v->s, "%.1f%%", 100 * share);
}

static void metric_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t metric)
{
	const struct metrics *ms = &v->r->b->metrics;
	const struct metric_def *def = ms->metric[metric].def;
	double value = v->r->table->figure[unit * ms->n + metric].value;

	if (isnan(value))
		return;
	locale_decimal(out, v->s, "%.*f", def->digits, value);
	str_add(out, *def->suffix == ' ' ? "" : def->suffix);
}

/* --- columns ---------------------------------------------------------------------------------------- */

void unit_columns_add(struct unit_columns *v, const char *title, struct grid_column column,
		      unit_columns_fill *cell, size_t index)
{
	v->filler = mem_resize(v->filler, v->grid->n_columns + 1, sizeof(*v->filler));
	v->filler[v->grid->n_columns] = (struct unit_filler){ cell, index };
	grid_add_column(v->grid, title, column);
}

void unit_columns_add_count(struct unit_columns *v, size_t event)
{
	const struct event *e = &v->r->b->events.event[event];
	LOCAL(str) title = {0};

	str_add_line(&title, e->name);
	if (*e->unit) {
		str_add(&title, " (");
		str_add_line(&title, quantity_unit(e->unit));
		str_add(&title, ")");
	}
	unit_columns_add(v, str_text(&title), unit_columns_number, count_cell, event);
}

void unit_columns_add_share(struct unit_columns *v, size_t event)
{
	unit_columns_add(v, "share", of_count, share_cell, event);
}

void unit_columns_add_metrics(struct unit_columns *v)
{
	LOCAL(str) title = {0}, shown = {0};

	for (size_t i = 0; i < v->r->b->metrics.n; i++) {
		if (!metric_only_has_column(v->r, i))
			continue;
		str_reset(&title);
		str_reset(&shown);
		metric_only_add_title(&title, v->r, i);
		str_add_line(&shown, str_text(&title));
		unit_columns_add(v, str_text(&shown), unit_columns_number, metric_cell, i);
	}
}

void unit_columns_add_rows(struct unit_columns *v)
{
	for (size_t u = 0; u < v->r->table->n_units; u++) {
		struct grid_cell *cell = grid_add_row(v->grid)->cell;

		for (size_t c = 0; c < v->grid->n_columns; c++) {
			const struct unit_filler *f = &v->filler[c];

			if (f->cell == count_cell && lacks_count(v->r, u, f->index))
				grid_set_absent(&cell[c], "not counted");
			else if (f->cell)
				f->cell(&cell[c].text, v, u, f->index);
		}
	}
	free(v->filler);
}
