/* SPDX-License-Identifier: MIT */
/*
 * Writes the cells of process_columns.h as a table that scrolls, as it may have many columns.  What is not
 * one process, such as the total, has no picture.
 */
#include "format/html/html_processes.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "count/process_tree.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/rows/process_columns.h"
#include "format/quantity.h"
#include "format/unit_id.h"
#include "table/table.h"

/* --- counts ------------------------------------------------------------------------------------------ */

static void html_processes_add_counts(struct str *out, const struct report *r)
{
	LOCAL(grid) g = { .form = GRID_HTML };

	process_columns_build(&g, r, &page_style);
	page_grid(out, &g);
}

/* --- times ------------------------------------------------------------------------------------------- */

/* NULL: the unit is not one process. */
static const struct process *process_of(const struct report *r, size_t unit)
{
	int i = r->table->unit[unit].process;

	return i >= 0 && !aggr_is_of_many(r->b->aggr.mode) ? &r->b->processes.process[i] : NULL;
}

struct times {			/* of all processes */
	const struct report *r;
	size_t *unit; size_t n;		/* owned; in the order of their starts */
	struct quantity seconds;
	struct axis axis;
};

static uint64_t start_of(const struct times *t, size_t i)
{
	return process_of(t->r, t->unit[i])->start_ns;
}

/* Processes are listed nearly in this order, so few of them move. */
static void order_by_start(struct times *t)
{
	for (size_t i = 1; i < t->n; i++)
		for (size_t k = i; k && start_of(t, k) < start_of(t, k - 1); k--) {
			size_t unit = t->unit[k];

			t->unit[k] = t->unit[k - 1];
			t->unit[k - 1] = unit;
		}
}

static void times_build(struct times *t, const struct report *r)
{
	static const double room = 200;
	struct axis_range all = { 0, 0 };

	*t = (struct times){ .r = r, .axis.per = "" };
	t->unit = mem_resize(NULL, r->table->n_units + 1, sizeof(*t->unit));
	for (size_t u = 0; u < r->table->n_units; u++) {
		const struct process *p = process_of(r, u);

		if (!p)
			continue;
		t->unit[t->n++] = u;
		all.high = fmax(all.high, (double)p->end_ns / 1e9);
	}
	order_by_start(t);
	t->seconds = quantity_choose(CLASS_TIME, "s", &all.high, 1);
	t->axis.unit = &t->seconds;
	axis_choose(&t->axis, all, room);
}

static void add_span(struct str *out, const struct times *t, size_t unit)
{
	const struct process *p = process_of(t->r, unit);
	struct axis_range span = { (double)p->start_ns / 1e9, (double)p->end_ns / 1e9 };
	LOCAL(str) text = {0};

	page_row(out);
	unit_id_process(&text, &t->r->table->unit[unit], t->r->b);
	page_name(out, str_text(&text));
	str_reset(&text);
	page_extent(&text, &t->seconds, span.low, span.high);
	str_add(out, "<td>");
	chart_bar(out, span, &t->axis, false, str_text(&text));
	str_add(out, "</td></tr>\n");
}

/* The axis stands above and below. */
static void add_axis_row(struct str *out, const struct times *t)
{
	page_row(out);
	page_name(out, "");
	str_add(out, "<td>");
	chart_bar(out, (struct axis_range){ (double)NAN, (double)NAN }, &t->axis, true, "the time");
	str_add(out, "</td></tr>\n");
}

static void html_processes_add_times(struct str *out, const struct report *r)
{
	enum { LONG = 20 };
	struct times t;

	times_build(&t, r);
	if (t.n > 1) {
		str_add(out, "<h2>When they ran</h2>\n<div class=\"box\"><table class=\"spans\">\n<tbody>\n");
		if (t.n > LONG)
			add_axis_row(out, &t);
		for (size_t i = 0; i < t.n; i++)
			add_span(out, &t, t.unit[i]);
		add_axis_row(out, &t);
		page_table_end(out);
	}
	free(t.unit);
}

void html_processes_add(struct str *out, const struct report *r)
{
	html_processes_add_counts(out, r);
	html_processes_add_times(out, r);
}
