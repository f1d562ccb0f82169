/* SPDX-License-Identifier: MIT */
/* Writes a picture and a table for each series, the newest level first. */
#include "format/html/html_trend.h"

#include <stdlib.h>

#include "base/mem.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/trend_format.h"

static const struct page_column columns[] = {
	{ "since", NULL }, { "level", "n" }, { "change", "n" }, { "results", "n" },
	{ "also changed", NULL },
};
enum { SINCE, LEVEL, CHANGE, RESULTS, ALSO, COLUMNS };

static void add_picture(struct str *out, const struct trend_series *s)
{
	double *value = mem_resize(NULL, s->n, sizeof(*value));
	struct chart_level *level = mem_resize(NULL, s->n_segments, sizeof(*level));
	struct str label = {0};

	for (size_t i = 0; i < s->n; i++)
		value[i] = s->point[i].row->median;
	for (size_t i = 0; i < s->n_segments; i++) {
		const struct trend_segment *g = &s->segment[i];

		level[i] = (struct chart_level){ g->first, g->n, g->start, g->level, g->tone };
	}
	str_addf(&label, "%zu result%s, %zu level%s", s->n, s->n == 1 ? "" : "s", s->n_segments,
		 s->n_segments == 1 ? "" : "s");
	chart_trend(out, value, s->n, level, s->n_segments, label.text);
	str_release(&label);
	free(value);
	free(level);
}

static void add_change(struct str *out, const struct trend_segment *g)
{
	struct str text = {0};

	if (!g->changed)
		return;
	trend_format_add_change(&text, g->change, &page_style);
	if (g->tone)
		str_addf(out, "<b class=\"%s\">", page_tone(g->tone));
	page_text(out, str_text(&text));
	if (g->tone)
		str_addf(out, " %s</b>", trend_format_tone(g->tone));
	str_add(out, g->drift ? ", a drift" : "");
	str_release(&text);
}

static void add_segment(struct str *out, const struct trend_series *s, const struct trend_segment *g)
{
	struct quantity q = trend_format_quantity(s);
	struct str text = {0}, cell = {0};

	page_row(out);
	trend_format_add_begin(&text, s, g);
	page_name(out, str_text(&text));
	str_reset(&text);
	trend_format_add_level(&text, &q, g->level, &page_style);
	page_text(&cell, str_text(&text));
	page_cell(out, &columns[LEVEL], &cell);
	str_reset(&cell);
	add_change(&cell, g);
	page_cell(out, &columns[CHANGE], &cell);
	str_reset(&cell);
	str_addf(&cell, "%zu", g->n);
	page_cell(out, &columns[RESULTS], &cell);
	str_reset(&cell);
	str_reset(&text);
	trend_format_add_also(&text, s, g);
	page_text(&cell, str_text(&text));
	page_cell(out, &columns[ALSO], &cell);
	str_add(out, "</tr>\n");
	str_release(&text);
	str_release(&cell);
}

static void add_series(struct str *out, const struct trend_series *s)
{
	str_add(out, "<section>\n<h2>");
	page_text(out, s->row->name);
	str_add(out, "</h2>\n");
	add_picture(out, s);
	page_table(out, columns, COLUMNS);
	for (size_t i = s->n_segments; i--;)
		add_segment(out, s, &s->segment[i]);
	page_table_end(out);
	str_add(out, "</section>\n");
}

void html_trend_print(struct str *out, const struct trend *t, const struct style *s)
{
	struct str line = {0};

	(void)s;
	trend_format_add_conclusion(&line, t, &page_style);
	page_begin(out, str_text(&line));
	page_paragraph(out, "outcome", &line);
	for (size_t i = 0; i < t->n; i++) {
		if (trend_format_begins_group(t, i)) {
			str_reset(&line);
			trend_format_add_heading(&line, &t->series[i]);
			str_add(out, i ? "</article>\n<article>\n<h1>" : "<article>\n<h1>");
			page_text(out, str_text(&line));
			str_add(out, "</h1>\n");
		}
		add_series(out, &t->series[i]);
	}
	str_add(out, t->n ? "</article>\n" : "");
	page_end(out);
	str_release(&line);
}
