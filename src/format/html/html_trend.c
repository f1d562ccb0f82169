/* SPDX-License-Identifier: MIT */
/* Writes a picture and a table for each series, the newest level first. */
#include "format/html/html_trend.h"

#include <string.h>

#include "base/mem.h"
#include "format/grid.h"
#include "format/html/chart_trend.h"
#include "format/html/page.h"
#include "format/trend_format.h"

/* --- the picture ------------------------------------------------------------------------------------- */

/* The day; the time if all results are of one day. */
static void add_date(struct str *out, const void *of, size_t i)
{
	const struct trend_series *s = of;
	LOCAL(str) first = {0}, last = {0}, time = {0};
	enum { DAY = 10 };

	history_add_time(&first, s->point[0].result);
	history_add_time(&last, s->newest);
	history_add_time(&time, s->point[i].result);
	if (strncmp(first.text, last.text, DAY) == 0)
		str_add(out, time.text + DAY + 1);
	else
		str_add_n(out, time.text, DAY);
}

/* "2026-11-25 03:15 abc1234" */
static void add_point(struct str *out, const void *of, size_t i)
{
	const struct trend_series *s = of;

	history_add_place(out, s->point[i].result);
}

/* "+5.1 % abc1234"; nothing for a level that did not change. */
static void add_change(struct str *out, const struct trend_series *s, const struct trend_segment *g)
{
	if (!g->changed)
		return;
	trend_format_add_change(out, g->change, &page_style);
	if (s->point[g->first].result->commit) {
		str_add(out, " ");
		history_add_commit(out, s->point[g->first].result);
	}
}

static struct chart_level *levels_of(const struct trend_series *s, struct str *change)
{
	struct chart_level *level = mem_resize(NULL, s->n_segments, sizeof(*level));

	for (size_t i = 0; i < s->n_segments; i++) {
		const struct trend_segment *g = &s->segment[i];

		add_change(&change[i], s, g);
		level[i] = (struct chart_level){ g->first, g->n, g->start, g->level, g->tone,
						 str_text(&change[i]) };
	}
	return level;
}

static void html_trend_add_picture(struct str *out, const struct trend_series *s)
{
	FREED double *value = mem_resize(NULL, s->n, sizeof(*value));
	FREED struct str *change = mem_zeroed(s->n_segments, sizeof(*change));
	LOCAL(str) label = {0};
	FREED struct chart_level *level = levels_of(s, change);
	const struct quantity q = trend_format_quantity(s);
	struct chart_trend chart;

	for (size_t i = 0; i < s->n; i++)
		value[i] = s->point[i].row->median;
	str_addf(&label, "%zu result%s, %zu level%s", s->n, s->n == 1 ? "" : "s", s->n_segments,
		 s->n_segments == 1 ? "" : "s");
	chart = (struct chart_trend){ value, s->n, level, s->n_segments, &q, add_date, add_point, s };
	chart_trend(out, &chart, label.text);
	for (size_t i = 0; i < s->n_segments; i++)
		str_release(&change[i]);
}

/* --- the page ---------------------------------------------------------------------------------------- */

static void add_series(struct str *out, const struct trend_series *s)
{
	LOCAL(grid) g = { .form = GRID_HTML };

	str_add(out, "<section>\n<h2>");
	page_text(out, s->row->name);
	str_add(out, "</h2>\n");
	html_trend_add_picture(out, s);
	trend_format_build(&g, s, &page_style);
	page_grid(out, &g);
	str_add(out, "</section>\n");
}

void html_trend_print(struct str *out, const struct trend *t, const struct style *s)
{
	static const char *const outcome[] = { "outcome better", "outcome", "outcome worse" };
	static const char legend[] =
		"<p class=\"dim\">Each dot is a result; a line is the level between two changes: "
		"<span class=\"worse\">\u25a0</span> worse than before, "
		"<span class=\"better\">\u25a0</span> better; // an axis that does not begin at 0.</p>\n";
	LOCAL(str) line = {0};

	(void)s;
	trend_format_add_conclusion(&line, t, &page_style);
	page_begin(out, str_text(&line));
	page_paragraph(out, outcome[1 + trend_format_tone(t)], &line);
	str_add(out, t->n ? legend : "");
	if (t->n_hidden) {
		str_reset(&line);
		trend_format_add_hidden(&line, t);
		page_paragraph(out, "dim", &line);
	}
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
}
