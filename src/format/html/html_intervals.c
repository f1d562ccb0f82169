/* SPDX-License-Identifier: MIT */
/* Collects the values of each row over time, and draws them. */
#include "format/html/html_intervals.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "event/event.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/locale_text.h"
#include "format/quantity.h"
#include "format/report_cells.h"
#include "format/unit_id.h"
#include "metric/metric.h"
#include "table/table.h"

enum { NO_METRIC = -1 };

struct line {			/* a row of one unit, or a metric beside it */
	size_t unit, row;
	int metric;
};

struct lines {
	const struct benchmark *b;
	struct line *line; size_t n;
	struct chart_step *step;	/* by interval: of the line that is drawn */
	double *value;			/* the same */
};

/* --- values ------------------------------------------------------------------------------------------ */

/* NULL: the interval has no such unit, as threads come and go. */
static const struct cell *cell_of(const struct lines *l, const struct line *line, size_t i)
{
	const struct table *t = &l->b->interval[i].table;

	return line->unit < t->n_units && t->cell ? &t->cell[line->unit * t->n_rows + line->row] : NULL;
}

/* NaN: not known */
static double figure_of(const struct lines *l, const struct line *line, size_t i)
{
	const struct table *t = &l->b->interval[i].table;

	if (!cell_of(l, line, i) || (size_t)line->metric >= t->n_metrics)
		return (double)NAN;
	return t->figure[line->unit * t->n_metrics + (size_t)line->metric].exact;
}

/* Per second, or the metric. */
static double html_intervals_value_of(const struct lines *l, const struct line *line, size_t i)
{
	const struct cell *c = cell_of(l, line, i);
	double seconds = (double)l->b->interval[i].counted_ns / 1e9;

	if (line->metric != NO_METRIC)
		return figure_of(l, line, i);
	return c && c->state == CELL_COUNTED && seconds > 0 ? c->shown / seconds : (double)NAN;
}

static bool html_intervals_has_value(const struct lines *l, const struct line *line)
{
	for (size_t i = 0; i < l->b->n_intervals; i++)
		if (isfinite(html_intervals_value_of(l, line, i)))
			return true;
	return false;
}

static void html_intervals_add_line(struct lines *l, struct line line)
{
	if (!html_intervals_has_value(l, &line))
		return;
	MEM_ADD(l->line, l->n, line);
}

static void list_lines(struct lines *l, const struct report *r, bool metric_only)
{
	const struct metrics *ms = &r->b->metrics;
	size_t units = 0;

	for (size_t i = 0; i < r->b->n_intervals; i++)
		units = r->b->interval[i].table.n_units > units ? r->b->interval[i].table.n_units : units;
	for (size_t row = 0; row < r->b->events.n; row++)
		for (size_t unit = 0; unit < units; unit++) {
			if (!metric_only && !(r->b->events.event[row].flags & EVENT_BACKGROUND))
				html_intervals_add_line(l, (struct line){ unit, row, NO_METRIC });
			for (size_t m = metrics_first(ms, (int)row); metrics_is_of(ms, m, (int)row); m++)
				if (!ms->metric[m].def->aside)	/* else it is the count per second */
					html_intervals_add_line(l, (struct line){ unit, row, (int)m });
		}
}

/* --- words ------------------------------------------------------------------------------------------- */

static void add_unit_name(struct str *out, const struct lines *l, const struct line *line)
{
	for (size_t i = 0; i < l->b->n_intervals; i++) {
		if (!cell_of(l, line, i))
			continue;
		unit_id_format(out, &l->b->interval[i].table.unit[line->unit], l->b->aggr.mode, l->b);
		str_add(out, out->len ? " " : "");
		return;
	}
}

/* Appends "CPU0 cycles", with the cgroup and the metric if there are any. */
static void html_intervals_add_name(struct str *out, const struct lines *l, const struct line *line)
{
	const struct event *e = &l->b->events.event[line->row];

	add_unit_name(out, l, line);
	str_add(out, e->name);
	if (e->cgroup >= 0)
		str_addf(out, " %s", l->b->target.cgroups.cgroup[e->cgroup].name);
	if (line->metric != NO_METRIC)
		str_addf(out, ": %s", metric_label(&l->b->metrics.metric[line->metric]));
}

/* Of the collected values. */
static struct quantity unit_of(const struct lines *l, const struct line *line)
{
	bool metric = line->metric != NO_METRIC;
	const char *unit = metric ? metric_unit(&l->b->metrics.metric[line->metric]) :
			   l->b->events.event[line->row].unit;

	return quantity_choose(metric ? CLASS_RATIO : CLASS_COUNT, unit, l->value, l->b->n_intervals);
}

/* Appends "1.1 G to 2.7 G per second". */
static void add_extent(struct str *out, const struct lines *l, const struct line *line,
		       const struct quantity *q)
{
	struct axis_range range = axis_range_of(l->value, l->b->n_intervals);

	page_extent(out, q, range.low, range.high);
	str_add(out, line->metric != NO_METRIC ? "" : " per second");
}

/* --- pictures ---------------------------------------------------------------------------------------- */

static void collect(struct lines *l, const struct line *line)
{
	for (size_t i = 0; i < l->b->n_intervals; i++) {
		const struct benchmark_interval *v = &l->b->interval[i];
		double length = (double)v->counted_ns / 1e9, end = (double)v->end_ns / 1e9;
		bool first = !i || v[-1].run != v->run || v[-1].end_ns > v->end_ns;

		l->value[i] = html_intervals_value_of(l, line, i);
		l->step[i] = (struct chart_step){ first ? fmax(end - length, 0) : (double)v[-1].end_ns / 1e9,
						  end, l->value[i] };
	}
}

static void html_intervals_add_picture(struct str *out, struct lines *l, const struct line *line)
{
	LOCAL(str) name = {0}, extent = {0};
	struct quantity q;

	collect(l, line);
	q = unit_of(l, line);
	html_intervals_add_name(&name, l, line);
	add_extent(&extent, l, line, &q);
	str_add(out, "<figure><figcaption>");
	page_text(out, str_text(&name));
	str_add(out, " <span>");
	page_text(out, str_text(&extent));
	str_add(out, "</span></figcaption>");
	str_addf(&name, ", %s", str_text(&extent));
	chart_time_line(out, l->step, l->b->n_intervals, &q, line->metric != NO_METRIC ? "" : "/s",
			str_text(&name));
	str_add(out, "</figure>\n");
}

/* --- the table --------------------------------------------------------------------------------------- */

static void html_intervals_add_column(struct grid *g, const struct lines *l, const struct line *line)
{
	LOCAL(str) name = {0};

	html_intervals_add_name(&name, l, line);
	grid_add_column(g, str_text(&name), (struct grid_column){ .class = "n" });
}

static void add_interval(struct grid *g, const struct lines *l, size_t i)
{
	struct grid_cell *cell = grid_add_row(g)->cell;

	str_addf(&cell++->text, "%.9f", (double)l->b->interval[i].end_ns / 1e9);
	for (size_t k = 0; k < l->n; k++) {
		const struct cell *c = cell_of(l, &l->line[k], i);

		if (l->line[k].metric != NO_METRIC)
			continue;
		if (c && c->state == CELL_COUNTED)
			locale_count(&cell->text, c, l->b->events.event[l->line[k].row].scale, &page_style);
		cell++;
	}
}

static void html_intervals_add_table(struct str *out, const struct lines *l)
{
	LOCAL(grid) g = { .form = GRID_HTML, .scrolls = true };

	grid_add_column(&g, "time", (struct grid_column){ .names = true });
	for (size_t k = 0; k < l->n; k++)
		if (l->line[k].metric == NO_METRIC)
			html_intervals_add_column(&g, l, &l->line[k]);
	for (size_t i = 0; i < l->b->n_intervals; i++)
		add_interval(&g, l, i);
	str_add(out, "<details><summary>Counts of the intervals</summary>\n");
	page_grid(out, &g);
	str_add(out, "</details>\n");
}

/* Appends "24 intervals, 0 to 2.4 seconds". */
static void html_intervals_add_times(struct str *out, const struct benchmark *b)
{
	uint64_t last = 0;

	for (size_t i = 0; i < b->n_intervals; i++)
		last = b->interval[i].end_ns > last ? b->interval[i].end_ns : last;
	str_addf(out, "<p class=\"dim\">%zu interval%s, 0 to ", b->n_intervals,
		 b->n_intervals == 1 ? "" : "s");
	locale_decimal(out, &page_style, "%.3f seconds</p>\n", (double)last / 1e9);
}

void html_intervals_add(struct str *out, const struct report *r, bool metric_only)
{
	struct lines l = { .b = r->b };

	if (!r->b->n_intervals)
		return;
	l.step = mem_resize(NULL, r->b->n_intervals, sizeof(*l.step));
	l.value = mem_resize(NULL, r->b->n_intervals, sizeof(*l.value));
	list_lines(&l, r, metric_only);
	str_add(out, "<h2>Intervals</h2>\n");
	html_intervals_add_times(out, r->b);
	str_add(out, "<div class=\"charts\">\n");
	for (size_t i = 0; i < l.n; i++)
		html_intervals_add_picture(out, &l, &l.line[i]);
	str_add(out, "</div>\n");
	if (!metric_only)
		html_intervals_add_table(out, &l);
	free(l.line);
	free(l.step);
	free(l.value);
}
