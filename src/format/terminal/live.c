/* SPDX-License-Identifier: MIT */
/* Lays out the lines of a table that is redrawn, and moves the cursor. */
#include "format/terminal/live.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/spark.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "event/event.h"
#include "format/locale_text.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/title.h"
#include "metric/metric.h"
#include "table/table.h"

enum { LEAST_SPARKS = 10, LEAST_NAME = 12, USUAL_COLUMNS = 80 };

struct live_line {
	struct str id, count, name;
	struct str rate, unit;		/* of the count per second, or a metric */
	const char *color;		/* of both; "": none */
	size_t series;
};

struct live_lines {
	struct live_line *line;
	size_t n;
};

/* --- the history ------------------------------------------------------------------------------------- */

static size_t count_series(const struct table *t)
{
	return t->n_units * (t->n_rows + t->n_metrics);
}

static size_t series_of_metric(const struct table *t, const struct figure *f)
{
	return t->n_units * t->n_rows + (size_t)(f - t->figure);
}

/* The first interval tells how many there are. */
static void fit_series(struct live *l, const struct table *t)
{
	size_t n = count_series(t);

	if (n == l->n_series)
		return;
	l->past = mem_resize(l->past, n * LIVE_HISTORY, sizeof(*l->past));
	l->n_series = n;
	l->n_past = 0;
}

void live_add(struct live *l, const struct report *r)
{
	const struct table *t = r->table;
	size_t n_cells = t->n_units * t->n_rows, at;

	fit_series(l, t);
	at = l->n_past++ % LIVE_HISTORY;
	for (size_t i = 0; i < l->n_series; i++)
		l->past[i * LIVE_HISTORY + at] =
			i >= n_cells ? t->figure[i - n_cells].exact :
			t->cell[i].state == CELL_COUNTED ? t->cell[i].shown : (double)NAN;
}

/* The nth of the last `shown` intervals. */
static double past_value(const struct live *l, size_t series, size_t shown, size_t nth)
{
	return l->past[series * LIVE_HISTORY + (l->n_past - shown + nth) % LIVE_HISTORY];
}

/* Returns how many there are. */
static size_t add_sparks(struct str *out, const struct live *l, size_t series, size_t width, bool utf8)
{
	size_t shown = l->n_past < LIVE_HISTORY ? l->n_past : LIVE_HISTORY;
	double low = 0, high = 0;

	shown = shown < width ? shown : width;
	for (size_t i = 0; i < shown; i++) {
		double value = past_value(l, series, shown, i);

		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	for (size_t i = 0; i < shown; i++)
		spark_add(out, past_value(l, series, shown, i), low, high > low ? high : 1, utf8);
	return shown;
}

/* --- texts of a line --------------------------------------------------------------------------------- */

/* "12.34" "K/s": four digits. */
static void add_rate(struct live_line *line, double rate, const char *unit, const struct style *s)
{
	static const char *const prefixes[] = { "", "K", "M", "G", "T" };
	size_t i = 0;

	while (fabs(rate) >= 999.95 && i + 1 < sizeof(prefixes) / sizeof(*prefixes)) {
		rate /= 1000;
		i++;
	}
	locale_decimal(&line->rate, s, "%.*f", fabs(rate) >= 100 ? 1 : fabs(rate) >= 10 ? 2 : 3, rate);
	str_add(&line->unit, prefixes[i]);
	str_add_line(&line->unit, unit);
	str_add(&line->unit, "/s");
}

/* A time per second or a temperature per second says nothing. */
static bool has_rate(const struct event *e)
{
	return !tool_is_value(e->tool) && strcmp(e->unit, "msec") != 0 && strcmp(e->unit, "ns") != 0;
}

static void live_add_figure(struct live_line *line, const struct metric_def *def, const struct figure *f,
			    const struct style *s)
{
	locale_decimal(&line->rate, s, "%.*f", def->digits, f->value);
	if (def->suffix[0] != ' ')
		str_add(&line->rate, def->suffix);
	str_add_line(&line->unit, f->unit);
	line->color = s->color ? style_severity(f->severity) : "";
}

static struct live_line *new_line(struct live_lines *ls, const struct report_cell *p, const struct report *r)
{
	struct live_line *line;
	LOCAL(str) id = {0};

	ls->line = mem_resize(ls->line, ls->n + 1, sizeof(*ls->line));
	line = &ls->line[ls->n++];
	*line = (struct live_line){ .color = "" };
	report_cell_add_id(&id, p, r);
	str_add_line(&line->id, str_text(&id));		/* the name of a thread may be anything */
	if (report_cell_cgroup(p, r)[0]) {
		str_add(&line->id, line->id.len ? " " : "");
		str_add_line(&line->id, report_cell_cgroup(p, r));
	}
	return line;
}

static void live_add_count(struct live_line *line, const struct report_cell *p, const struct style *s)
{
	if (p->cell->state != CELL_COUNTED) {
		str_add(&line->count, p->cell->state == CELL_NOT_SUPPORTED ? "<not supported>" :
			"<not counted>");
		return;
	}
	locale_count(&line->count, p->cell, p->event->scale, s);
	str_add(&line->count, p->event->unit[0] ? " " : "");
	str_add_line(&line->count, p->event->unit);
}

/* Which of its metrics is in the line of the event. */
static size_t first_metric(const struct report_cell *p)
{
	size_t i = 0;

	while (i < p->n_metrics && isnan(p->figure[i].value))
		i++;
	return i;
}

static void live_add_event(struct live_lines *ls, const struct report_cell *p, const struct report *r,
			   const struct style *s)
{
	size_t first = first_metric(p);
	struct live_line *line = new_line(ls, p, r);

	line->series = (size_t)(p->cell - r->table->cell);
	live_add_count(line, p, s);
	str_add_line(&line->name, p->event->name);
	if (first < p->n_metrics)
		live_add_figure(line, p->metric[first].def, &p->figure[first], s);
	else if (p->cell->state == CELL_COUNTED && r->counted_ns && has_rate(p->event))
		add_rate(line, p->cell->shown * 1e9 / (double)r->counted_ns, p->event->unit, s);
}

static void live_add_metric(struct live_lines *ls, const struct report_cell *p, size_t i,
			    const struct report *r, const struct style *s)
{
	struct live_line *line = new_line(ls, p, r);

	line->series = series_of_metric(r->table, &p->figure[i]);
	live_add_figure(line, p->metric[i].def, &p->figure[i], s);
}

/* --metric-only and the default metrics have no counts. */
static void live_add_cell(struct live_lines *ls, const struct report_cell *p, const struct report *r,
			  const struct style *s)
{
	bool counts = !s->metric_only && !(p->event->flags & EVENT_BACKGROUND);

	if (counts)
		live_add_event(ls, p, r, s);
	for (size_t i = counts ? first_metric(p) + 1 : 0; i < p->n_metrics; i++)
		if (!isnan(p->figure[i].value))
			live_add_metric(ls, p, i, r, s);
}

/* --- the width of the terminal ----------------------------------------------------------------------- */

struct widths {
	size_t id, count, name, rate, unit, sparks;
};

static size_t sum_of(const struct widths *w)
{
	return (w->id ? 1 + w->id : 0) + (w->count ? 1 + w->count : 0) + (w->name ? 2 + w->name : 0) +
	       (w->rate ? 2 + w->rate + 1 + w->unit : 0) + 2;
}

static void widen(struct live_widths *w, const struct live_lines *ls)
{
	for (size_t i = 0; i < ls->n; i++) {
		w->id = locale_wider(w->id, str_text(&ls->line[i].id));
		w->count = locale_wider(w->count, str_text(&ls->line[i].count));
		w->name = locale_wider(w->name, str_text(&ls->line[i].name));
		w->rate = locale_wider(w->rate, str_text(&ls->line[i].rate));
		w->unit = locale_wider(w->unit, str_text(&ls->line[i].unit));
	}
}

/* A narrow terminal shortens names first, then leaves out rates. */
static struct widths live_measure(const struct live_widths *widest, size_t columns)
{
	struct widths w = { .id = widest->id, .count = widest->count, .name = widest->name,
			    .rate = widest->rate, .unit = widest->unit };
	size_t missing;

	if (sum_of(&w) + LEAST_SPARKS > columns && w.name > LEAST_NAME) {
		missing = sum_of(&w) + LEAST_SPARKS - columns;
		w.name = w.name > LEAST_NAME + missing ? w.name - missing : LEAST_NAME;
	}
	if (sum_of(&w) + LEAST_SPARKS > columns && w.count)
		w.rate = 0;
	w.sparks = columns > sum_of(&w) ? columns - sum_of(&w) : 0;
	return w;
}

/* Appends at most that many columns; the end of a text that is cut has a mark. */
static size_t add_cut(struct str *out, const char *text, size_t width, bool utf8)
{
	if (!width || locale_columns(text) <= width)
		return locale_cut(out, text, width);
	locale_shorten(out, text, width, utf8);
	return width;
}

static void live_add_left(struct str *out, const struct str *text, size_t width, bool utf8)
{
	locale_pad(out, add_cut(out, str_text(text), width, utf8), width);
}

/* --- drawing ----------------------------------------------------------------------------------------- */

/* columns: that the line takes. */
static void end_line(struct str *out, struct live *l, size_t columns)
{
	str_add(out, "\033[K\n");
	l->columns = mem_resize(l->columns, l->n_lines + 1, sizeof(*l->columns));
	l->columns[l->n_lines++] = columns;
}

static void draw_line(struct str *out, struct live *l, const struct live_line *line, const struct widths *w,
		      const struct style *s)
{
	LOCAL(str) text = {0};
	size_t shown;

	if (w->id) {
		str_add(out, " ");
		live_add_left(out, &line->id, w->id, s->utf8);
	}
	if (w->count) {
		locale_pad(out, locale_columns(str_text(&line->count)), w->count + 1);
		str_add(out, str_text(&line->count));
	}
	if (w->name) {
		str_add(out, "  ");
		live_add_left(out, &line->name, w->name, s->utf8);
	}
	if (w->rate) {
		str_add(out, "  ");
		locale_pad(&text, locale_columns(str_text(&line->rate)), w->rate);
		str_addf(&text, "%s ", str_text(&line->rate));
		live_add_left(&text, &line->unit, w->unit, s->utf8);
		locale_colored(out, line->color, str_text(&text));
	}
	str_add(out, "  ");
	shown = add_sparks(out, l, line->series, w->sparks, s->utf8);
	end_line(out, l, sum_of(w) + shown);
}

static void draw_heading(struct str *out, struct live *l, const struct report *r, const struct style *s,
			 size_t columns)
{
	LOCAL(str) text = {0}, cut = {0};
	size_t used;

	title_add(&text, r, "");
	locale_decimal(&text, s, ": %.3f s", r->time_s);
	used = add_cut(&cut, str_text(&text), columns - 1, s->utf8);
	str_add(out, " ");
	locale_colored(out, s->color ? COLOR_BOLD : "", str_text(&cut));
	end_line(out, l, used + 1);
}

/*
 * Moves to where the table before begins.  A terminal that became narrower has broken its lines, as most
 * terminals do, so that they are more now.
 */
static void move_up(struct str *out, struct live *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_lines; i++)
		n += 1 + (l->columns[i] ? (l->columns[i] - 1) / l->width : 0);
	str_add(out, "\r");
	if (n)
		str_addf(out, "\033[%zuA", n);
	l->n_lines = 0;
}

/* most: lines that fit; if there are more, the last one says how many follow at the end. */
static void draw_lines(struct str *out, struct live *l, const struct live_lines *ls, const struct style *s,
		       size_t columns, size_t most)
{
	struct widths w = live_measure(&l->widest, columns);
	size_t shown = ls->n > most ? most - 1 : ls->n;
	LOCAL(str) rest = {0};

	for (size_t i = 0; i < shown; i++)
		draw_line(out, l, &ls->line[i], &w, s);
	if (shown < ls->n) {
		str_addf(&rest, " %zu more rows, which are shown at the end", ls->n - shown);
		end_line(out, l, add_cut(out, str_text(&rest), columns, s->utf8));
	}
}

static void draw_table(struct str *out, struct live *l, const struct live_lines *ls, const struct report *r,
		       const struct style *s, size_t most)
{
	draw_heading(out, l, r, s, l->width - 1);
	draw_lines(out, l, ls, s, l->width - 1, most);
}

static void release_lines(struct live_lines *ls)
{
	while (ls->n) {
		struct live_line *line = &ls->line[--ls->n];

		str_release(&line->id);
		str_release(&line->count);
		str_release(&line->name);
		str_release(&line->rate);
		str_release(&line->unit);
	}
	free(ls->line);
}

void live_draw(struct str *out, struct live *l, const struct report *r, const struct style *s, size_t lines)
{
	enum { AROUND = 2, LEAST = 2 };		/* the heading, and the line of the cursor */
	size_t most = lines > AROUND + LEAST ? lines - AROUND : lines ? LEAST : SIZE_MAX;
	struct live_lines ls = {0};
	LOCAL(report_cells) cells = {0};

	report_cells_list(&cells, r);
	for (size_t i = 0; i < cells.n; i++)
		live_add_cell(&ls, &cells.cell[i], r, s);
	l->width = s->columns ? s->columns : USUAL_COLUMNS;
	move_up(out, l);
	widen(&l->widest, &ls);
	str_reset(&l->whole);
	if (ls.n > most)
		draw_table(&l->whole, l, &ls, r, s, SIZE_MAX);
	l->n_lines = 0;
	draw_table(out, l, &ls, r, s, most);
	str_add(out, "\033[J");
	release_lines(&ls);
}

void live_end(struct str *out, struct live *l)
{
	if (!l->whole.len || !l->n_lines)
		return;
	move_up(out, l);
	str_add_n(out, l->whole.text, l->whole.len);
	str_add(out, "\033[J");
	str_reset(&l->whole);
}

void live_release(struct live *l)
{
	free(l->past);
	free(l->columns);
	str_release(&l->whole);
	*l = (struct live){0};
}
