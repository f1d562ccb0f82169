/* SPDX-License-Identifier: MIT */
/*
 * Shows a trend: each row as a sparkline, and the levels between its changes.
 *
 * A sparkline has one character for each result, or for several if there are many; a bar stands between the
 * segments, unless there are more than text shows.  Its height covers at least 4 % of the level, so that the
 * noise of a steady row looks flat.
 */
#include "format/trend_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/line_fit.h"
#include "base/mem.h"
#include "base/spark.h"
#include "base/str.h"
#include "format/format.h"
#include "format/locale_text.h"
#include "format/markdown.h"
#include "format/style.h"

enum { SPARKS = 40, INDENT = 4 };
enum { SHOWN = 10 };		/* segments of a row in text and markdown: the last ones */

/* --- words ------------------------------------------------------------------------------------------- */

static void add_machine(struct str *out, const struct host_facts *h)
{
	str_add_line(out, h->cpu ? h->cpu : h->arch ? h->arch : "an unknown machine");
	if (h->cpus != HOST_UNKNOWN)
		str_addf(out, ", %d CPU%s", h->cpus, h->cpus == 1 ? "" : "s");
}

const char *trend_format_tone(int tone)
{
	return tone > 0 ? "worse" : tone < 0 ? "better" : "";
}

void trend_format_add_change(struct str *out, double change, const struct style *s)
{
	if (isnan(change))
		str_add(out, "from 0");
	else
		locale_decimal(out, s, fabs(change) < 0.01 ? "%+.3f %%" : "%+.2f %%", 100 * change);
}

struct quantity trend_format_quantity(const struct trend_series *s)
{
	double *level = mem_resize(NULL, s->n_segments, sizeof(*level));
	struct quantity q;

	for (size_t i = 0; i < s->n_segments; i++)
		level[i] = s->segment[i].level;
	q = quantity_choose(s->class, s->row->unit ? s->row->unit : "", level, s->n_segments);
	free(level);
	return q;
}

const struct history_result *trend_format_begin(const struct trend_series *s, const struct trend_segment *g)
{
	return s->point[g->first].result;
}

void trend_format_add_begin(struct str *out, const struct trend_series *s, const struct trend_segment *g)
{
	str_addf(out, "result %zu, ", g->first + 1);
	history_add_place(out, trend_format_begin(s, g));
}

void trend_format_add_also(struct str *out, const struct trend_series *s, const struct trend_segment *g)
{
	if (g->first)
		trend_add_differences(out, s->point[g->first - 1].result, trend_format_begin(s, g));
}

bool trend_format_begins_group(const struct trend *t, size_t i)
{
	const struct history_result *a = i ? t->series[i - 1].newest : NULL, *b = t->series[i].newest;

	return !a || strcmp(a->name, b->name) != 0 || !trend_same_machine(&a->host, &b->host);
}

static size_t count_changed(const struct trend *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += trend_last_change(&t->series[i]) != NULL;
	return n;
}

static const char *last_date(const struct trend_series *s)
{
	return trend_format_begin(s, trend_last_change(s))->date;
}

/* The series whose last change is the newest. */
static const struct trend_series *newest_change(const struct trend *t)
{
	const struct trend_series *found = NULL;

	for (size_t i = 0; i < t->n; i++) {
		const struct trend_series *s = &t->series[i];

		if (trend_last_change(s) && (!found || strcmp(last_date(s), last_date(found)) > 0))
			found = s;
	}
	return found;
}

void trend_format_add_conclusion(struct str *out, const struct trend *t, const struct style *s)
{
	const struct trend_series *last = newest_change(t);
	const struct trend_segment *g;

	if (!last) {
		str_addf(out, "no change in %zu result%s", t->n_results, t->n_results == 1 ? "" : "s");
		return;
	}
	g = trend_last_change(last);
	str_addf(out, "%zu of %zu row%s changed; the last change: ", count_changed(t), t->n,
		 t->n == 1 ? "" : "s");
	str_add_line(out, last->newest->name);
	str_add(out, " ");
	str_add_line(out, last->row->name);
	str_add(out, " ");
	trend_format_add_change(out, g->change, s);
	if (g->drift)
		str_addf(out, " over %zu results, a drift", g->n);
	str_addf(out, "%s%s, %s ", g->tone ? ", " : "", trend_format_tone(g->tone),
		 g->drift ? "since" : "at");
	trend_format_add_begin(out, last, g);
}

/* --- the sparkline ----------------------------------------------------------------------------------- */

struct scale {
	double low, high;
};

static struct scale scale_of(const struct trend_series *s)
{
	static const double least = 0.04;
	double level = fabs(s->segment[s->n_segments - 1].level), missing;
	struct scale c = { INFINITY, -INFINITY };

	for (size_t i = 0; i < s->n; i++) {
		c.low = fmin(c.low, s->point[i].row->median);
		c.high = fmax(c.high, s->point[i].row->median);
	}
	missing = least * level - (c.high - c.low);
	if (missing > 0) {
		c.low -= missing / 2;
		c.high += missing / 2;
	}
	return c;
}

static double mean_of(const struct trend_series *s, size_t from, size_t to)
{
	double mean = 0;

	for (size_t i = from; i < to; i++)
		mean += s->point[i].row->median / (double)(to - from);
	return mean;
}

/* No character stands for results of two segments, unless there are too many for a line. */
static void add_sparks(struct str *out, const struct trend_series *s, size_t width, bool utf8)
{
	size_t n = s->n_segments > SHOWN ? 1 : s->n_segments, step = (s->n + width - 1) / width;
	struct scale c = scale_of(s);

	for (size_t i = 0; i < n; i++) {
		size_t end = i + 1 < n ? s->segment[i + 1].first : s->n;

		str_add(out, !i ? "" : utf8 ? "\u2502" : "|");
		for (size_t k = s->segment[i].first; k < end; k += step)
			spark_add(out, mean_of(s, k, k + step < end ? k + step : end), c.low, c.high, utf8);
	}
}

/* --- text -------------------------------------------------------------------------------------------- */

struct columns {		/* of one benchmark: their widths */
	size_t name, level, number, commit;
};

void trend_format_add_level(struct str *out, const struct quantity *q, double level, const struct style *s)
{
	quantity_add(out, q, level, s);
	quantity_add_unit(out, q);
}

static void measure(struct columns *w, const struct trend_series *s, const struct style *style)
{
	struct quantity q = trend_format_quantity(s);
	struct str text = {0};

	str_add_line(&text, s->row->name);
	w->name = locale_wider(w->name, str_text(&text));
	for (size_t i = 0; i < s->n_segments; i++) {
		str_reset(&text);
		trend_format_add_level(&text, &q, s->segment[i].level, style);
		w->level = locale_wider(w->level, str_text(&text));
		str_reset(&text);
		history_add_commit(&text, trend_format_begin(s, &s->segment[i]));
		w->commit = locale_wider(w->commit, str_text(&text));
		str_reset(&text);
		str_addf(&text, "%zu", s->segment[i].first + 1);
		w->number = locale_wider(w->number, str_text(&text));
	}
	str_release(&text);
}

static void add_right(struct str *out, const struct str *text, size_t width)
{
	locale_pad(out, locale_columns(str_text(text)), width);
	str_add(out, str_text(text));
}

static void add_results(struct str *out, size_t n)
{
	str_addf(out, "%zu result%s", n, n == 1 ? "" : "s");
}

static void add_segment(struct str *out, const struct trend_series *s, const struct trend_segment *g,
			const struct columns *w, const struct style *style)
{
	struct quantity q = trend_format_quantity(s);
	struct str text = {0};
	const char *color = !style->color || !g->tone ? "" : g->tone > 0 ? COLOR_WORSE : COLOR_BETTER;

	str_addf(out, "   %*zu  ", (int)w->number, g->first + 1);
	history_add_time(out, trend_format_begin(s, g));
	history_add_commit(&text, trend_format_begin(s, g));
	str_add(out, "  ");
	str_add(out, str_text(&text));
	locale_pad(out, locale_columns(str_text(&text)), w->commit);
	str_reset(&text);
	trend_format_add_level(&text, &q, g->level, style);
	str_add(out, "  ");
	add_right(out, &text, w->level);
	str_reset(&text);
	if (g->changed)
		trend_format_add_change(&text, g->change, style);
	locale_pad(out, locale_columns(str_text(&text)), 11);
	if (g->tone)
		str_addf(&text, "  %s", trend_format_tone(g->tone));
	locale_colored(out, color, str_text(&text));
	locale_pad(out, g->tone ? strlen(trend_format_tone(g->tone)) : 0, g->tone ? 8 : 10);
	add_results(out, g->n);
	str_add(out, g->drift ? ", a drift" : "");
	str_reset(&text);
	trend_format_add_also(&text, s, g);
	if (text.len)
		str_addf(out, " (%s)", text.text);
	str_add(out, "\n");
	str_release(&text);
}

static void add_earlier(struct str *out, const struct trend_series *s)
{
	size_t n = s->n_segments - SHOWN;

	str_addf(out, "%zu earlier change%s", n, n == 1 ? "" : "s");
}

/* What the name, the level and the rest of the line leave, with a bar before each segment. */
static size_t spark_columns(const struct trend_series *s, const struct columns *w, const struct style *style)
{
	enum { LEAST = 10 };
	size_t around = 1 + w->name + 2 + w->level + 2, bars = s->n_segments > SHOWN ? 0 : 2 * s->n_segments;

	around += trend_last_change(s) ? bars : strlen("  no change");
	if (!style->columns || around + SPARKS <= style->columns)
		return SPARKS;
	return style->columns > around + LEAST ? style->columns - around : LEAST;
}

static void add_series(struct str *out, const struct trend_series *s, const struct columns *w,
		       const struct style *style)
{
	const struct trend_segment *last = &s->segment[s->n_segments - 1];
	size_t skipped = s->n_segments > SHOWN ? s->n_segments - SHOWN : 0;
	struct quantity q = trend_format_quantity(s);
	struct str text = {0};

	str_add(out, " ");
	locale_pad(out, locale_text(out, s->row->name), w->name);
	trend_format_add_level(&text, &q, last->level, style);
	str_add(out, "  ");
	add_right(out, &text, w->level);
	str_add(out, "  ");
	add_sparks(out, s, spark_columns(s, w, style), style->utf8);
	str_add(out, trend_last_change(s) ? "\n" : "  no change\n");
	if (skipped) {
		str_add(out, "   ");
		add_earlier(out, s);
		str_add(out, "\n");
	}
	for (size_t i = skipped; i < s->n_segments && trend_last_change(s); i++)
		add_segment(out, s, &s->segment[i], w, style);
	str_release(&text);
}

void trend_format_add_heading(struct str *out, const struct trend_series *s)
{
	str_add_line(out, s->newest->name);
	str_add(out, ": ");
	add_results(out, s->n);
	str_add(out, s->n > 1 ? " from " : " at ");
	history_add_time(out, s->point[0].result);
	if (s->n > 1) {
		str_add(out, " to ");
		history_add_time(out, s->newest);
	}
	str_add(out, " UTC, on ");
	add_machine(out, &s->newest->host);
}

static void add_text(struct str *out, const struct trend *t, const struct style *s)
{
	struct columns w = {0};
	size_t end;

	for (size_t i = 0; i < t->n; i = end) {
		str_add(out, "\n ");
		trend_format_add_heading(out, &t->series[i]);
		str_add(out, "\n\n");
		w = (struct columns){0};
		for (end = i; end < t->n && (end == i || !trend_format_begins_group(t, end)); end++)
			measure(&w, &t->series[end], s);
		for (size_t k = i; k < end; k++)
			add_series(out, &t->series[k], &w, s);
	}
	str_add(out, "\n ");
	trend_format_add_conclusion(out, t, s);
	str_add(out, "\n");
}

static void print_text(struct str *out, const struct trend *t, const struct style *s)
{
	struct str text = {0};

	add_text(&text, t, s);
	if (s->columns)
		line_fit(out, text.text, s->columns, INDENT);
	else
		str_add_n(out, text.text, text.len);
	str_release(&text);
}

/* --- markdown ---------------------------------------------------------------------------------------- */

static void add_cell(struct str *out, const struct str *text)
{
	str_add(out, " ");
	markdown_text(out, str_text(text));
	str_add(out, " |");
}

static void add_markdown_segment(struct str *out, const struct trend_series *s, size_t i)
{
	const struct trend_segment *g = &s->segment[i];
	bool last = i + 1 == s->n_segments;
	struct quantity q = trend_format_quantity(s);
	struct str text = {0};

	str_add(out, "|");
	str_add(&text, last ? s->row->name : "");
	add_cell(out, &text);
	str_reset(&text);
	if (last)
		add_sparks(&text, s, SPARKS, true);
	str_addf(out, " %s |", str_text(&text));
	str_reset(&text);
	trend_format_add_level(&text, &q, g->level, &style_plain);
	add_cell(out, &text);
	str_reset(&text);
	if (g->changed)
		trend_format_add_change(&text, g->change, &style_plain);
	str_addf(&text, "%s%s%s", g->tone ? " " : "", trend_format_tone(g->tone),
		 g->drift ? ", a drift" : "");
	add_cell(out, &text);
	str_reset(&text);
	trend_format_add_begin(&text, s, g);
	add_cell(out, &text);
	str_reset(&text);
	str_addf(&text, "%zu", g->n);
	add_cell(out, &text);
	str_reset(&text);
	trend_format_add_also(&text, s, g);
	add_cell(out, &text);
	str_add(out, "\n");
	str_release(&text);
}

/* The newest segment comes first. */
static void print_markdown(struct str *out, const struct trend *t, const struct style *s)
{
	struct str text = {0};

	(void)s;
	trend_format_add_conclusion(&text, t, &style_plain);
	str_add(out, "**");
	markdown_text(out, str_text(&text));
	str_add(out, "**\n");
	for (size_t i = 0; i < t->n; i++) {
		if (trend_format_begins_group(t, i)) {
			str_reset(&text);
			trend_format_add_heading(&text, &t->series[i]);
			str_add(out, "\n### ");
			markdown_text(out, str_text(&text));
			str_add(out, "\n\n| row | trend | level | change | since | results | also changed |\n"
				"|---|---|---:|---:|---|---:|---|\n");
		}
		for (size_t k = t->series[i].n_segments, n = 0; k-- && n < SHOWN; n++)
			add_markdown_segment(out, &t->series[i], k);
		if (t->series[i].n_segments > SHOWN) {
			str_add(out, "| | | | | ");
			add_earlier(out, &t->series[i]);
			str_add(out, " | | |\n");
		}
	}
	str_release(&text);
}

/* --- json -------------------------------------------------------------------------------------------- */

static void add_place(struct json_writer *j, const struct history_result *r)
{
	json_text(j, "date", r->date);
	json_text(j, "commit", r->commit);
}

static void add_json_machine(struct json_writer *j, const struct host_facts *h)
{
	json_open(j, "machine", '{');
	json_text(j, "arch", h->arch);
	json_text(j, "vendor", h->vendor);
	json_text(j, "cpu", h->cpu);
	if (h->cpus == HOST_UNKNOWN)
		json_null(j, "cpus");
	else
		json_i64(j, "cpus", h->cpus);
	json_close(j, '}');
}

static void add_json_points(struct json_writer *j, const struct trend_series *s)
{
	json_open(j, "results", '[');
	for (size_t i = 0; i < s->n; i++) {
		const struct trend_point *p = &s->point[i];

		json_line(j);
		json_open(j, NULL, '{');
		add_place(j, p->result);
		json_text(j, "outcome", p->result->outcome);
		json_u64(j, "n", p->row->n);
		json_double(j, "median", p->row->median);
		json_double(j, "mad", p->row->mad);
		json_double(j, "min", p->row->min);
		json_double(j, "max", p->row->max);
		json_close(j, '}');
	}
	json_line(j);
	json_close(j, ']');
}

static void add_json_segments(struct json_writer *j, const struct trend_series *s)
{
	json_open(j, "segments", '[');
	for (size_t i = 0; i < s->n_segments; i++) {
		const struct trend_segment *g = &s->segment[i];
		struct str also = {0};

		json_line(j);
		json_open(j, NULL, '{');
		json_u64(j, "first", g->first);
		json_u64(j, "n", g->n);
		add_place(j, trend_format_begin(s, g));
		json_double(j, "level", g->level);
		json_double(j, "change", g->change);
		json_bool(j, "drift", g->drift);
		json_text(j, "direction", g->tone ? trend_format_tone(g->tone) : NULL);
		trend_format_add_also(&also, s, g);
		json_text(j, "also_changed", also.len ? also.text : NULL);
		json_close(j, '}');
		str_release(&also);
	}
	json_line(j);
	json_close(j, ']');
}

static void print_json(struct str *out, const struct trend *t, const struct style *style)
{
	struct json_writer j = { .out = out };
	struct str line = {0};

	(void)style;
	trend_format_add_conclusion(&line, t, &style_plain);
	json_open(&j, NULL, '{');
	json_line(&j);
	json_text(&j, "schema", "pstat-trend/1");
	json_line(&j);
	json_text(&j, "line", str_text(&line));
	json_line(&j);
	json_open(&j, "series", '[');
	for (size_t i = 0; i < t->n; i++) {
		const struct trend_series *s = &t->series[i];

		json_line(&j);
		json_open(&j, NULL, '{');
		json_text(&j, "name", s->newest->name);
		json_text(&j, "row", s->row->name);
		json_text(&j, "unit", s->row->unit ? s->row->unit : "");
		json_text(&j, "class", sample_classes[s->class]);
		json_text(&j, "better", sample_betters[s->better]);
		json_bool(&j, "exact", s->exact);
		json_double(&j, "noise", s->noise);
		add_json_machine(&j, &s->newest->host);
		add_json_segments(&j, s);
		add_json_points(&j, s);
		json_close(&j, '}');
	}
	json_line(&j);
	json_close(&j, ']');
	json_line(&j);
	json_close(&j, '}');
	str_add(out, "\n");
	str_release(&line);
}

const struct trend_format trend_text = { "a sparkline and the changes of each row", print_text };
const struct trend_format trend_json = { "one document, schema pstat-trend/1", print_json };
const struct trend_format trend_markdown = { "a table for a pull request or the summary of a job",
					     print_markdown };
