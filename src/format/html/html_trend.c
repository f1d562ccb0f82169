/* SPDX-License-Identifier: MIT */
/* Writes a picture and a table for each series, the newest level first. */
#include "format/html/html_trend.h"

#include <stdlib.h>

#include "base/mem.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/trend_format.h"

static void html_trend_add_picture(struct str *out, const struct trend_series *s)
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

static void add_series(struct str *out, const struct trend_series *s)
{
	struct grid g = { .form = GRID_HTML };

	str_add(out, "<section>\n<h2>");
	page_text(out, s->row->name);
	str_add(out, "</h2>\n");
	html_trend_add_picture(out, s);
	trend_format_build(&g, s, &page_style);
	page_grid(out, &g);
	grid_release(&g);
	str_add(out, "</section>\n");
}

void html_trend_print(struct str *out, const struct trend *t, const struct style *s)
{
	struct str line = {0};

	(void)s;
	trend_format_add_conclusion(&line, t, &page_style);
	page_begin(out, str_text(&line));
	page_paragraph(out, "outcome", &line);
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
	str_release(&line);
}
