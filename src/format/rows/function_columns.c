/* SPDX-License-Identifier: MIT */
/* Makes the cells of each function; in text its name comes last, as its length would move what follows. */
#include "format/rows/function_columns.h"

#include <math.h>

#include "base/local.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "event/event.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/rows/unit_columns.h"
#include "format/unit_id.h"
#include "host/target.h"
#include "table/table.h"

/* --- cells ------------------------------------------------------------------------------------------ */

double function_columns_error_pct(unsigned n, unsigned all)
{
	return n && n < all ? 100 * sqrt((1 - (double)n / all) / n) : 0;
}

static void error_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t event)
{
	const struct table *t = v->r->table;
	size_t at = unit * t->n_rows + event, total = (t->n_units - 1) * t->n_rows + event;
	double pct = v->r->stats ? cell_error_pct(&t->cell[at], &v->r->stats[at])
				 : function_columns_error_pct(t->cell[at].members, t->cell[total].members);

	if (pct > 0)
		locale_decimal(out, v->s, v->r->stats ? "%.2f%%" : "%.1f%%", pct);
}

static void samples_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t event)
{
	unsigned n = v->r->table->cell[unit * v->r->table->n_rows + event].members;
	LOCAL(str) text = {0};

	str_addf(&text, "%u", n);
	if (n)
		locale_number(out, str_text(&text), true, v->s);
}

/* NULL: the others, what is not known, or the total. */
static const struct target_region *function_of(const struct unit_columns *v, size_t unit)
{
	const struct target *t = &v->r->b->target;
	int at = v->r->table->unit[unit].region;

	return at >= 0 && (size_t)at < t->n_regions ? &t->region[at] : NULL;
}

/* Names may be any bytes. */
static void object_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
{
	const struct target_region *f = function_of(v, unit);

	(void)index;
	if (f && f->object)
		str_add_line(out, f->object);
}

static void function_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
{
	const struct target_region *f = function_of(v, unit);

	(void)index;
	if (f)
		str_add_line(out, f->name);
	else
		unit_id_format(out, &v->r->table->unit[unit], AGGR_FUNCTION, v->r->b);
}

/* --- columns ---------------------------------------------------------------------------------------- */

static const char *error_title(const struct unit_columns *v)
{
	if (!v->r->stats)
		return "sampling error";
	return v->grid->form == GRID_TEXT ? "+-" : "\u00b1";
}

static void function_columns_add_counts(struct unit_columns *v)
{
	static const struct grid_column of_error = { .right = true, .class = "n", .joined = true },
					of_samples = { .right = true, .class = "n", .joined = true,
						       .drop = 1 };

	for (size_t i = 0; i < v->r->b->events.n; i++) {
		if (v->r->b->events.event[i].flags & EVENT_BACKGROUND)
			continue;
		unit_columns_add_count(v, i);
		if (!unit_columns_is_known(v->r, i))
			continue;
		unit_columns_add_share(v, i);
		unit_columns_add(v, error_title(v), of_error, error_cell, i);
		unit_columns_add(v, "samples", of_samples, samples_cell, i);
	}
}

/* A longer name of a function continues on the next line. */
static const struct grid_column of_object = { .again = true },
				of_function = { .names = true, .again = true, .room = 24 };

static void function_columns_add_bar(struct unit_columns *v)
{
	static const struct grid_column of_bar = { GRID_HTML, .class = "picture" };
	size_t first = unit_columns_first_known(v->r);
	LOCAL(str) title = {0};

	str_add(&title, "share");
	if (first < v->r->b->events.n)
		str_addf(&title, " of %s", v->r->b->events.event[first].name);
	unit_columns_add(v, str_text(&title), of_bar, NULL, 0);
}

void function_columns_build(struct grid *g, const struct report *r, const struct style *s)
{
	struct unit_columns v = { .r = r, .s = s, .grid = g };

	g->indent = 2;
	if (g->form != GRID_TEXT) {
		unit_columns_add(&v, "function", of_function, function_cell, 0);
		unit_columns_add(&v, "object", of_object, object_cell, 0);
		function_columns_add_bar(&v);
	}
	function_columns_add_counts(&v);
	unit_columns_add_metrics(&v);
	if (g->form == GRID_TEXT) {
		unit_columns_add(&v, "object", of_object, object_cell, 0);
		unit_columns_add(&v, "function", of_function, function_cell, 0);
	}
	unit_columns_add_rows(&v);
}
