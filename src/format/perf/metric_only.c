/* SPDX-License-Identifier: MIT */
/*
 * Chooses the columns of --metric-only, and prints its lines as text, as CSV and as JSON.
 *
 * perf 6.12 lacks the titles of most events, and leaves out columns if an event was not counted; here each
 * column has a title, and each line has all columns.
 */
#include "format/perf/metric_only.h"

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
	const size_t *column;	/* indices of the metrics of these events that have a column */
	size_t n_columns;
};

struct lines {
	struct line *line; size_t n;
	size_t *column;		/* of all lines */
};

static bool metric_only_has_value(const struct report *r, size_t metric)
{
	for (size_t u = 0; u < r->table->n_units; u++)
		if (!isnan(r->table->figure[u * r->b->metrics.n + metric].value))
			return true;
	return false;
}

bool metric_only_has_column(const struct report *r, size_t i)
{
	const struct metric *m = &r->b->metrics.metric[i];
	bool own = metrics_first(&r->b->metrics, m->row) == i;

	return !m->def->aside && (own || m->def->group || metric_only_has_value(r, i));
}

/* "of all branches" and "per entry" need the event. */
void metric_only_add_title(struct str *out, const struct report *r, size_t i)
{
	const struct metric *m = &r->b->metrics.metric[i];

	if (strncmp(m->def->name, "of ", 3) == 0 || strncmp(m->def->name, "per ", 4) == 0)
		str_addf(out, "%s ", r->b->events.event[m->row].name);
	str_add(out, metric_label(m));
}

static const struct figure *figure_of(const struct line *l, size_t i)
{
	return &l->r->table->figure[l->unit * l->r->b->metrics.n + i];
}

static void metric_only_add_value(struct str *out, const struct line *l, size_t i)
{
	if (!isnan(figure_of(l, i)->value))
		str_addf(out, "%.*f", l->r->b->metrics.metric[i].def->digits, figure_of(l, i)->value);
}

static bool has_cells(const struct line *l)
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

static size_t list_columns(size_t **column, const struct report *r)
{
	size_t n = 0;

	*column = mem_resize(NULL, r->b->metrics.n + 1, sizeof(**column));
	for (size_t i = 0; i < r->b->metrics.n; i++)
		if (metric_only_has_column(r, i))
			(*column)[n++] = i;
	return n;
}

/* All lines: each unit of each cgroup. */
static struct lines list_lines(const struct report *r)
{
	const struct metric *metric = r->b->metrics.metric;
	struct lines all = { .line = mem_resize(NULL, r->b->events.n * r->table->n_units + 1,
						sizeof(*all.line)) };
	size_t n_columns = list_columns(&all.column, r), first = 0;

	for (size_t from = 0, to; from < r->b->events.n; from = to) {
		struct line line = { .r = r, .from = from, .column = all.column + first };

		line.to = to = report_cells_end_of_part(r, from);
		while (first < n_columns && (size_t)metric[all.column[first]].row < to)
			first++;
		line.n_columns = (size_t)(all.column + first - line.column);
		for (line.unit = 0; line.unit < r->table->n_units; line.unit++)
			if (has_cells(&line))
				all.line[all.n++] = line;
	}
	return all;
}

static void release_lines(struct lines *all)
{
	free(all->line);
	free(all->column);
}

static bool needs_titles(const struct report *r, const struct style *s)
{
	if (r->total)
		return !r->place.summary;
	return s->interval_clear || r->place.interval_index % TITLE_EVERY == 0;
}

/* --- for people ------------------------------------------------------------------------------------ */

/* Returns its width on the terminal. */
static size_t add_text_title(struct str *out, const struct report *r, size_t i)
{
	LOCAL(str) title = {0};

	metric_only_add_title(&title, r, i);
	return locale_text(out, title.text);
}

static size_t title_width(const struct report *r, size_t i)
{
	struct str title = {0};
	size_t width = add_text_title(&title, r, i);

	str_release(&title);
	return width;
}

struct strip {			/* columns that fit next to each other */
	size_t from, to;	/* from 0; each cgroup has its own metrics */
	size_t cell;		/* least width of a column */
	size_t id;		/* width of the column of ids */
};

static void start_title(struct str *out, const struct report *r)
{
	size_t width = unit_id_width(report_cells_mode(r), r->b);
	LOCAL(str) title = {0};

	if (r->total) {		/* as wide as the ids before the values */
		unit_id_heading(&title, report_cells_mode(r), width);
		locale_pad(out, 0, title.text ? locale_columns(title.text) : 0);
	} else {
		str_add(out, "#           time ");
		unit_id_heading(out, report_cells_mode(r), width);
	}
	if (report_cells_have_cgroups(r))
		locale_pad(out, 0, CGROUP_WIDTH + 1);
}

/* Takes as many columns as fit into room, but at least one; returns whether there are more. */
static bool end_strip(struct strip *strip, const struct line *first, size_t room)
{
	size_t used = 0;

	for (strip->to = strip->from; strip->to < first->n_columns; strip->to++) {
		size_t width = title_width(first->r, first->column[strip->to]);

		width = width > strip->cell ? width : strip->cell;
		if (used && used + width > room)
			return true;
		used += width + 1;
	}
	return false;
}

/* Columns that do not fit next to each other get narrower, and then several strips. */
static size_t first_strip(struct strip *strip, const struct line *first, size_t columns)
{
	LOCAL(str) start = {0};
	size_t room = SIZE_MAX;

	start_title(&start, first->r);
	if (columns)
		room = columns > start.len ? columns - start.len : 1;
	*strip = (struct strip){ .cell = CELL_WIDTH };
	if (end_strip(strip, first, room))
		strip->cell = CELL_LEAST;
	return room;
}

static void text_titles(struct str *out, const struct line *first, const struct strip *strip)
{
	const struct report *r = first->r;
	LOCAL(str) title = {0};

	start_title(out, r);
	for (size_t c = strip->from; c < strip->to; c++) {
		str_reset(&title);
		locale_pad(out, add_text_title(&title, r, first->column[c]), strip->cell);
		str_addf(out, "%s ", str_text(&title));
	}
	str_add(out, "\n");
}

static void text_cell(struct str *out, const struct line *l, const struct style *s, size_t i, size_t cell)
{
	const struct metric_def *def = l->r->b->metrics.metric[i].def;
	size_t width = title_width(l->r, i);
	LOCAL(str) text = {0};

	if (!isnan(figure_of(l, i)->value)) {
		locale_decimal(&text, s, "%*.*f", def->width, def->digits, figure_of(l, i)->value);
		str_add(&text, def->suffix);
	}
	locale_pad(out, locale_columns(str_text(&text)), width > cell ? width : cell);
	str_addf(out, "%s ", str_text(&text));
}

static void text_line(struct str *out, const struct line *l, const struct style *s, const struct strip *strip)
{
	const struct report *r = l->r;

	if (!r->total)
		str_addf(out, "%16.9f ", r->time_s);
	unit_id_column(out, &r->table->unit[l->unit], report_cells_mode(r), r->b, strip->id, members_of(l),
		       false);
	if (report_cells_have_cgroups(r)) {
		str_add(out, " ");
		locale_pad(out, locale_text(out, cgroup_of(l)), CGROUP_WIDTH);
	}
	for (size_t c = strip->from; c < strip->to && c < l->n_columns; c++)
		text_cell(out, l, s, l->column[c], strip->cell);
	str_add(out, "\n");
}

/* Each of several strips has titles. */
void metric_only_text(struct str *out, const struct report *r, const struct style *s)
{
	struct lines all = list_lines(r);
	struct strip strip;
	size_t room = all.n ? first_strip(&strip, all.line, s->columns) : 0;
	bool more = all.n, several = all.n && end_strip(&strip, all.line, room);

	strip.id = unit_id_width(report_cells_mode(r), r->b);
	while (more) {
		more = end_strip(&strip, all.line, room);
		if (several || needs_titles(r, s))
			text_titles(out, all.line, &strip);
		for (size_t i = 0; i < all.n; i++)
			text_line(out, &all.line[i], s, &strip);
		strip.from = strip.to;
	}
	release_lines(&all);
}

/* --- -x -------------------------------------------------------------------------------------------- */

static void csv_titles(struct str *out, const struct line *first, const struct style *s)
{
	const struct report *r = first->r;
	LOCAL(str) title = {0};

	if (!r->total)
		str_addf(out, "time%s", s->separator);
	if (report_cells_mode(r) != AGGR_TOTAL)
		str_addf(out, "%s%s", aggr_modes[report_cells_mode(r)].title, s->separator);
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "cpus%s", s->separator);
	if (report_cells_have_cgroups(r))
		str_addf(out, "cgroup%s", s->separator);
	for (size_t c = 0; c < first->n_columns; c++) {
		str_reset(&title);
		metric_only_add_title(&title, r, first->column[c]);
		csv_line_field(out, title.text, s->separator);
		str_add(out, s->separator);
	}
	str_add(out, "\n");
}

static void csv_line(struct str *out, const struct line *l, const struct style *s)
{
	const struct report *r = l->r;
	LOCAL(str) id = {0};

	if (!r->total)
		str_addf(out, "%.9f%s", r->time_s, s->separator);
	if (report_cells_mode(r) != AGGR_TOTAL) {
		unit_id_format(&id, &r->table->unit[l->unit], report_cells_mode(r), r->b);
		csv_line_field(out, str_text(&id), s->separator);
		str_add(out, s->separator);
	}
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "%u%s", members_of(l), s->separator);
	if (report_cells_have_cgroups(r)) {
		csv_line_field(out, cgroup_of(l), s->separator);
		str_add(out, s->separator);
	}
	for (size_t c = 0; c < l->n_columns; c++) {
		metric_only_add_value(out, l, l->column[c]);
		str_add(out, s->separator);
	}
	str_add(out, "\n");
}

void metric_only_csv(struct str *out, const struct report *r, const struct style *s)
{
	struct lines all = list_lines(r);

	if (all.n && needs_titles(r, s))
		csv_titles(out, all.line, s);
	for (size_t i = 0; i < all.n; i++)
		csv_line(out, &all.line[i], s);
	release_lines(&all);
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
	LOCAL(str) id = {0};

	str_add(out, "{");
	if (!r->total)
		str_addf(out, "\"interval\" : %.9f, ", r->time_s);
	if (report_cells_mode(r) == AGGR_CPU) {
		str_addf(out, "\"cpu\" : \"%d\", ", r->table->unit[l->unit].cpu);
	} else if (report_cells_mode(r) != AGGR_TOTAL) {
		unit_id_format(&id, &r->table->unit[l->unit], report_cells_mode(r), r->b);
		json_pair(out, aggr_modes[report_cells_mode(r)].title, str_text(&id));
		str_add(out, ", ");
	}
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "\"aggregate-number\" : %u, ", members_of(l));
	if (report_cells_have_cgroups(r)) {
		json_pair(out, "cgroup", cgroup_of(l));
		str_add(out, ", ");
	}
}

static void object_line(struct str *out, const struct line *l)
{
	const struct report *r = l->r;
	LOCAL(str) title = {0}, value = {0};
	bool any = false;

	json_start(out, l);
	for (size_t c = 0; c < l->n_columns; c++) {
		str_reset(&title);
		str_reset(&value);
		metric_only_add_value(&value, l, l->column[c]);
		if (!value.len)
			continue;
		metric_only_add_title(&title, r, l->column[c]);
		str_add(out, any ? ", " : "");
		json_pair(out, title.text, value.text);
		any = true;
	}
	if (!any)
		json_pair(out, "metric-value", "none");
	str_add(out, "}\n");
}

void metric_only_json(struct str *out, const struct report *r)
{
	struct lines all = list_lines(r);

	for (size_t i = 0; i < all.n; i++)
		object_line(out, &all.line[i]);
	release_lines(&all);
}
