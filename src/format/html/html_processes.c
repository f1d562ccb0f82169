/* SPDX-License-Identifier: MIT */
/*
 * Writes the cells of process_columns.h as a table that scrolls, as it may have many columns.  What is not
 * one process, such as the total, has no picture.
 */
#include "format/html/html_processes.h"

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "count/process_tree.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/locale_text.h"
#include "format/process_columns.h"
#include "format/unit_id.h"
#include "table/table.h"

/* --- counts ------------------------------------------------------------------------------------------ */

static void html_processes_add_counts(struct str *out, const struct report *r)
{
	struct grid g = { .form = GRID_HTML };

	process_columns_build(&g, r, &page_style);
	page_grid(out, &g);
	grid_release(&g);
}

/* --- times ------------------------------------------------------------------------------------------- */

/* NULL: the unit is not one process. */
static const struct process *process_of(const struct report *r, size_t unit)
{
	int i = r->table->unit[unit].process;

	return i >= 0 && !aggr_is_of_many(r->b->aggr.mode) ? &r->b->processes.process[i] : NULL;
}

static void add_span(struct str *out, const struct report *r, size_t unit, struct chart_range all)
{
	const struct process *p = process_of(r, unit);
	struct chart_range span = { (double)p->start_ns / 1e9, (double)p->end_ns / 1e9 };
	struct str text = {0};

	page_row(out);
	unit_id_process(&text, &r->table->unit[unit], r->b);
	page_name(out, str_text(&text));
	str_reset(&text);
	locale_decimal(&text, &page_style, "from %.3f ", span.low);
	locale_decimal(&text, &page_style, "to %.3f s", span.high);
	str_add(out, "<td>");
	chart_span(out, span, all, str_text(&text));
	str_add(out, "</td></tr>\n");
	str_release(&text);
}

static void html_processes_add_times(struct str *out, const struct report *r)
{
	struct chart_range all = { 0, 0 };
	size_t n = 0;

	for (size_t u = 0; u < r->table->n_units; u++) {
		const struct process *p = process_of(r, u);

		n += p != NULL;
		if (p)
			all = chart_range_join(all, (struct chart_range){ 0, (double)p->end_ns / 1e9 });
	}
	if (n < 2)
		return;
	locale_decimal(out, &page_style, "<h2>When they ran</h2>\n<p class=\"dim\">0 to %.3f seconds</p>\n",
		       all.high);
	str_add(out, "<div class=\"box\"><table class=\"spans\">\n<tbody>\n");
	for (size_t u = 0; u < r->table->n_units; u++)
		if (process_of(r, u))
			add_span(out, r, u, all);
	page_table_end(out);
}

void html_processes_add(struct str *out, const struct report *r)
{
	html_processes_add_counts(out, r);
	html_processes_add_times(out, r);
}
