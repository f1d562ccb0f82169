/* SPDX-License-Identifier: MIT */
/*
 * Chooses the columns of --metric-only, and prints its lines as text, as CSV and as JSON.
 *
 * perf 6.12 forgets the titles of most events, and leaves columns out where an event was not counted; here
 * each column has its title, and each line has all columns.
 */
#include "format/metric_only.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "event/event.h"
#include "format/csv.h"
#include "format/locale_text.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/unit_id.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

enum { CELL_WIDTH = 20, CELL_LEAST = 10, CGROUP_WIDTH = 16, TITLE_EVERY = 26 };

struct line {			/* a unit, and the events of one cgroup */
	const struct report *r;
	size_t from, to;	/* the events */
	size_t unit;
};

static bool can_be_told(const struct report *r, size_t metric)
{
	for (size_t u = 0; u < r->table->n_units; u++)
		if (!isnan(r->table->figure[u * r->b->metrics.n + metric].value))
			return true;
	return false;
}

static bool is_column(const struct report *r, size_t i)
{
	const struct metric *m = &r->b->metrics.metric[i];
	bool own = metrics_first(&r->b->metrics, m->row) == i;

	return !m->def->aside && (own || m->def->group || can_be_told(r, i));
}

/* The next column of the line's events, from metric i on; the number of metrics if there is none. */
static size_t next_column(const struct line *l, size_t i)
{
	const struct metrics *ms = &l->r->b->metrics;

	while (i < ms->n && ((size_t)ms->metric[i].row < l->from || !is_column(l->r, i)))
		i++;
	return i < ms->n && (size_t)ms->metric[i].row < l->to ? i : ms->n;
}

/* Callers escape it.  "of all branches" says nothing without the event. */
static void add_title(struct str *out, const struct report *r, size_t i)
{
	const struct metric *m = &r->b->metrics.metric[i];

	if (strncmp(m->def->name, "of all ", 7) == 0)
		str_addf(out, "%s ", r->b->events.event[m->row].name);
	str_add(out, metric_label(m));
}

static const struct figure *figure_of(const struct line *l, size_t i)
{
	return &l->r->table->figure[l->unit * l->r->b->metrics.n + i];
}

static bool is_there(const struct line *l)
{
	const struct table *t = l->r->table;

	for (size_t row = l->from; row < l->to; row++)
		if (t->cell[l->unit * t->n_rows + row].state != CELL_ABSENT)
			return true;
	return false;
}

static unsigned members_of(const struct line *l)
{
	const struct table *t = l->r->table;
	unsigned most = 0;

	for (size_t row = l->from; row < l->to; row++)
		if (t->cell[l->unit * t->n_rows + row].members > most)
			most = t->cell[l->unit * t->n_rows + row].members;
	return most;
}

static const char *cgroup_of(const struct line *l)
{
	const struct event *e = &l->r->b->events.event[l->from];

	return e->cgroup < 0 ? "" : l->r->b->target.cgroups.cgroup[e->cgroup].name;
}

/* All lines: each unit of each cgroup. */
static size_t list_lines(struct line **lines, const struct report *r)
{
	size_t n = 0;

	*lines = mem_resize(NULL, r->b->events.n * r->table->n_units + 1, sizeof(**lines));
	for (size_t from = 0, to; from < r->b->events.n; from = to) {
		to = report_cells_end_of_part(r, from);
		for (size_t unit = 0; unit < r->table->n_units; unit++) {
			(*lines)[n] = (struct line){ r, from, to, unit };
			n += is_there(&(*lines)[n]);
		}
	}
	return n;
}

static bool wants_titles(const struct report *r, const struct style *s)
{
	if (r->total)
		return !r->summary;
	return s->interval_clear || r->interval_index % TITLE_EVERY == 0;
}

/* --- for people ------------------------------------------------------------------------------------ */

/* Returns how many columns of the terminal it takes. */
static size_t add_text_title(struct str *out, const struct report *r, size_t i)
{
	struct str title = {0};
	size_t columns;

	add_title(&title, r, i);
	columns = locale_text(out, title.text);
	str_release(&title);
	return columns;
}

static size_t title_width(const struct report *r, size_t i)
{
	struct str title = {0};
	size_t width = add_text_title(&title, r, i);

	str_release(&title);
	return width;
}

struct strip {			/* columns that are beside each other */
	size_t from, to;	/* from 0; each cgroup has its own metrics */
	size_t cell;		/* how wide a column is at least */
};

/* The metric of a column; the number of metrics if there is no such column. */
static size_t nth_column(const struct line *l, size_t nth)
{
	size_t i = next_column(l, 0);

	while (nth-- && i < l->r->b->metrics.n)
		i = next_column(l, i + 1);
	return i;
}

static bool is_in(const struct strip *strip, size_t nth)
{
	return nth >= strip->from && nth < strip->to;
}

static void start_title(struct str *out, const struct report *r)
{
	struct str title = {0};

	if (r->total) {		/* as wide as the ids before the values */
		unit_id_heading(&title, report_cells_mode(r));
		locale_pad(out, 0, title.text ? locale_columns(title.text) : 0);
	} else {
		str_add(out, "#           time ");
		unit_id_heading(out, report_cells_mode(r));
	}
	if (report_cells_have_cgroups(r))
		locale_pad(out, 0, CGROUP_WIDTH + 1);
	str_release(&title);
}

/* Takes as many columns as fit into room, at least one; returns whether there are more. */
static bool end_strip(struct strip *strip, const struct line *first, size_t room)
{
	size_t used = 0, i = nth_column(first, strip->from);

	for (strip->to = strip->from; i < first->r->b->metrics.n; strip->to++) {
		size_t width = title_width(first->r, i);

		width = width > strip->cell ? width : strip->cell;
		if (used && used + width > room)
			return true;
		used += width + 1;
		i = next_column(first, i + 1);
	}
	return false;
}

/* Columns that do not fit beside each other become narrower, and then go below each other. */
static size_t first_strip(struct strip *strip, const struct line *first, size_t columns)
{
	struct str start = {0};
	size_t room = SIZE_MAX;

	str_add(&start, "");
	start_title(&start, first->r);
	if (columns)
		room = columns > start.len ? columns - start.len : 1;
	str_release(&start);
	*strip = (struct strip){ .cell = CELL_WIDTH };
	if (end_strip(strip, first, room))
		strip->cell = CELL_LEAST;
	return room;
}

static void text_titles(struct str *out, const struct line *first, const struct strip *strip)
{
	const struct report *r = first->r;
	struct str title = {0};

	start_title(out, r);
	for (size_t i = next_column(first, 0), nth = 0; i < r->b->metrics.n; i = next_column(first, i + 1)) {
		if (!is_in(strip, nth++))
			continue;
		str_reset(&title);
		locale_pad(out, add_text_title(&title, r, i), strip->cell);
		str_addf(out, "%s ", title.text ? title.text : "");
	}
	str_add(out, "\n");
	str_release(&title);
}

static void text_cell(struct str *out, const struct line *l, const struct style *s, size_t i, size_t cell)
{
	const struct metric_def *def = l->r->b->metrics.metric[i].def;
	size_t width = title_width(l->r, i);
	struct str text = {0};

	str_add(&text, "");
	if (!isnan(figure_of(l, i)->value)) {
		locale_decimal(&text, s, "%*.*f", def->width, def->digits, figure_of(l, i)->value);
		str_add(&text, def->suffix);
	}
	locale_pad(out, locale_columns(text.text), width > cell ? width : cell);
	str_addf(out, "%s ", text.text);
	str_release(&text);
}

static void text_line(struct str *out, const struct line *l, const struct style *s, const struct strip *strip)
{
	const struct report *r = l->r;

	if (!r->total)
		str_addf(out, "%16.9f ", r->time_s);
	unit_id_column(out, &r->table->unit[l->unit], report_cells_mode(r), &r->b->target, members_of(l),
		       false);
	if (report_cells_have_cgroups(r)) {
		str_add(out, " ");
		locale_pad(out, locale_text(out, cgroup_of(l)), CGROUP_WIDTH);
	}
	for (size_t i = next_column(l, 0), nth = 0; i < r->b->metrics.n; i = next_column(l, i + 1))
		if (is_in(strip, nth++))
			text_cell(out, l, s, i, strip->cell);
	str_add(out, "\n");
}

/* If there are several strips, each has its titles. */
void metric_only_text(struct str *out, const struct report *r, const struct style *s)
{
	struct line *lines;
	struct strip strip;
	size_t n = list_lines(&lines, r), room = n ? first_strip(&strip, &lines[0], s->columns) : 0;
	bool more = n, several = n && end_strip(&strip, &lines[0], room);

	while (more) {
		more = end_strip(&strip, &lines[0], room);
		if (several || wants_titles(r, s))
			text_titles(out, &lines[0], &strip);
		for (size_t i = 0; i < n; i++)
			text_line(out, &lines[i], s, &strip);
		strip.from = strip.to;
	}
	free(lines);
}

/* --- -x -------------------------------------------------------------------------------------------- */

static void csv_titles(struct str *out, const struct line *first, const struct style *s)
{
	const struct report *r = first->r;
	struct str title = {0};

	if (!r->total)
		str_addf(out, "time%s", s->separator);
	if (report_cells_mode(r) != AGGR_TOTAL)
		str_addf(out, "%s%s", aggr_modes[report_cells_mode(r)].title, s->separator);
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "cpus%s", s->separator);
	if (report_cells_have_cgroups(r))
		str_addf(out, "cgroup%s", s->separator);
	for (size_t i = next_column(first, 0); i < r->b->metrics.n; i = next_column(first, i + 1)) {
		str_reset(&title);
		add_title(&title, r, i);
		csv_line_field(out, title.text, s->separator);
		str_add(out, s->separator);
	}
	str_add(out, "\n");
	str_release(&title);
}

static void csv_line(struct str *out, const struct line *l, const struct style *s)
{
	const struct report *r = l->r;
	struct str id = {0};

	if (!r->total)
		str_addf(out, "%.9f%s", r->time_s, s->separator);
	if (report_cells_mode(r) != AGGR_TOTAL) {
		unit_id_format(&id, &r->table->unit[l->unit], report_cells_mode(r), &r->b->target);
		csv_line_field(out, id.text ? id.text : "", s->separator);
		str_add(out, s->separator);
	}
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "%u%s", members_of(l), s->separator);
	if (report_cells_have_cgroups(r)) {
		csv_line_field(out, cgroup_of(l), s->separator);
		str_add(out, s->separator);
	}
	for (size_t i = next_column(l, 0); i < r->b->metrics.n; i = next_column(l, i + 1)) {
		if (!isnan(figure_of(l, i)->value))
			str_addf(out, "%.*f", r->b->metrics.metric[i].def->digits, figure_of(l, i)->value);
		str_add(out, s->separator);
	}
	str_add(out, "\n");
	str_release(&id);
}

void metric_only_csv(struct str *out, const struct report *r, const struct style *s)
{
	struct line *lines;
	size_t n = list_lines(&lines, r);

	if (n && wants_titles(r, s))
		csv_titles(out, &lines[0], s);
	for (size_t i = 0; i < n; i++)
		csv_line(out, &lines[i], s);
	free(lines);
}

/* --- -j -------------------------------------------------------------------------------------------- */

static void json_pair(struct str *out, const char *key, const char *value)
{
	json_quote(out, key);
	str_add(out, " : ");
	json_quote(out, value);
}

static void json_start(struct str *out, const struct line *l)
{
	const struct report *r = l->r;
	struct str id = {0};

	str_add(out, "{");
	if (!r->total)
		str_addf(out, "\"interval\" : %.9f, ", r->time_s);
	if (report_cells_mode(r) == AGGR_CPU) {
		str_addf(out, "\"cpu\" : \"%d\", ", r->table->unit[l->unit].cpu);
	} else if (report_cells_mode(r) != AGGR_TOTAL) {
		unit_id_format(&id, &r->table->unit[l->unit], report_cells_mode(r), &r->b->target);
		json_pair(out, aggr_modes[report_cells_mode(r)].title, id.text ? id.text : "");
		str_add(out, ", ");
	}
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "\"aggregate-number\" : %u, ", members_of(l));
	if (report_cells_have_cgroups(r)) {
		json_pair(out, "cgroup", cgroup_of(l));
		str_add(out, ", ");
	}
	str_release(&id);
}

static void object_line(struct str *out, const struct line *l)
{
	const struct report *r = l->r;
	struct str title = {0}, value = {0};
	bool any = false;

	json_start(out, l);
	for (size_t i = next_column(l, 0); i < r->b->metrics.n; i = next_column(l, i + 1)) {
		if (isnan(figure_of(l, i)->value))
			continue;
		str_reset(&title);
		str_reset(&value);
		add_title(&title, r, i);
		str_addf(&value, "%.*f", r->b->metrics.metric[i].def->digits, figure_of(l, i)->value);
		str_add(out, any ? ", " : "");
		json_pair(out, title.text, value.text);
		any = true;
	}
	if (!any)
		json_pair(out, "metric-value", "none");
	str_add(out, "}\n");
	str_release(&title);
	str_release(&value);
}

void metric_only_json(struct str *out, const struct report *r)
{
	struct line *lines;
	size_t n = list_lines(&lines, r);

	for (size_t i = 0; i < n; i++)
		object_line(out, &lines[i]);
	free(lines);
}
