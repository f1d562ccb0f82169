/* SPDX-License-Identifier: MIT */
/* Writes the tables of a report. */
#include "format/html/html_report.h"

#include <math.h>

#include "base/date.h"
#include "base/mem.h"
#include "base/quantiles.h"
#include "base/stats.h"
#include "benchmark/benchmark.h"
#include "benchmark/notes.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/html_functions.h"
#include "format/html/html_intervals.h"
#include "format/html/html_processes.h"
#include "format/html/html_where.h"
#include "format/html/page.h"
#include "format/locale_text.h"
#include "format/quantity.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/title.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

#define PLUS_MINUS "\u00b1"

/* --- pictures of runs -------------------------------------------------------------------------------- */

/*
 * Appends the picture and "1.2 to 1.5 ms", or "9 runs: ..." if some have no value; of equal values only that,
 * and nothing for fewer than two values.
 */
static void html_report_add_values(struct str *out, const double *value, size_t n, enum sample_class class,
				   const char *unit)
{
	struct quantity q = quantity_choose(class, unit, value, n);
	struct axis_range range = axis_range_of(value, n);
	LOCAL(quantiles) sorted = {0};
	LOCAL(str) label = {0};

	quantiles_build(&sorted, value, n);
	if (sorted.n > 1) {
		const struct chart_lane lane = { "", value, n, quantiles_median(&sorted) };

		if (sorted.n < n)
			str_addf(&label, "%zu runs: ", sorted.n);
		page_extent(&label, &q, range.low, range.high);
		if (range.high > range.low)
			chart_runs(out, &lane, 1, &q, str_text(&label));
		str_add(out, "<small>");
		page_text(out, str_text(&label));
		str_add(out, "</small>");
	}
}

static void add_runs_of_cell(struct str *out, const struct report *r, const struct report_cell *p)
{
	FREED double *value = mem_resize(NULL, r->n_runs + 1, sizeof(*value));

	for (size_t i = 0; i < r->n_runs; i++)
		value[i] = report_cell_of_run(p, r, i);
	html_report_add_values(out, value, r->n_runs, CLASS_COUNT, p->event->unit);
}

/* --- cells ------------------------------------------------------------------------------------------- */

enum column { ID, EVENT, CGROUP, COUNT, NOISE, SHARE, METRIC, RUNS };

static void html_report_add_count(struct grid_cell *cell, const struct report_cell *p)
{
	if (p->cell->state != CELL_COUNTED) {
		grid_set_absent(cell, p->cell->state == CELL_NOT_SUPPORTED ? "not supported" : "not counted");
		return;
	}
	locale_count(&cell->text, p->cell, p->event->scale, &page_style);
	str_addf(&cell->text, "%s%s", *p->event->unit ? " " : "", quantity_unit(p->event->unit));
}

static void html_report_add_figure(struct str *out, const struct metric_def *def, const struct figure *f)
{
	const struct figure_words words = report_cell_figure(def, f);
	int tone = f->severity == FIGURE_GOOD ? -1 : f->severity > 0;

	if (tone)
		str_addf(out, "<span class=\"%s\">%s", page_tone(tone), page_mark(tone));
	locale_decimal(out, &page_style, "%.*f", words.digits, words.value);
	str_addf(out, "%s ", def->suffix[0] == ' ' ? "" : def->suffix);
	page_text(out, words.unit);
	str_add(out, tone ? "</span>" : "");
}

static void html_report_add_metrics(struct str *out, const struct report_cell *p, bool metric_only)
{
	size_t start = out->len;

	for (size_t i = 0; i < p->n_metrics; i++) {
		const struct metric_def *def = p->metric[i].def;

		if (isnan(p->figure[i].value) || (metric_only && def->aside))
			continue;
		str_add(out, out->len > start ? "<br/>" : "");
		html_report_add_figure(out, def, &p->figure[i]);
	}
}

/* --- the table of counts ----------------------------------------------------------------------------- */

static void html_report_add_columns(struct grid *g, const struct report *r)
{
	static const struct grid_column text = {0}, name = { .names = true }, number = { .class = "n" },
					picture = { .class = "picture" };

	enum aggr_mode mode = report_cells_mode(r);

	grid_add_column(g, mode == AGGR_TOTAL ? "" : aggr_modes[mode].title, text);
	grid_add_column(g, "measurement", name);
	grid_add_column(g, "cgroup", text);
	grid_add_column(g, r->n_runs > 1 ? "mean" : "value", number);
	grid_add_column(g, PLUS_MINUS, number);
	grid_add_column(g, "time counted", number);
	grid_add_column(g, "metric", text);
	grid_add_column(g, "runs", picture);
}

static void add_count_cells(struct grid_cell *cell, const struct report_cell *p, const struct report *r)
{
	const struct cell mean = report_cell_mean(p, r);
	double noise = report_cell_error_pct(p);

	html_report_add_count(&cell[COUNT], p);
	if (r->stats && noise > 0)
		locale_decimal(&cell[NOISE].text, &page_style, "%.2f%%", noise);
	if (mean.running != mean.enabled)
		locale_decimal(&cell[SHARE].text, &page_style, "%.2f%%", cell_running_pct(&mean));
	if (r->stats)
		add_runs_of_cell(&cell[RUNS].picture, r, p);
}

static void html_report_add_row(struct grid *g, const struct report_cell *p, const struct report *r,
				bool metric_only)
{
	struct str metrics = {0};
	struct grid_cell *cell;

	html_report_add_metrics(&metrics, p, metric_only);
	if (metric_only && !metrics.len) {
		str_release(&metrics);
		return;
	}
	cell = grid_add_row(g)->cell;
	report_cell_add_id(&cell[ID].text, p, r);
	str_add(&cell[EVENT].text, p->event->name);
	str_add(&cell[CGROUP].text, report_cell_cgroup(p, r));
	if (!metric_only)
		add_count_cells(cell, p, r);
	cell[METRIC].picture = metrics;
}

static void html_report_add_counts(struct grid *g, const struct report *r, bool metric_only)
{
	LOCAL(report_cells) cells = {0};

	report_cells_list(&cells, r);
	for (size_t i = 0; i < cells.n; i++)
		html_report_add_row(g, &cells.cell[i], r, metric_only);
}

/* --- times and memory of the runs -------------------------------------------------------------------- */

/* value: of each run */
static void add_fact_row(struct grid *g, const struct run_fact *f, const struct report *r,
			 const double *value, const struct stats *all)
{
	enum sample_class class = quantity_class(f->unit);
	struct quantity q = quantity_choose(class, f->unit, &all->mean, 1);
	struct grid_cell *cell = grid_add_row(g)->cell;

	str_add(&cell[EVENT].text, f->name);
	quantity_add_with_unit(&cell[COUNT].text, &q, all->mean, &page_style);
	if (r->n_runs > 1 && stats_error(all) > 0)
		locale_decimal(&cell[NOISE].text, &page_style, "%.2f%%", stats_error_pct(all));
	html_report_add_values(&cell[RUNS].picture, value, r->n_runs, class, f->unit);
}

static void html_report_add_fact(struct grid *g, const struct run_fact *f, const struct report *r)
{
	FREED double *value = mem_resize(NULL, r->n_runs, sizeof(*value));
	struct stats all = {0};

	for (size_t i = 0; i < r->n_runs; i++) {
		value[i] = run_fact_value(f, &r->run[i]);
		if (isfinite(value[i]))
			stats_add(&all, value[i]);
	}
	if (all.n)
		add_fact_row(g, f, r, value, &all);
}

static void html_report_add_facts(struct grid *g, const struct report *r)
{
	bool command = r->n_runs && r->run->status >= 0 && target_is_command(&r->b->target);

	if (!r->n_runs || r->run->emulated)
		return;
	for (const struct run_fact *f = run_facts; f->name; f++)
		if (command || !f->of_command)
			html_report_add_fact(g, f, r);
}

/* Counts, times and memory are one table, so that their numbers are below each other. */
static void html_report_add_table(struct str *out, const struct report *r, bool metric_only)
{
	LOCAL(grid) g = { .form = GRID_HTML };

	html_report_add_columns(&g, r);
	if (report_cells_mode(r) == AGGR_FUNCTION)
		html_functions_add(out, r);
	else if (aggr_is_of_processes(report_cells_mode(r)))
		html_processes_add(out, r);
	else
		html_report_add_counts(&g, r, metric_only);
	html_report_add_facts(&g, r);
	page_grid(out, &g);
}

/* Not in the heading: with intervals the number of runs is not known there. */
static void add_origin(struct str *out, const struct report *r)
{
	LOCAL(str) text = {0};

	if (r->n_runs > 1)
		str_addf(&text, "%zu runs", r->n_runs);
	if (r->b->date) {
		str_add(&text, text.len ? ", " : "");
		date_add(&text, r->b->date);
		str_add(&text, " UTC");
	}
	page_paragraph(out, "dim", &text);
}

void html_report_block(struct str *out, const struct report *r, const struct style *s)
{
	if (!r->total)
		return;
	add_origin(out, r);
	if (r->place.summary)
		str_add(out, "<h2>Totals</h2>\n");
	html_report_add_table(out, r, s->metric_only);
	html_where_add(out, &r->b->where.block, s->verbose > 0);
}

/* --- around the tables ------------------------------------------------------------------------------- */

/* The name, or what was counted. */
static void add_subject(struct str *out, const struct report *r)
{
	if (r->name)
		str_add(out, r->name);
	else
		title_add(out, r, "");
}

void html_report_begin(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(str) subject = {0};

	(void)s;
	add_subject(&subject, r);
	if (!r->place.entry)
		page_begin(out, str_text(&subject));
	str_add(out, "<article>\n<h1>");
	page_text(out, str_text(&subject));
	str_add(out, "</h1>\n");
	if (r->name) {
		str_reset(&subject);
		title_add(&subject, r, "");
		str_add(out, "<p><code>");
		page_text(out, str_text(&subject));
		str_add(out, "</code></p>\n");
	}
}

static void html_report_add_item(struct str *out, const char *class, const char *text)
{
	str_addf(out, "<li%s>", class);
	page_text(out, text);
	str_add(out, "</li>\n");
}

static void html_report_add_notes(struct str *out, const struct report *r, bool all)
{
	LOCAL(str) items = {0}, failed = {0};
	LOCAL(notes_said) said = {0};

	notes_say(&said, &r->b->sum.notes, &r->b->events, &r->b->target.cgroups, r->n_runs, all);
	if (r->b->failed) {
		str_addf(&failed, "\u2717 run %zu ", r->run_index + r->n_runs + 1);
		run_result_add_failure(&failed, r->b->failed);
		str_add(&failed, " and does not count");
		html_report_add_item(&items, " class=\"worse\"", str_text(&failed));
	}
	for (size_t i = 0; i < said.n; i++)
		html_report_add_item(&items, "", said.line[i].text);
	if (items.len)
		str_addf(out, "<h2>Notes</h2>\n<ul>\n%s</ul>\n", str_text(&items));
}

void html_report_end(struct str *out, const struct report *r, const struct style *s)
{
	if (!r->total)
		add_origin(out, r);
	html_intervals_add(out, r, s->metric_only);
	html_report_add_notes(out, r, s->verbose > 0);
	page_host(out, "", &r->b->host);
	str_add(out, "</article>\n");
	if (r->place.entry + 1 >= r->place.n_entries)
		page_end(out);
}
