/* SPDX-License-Identifier: MIT */
/* Writes the block "where" (the source lines behind a count) as a table in a page. */
#include "format/html/html_where.h"

#include <math.h>

#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/quantity.h"
#include "format/where/where_grid.h"
#include "format/where/where_words.h"
#include "where/where_block.h"

/* From none to all; a share below 0 takes from what others added, so that they may be above all. */
static struct axis_range range_of_shares(const struct where_block *w, size_t n_rows)
{
	struct axis_range all = { 0, 1 };

	for (size_t i = 0; i < n_rows; i++) {
		double share = where_grid_share(w, i);

		if (isfinite(share))
			all = axis_range_join(all, (struct axis_range){ share, share });
	}
	return all;
}

/* Each has the labels of the axis; page.css shows them below a table once, and on each card. */
static void add_bars(struct grid *g, const struct where_block *w)
{
	static const struct quantity percent = { .factor = 0.01, .prefix = "", .unit = "%", .digits = 0 };
	static const double room = 128;
	struct axis axis = { .unit = &percent, .per = "" };

	axis_choose(&axis, range_of_shares(w, g->n_rows), room);
	for (size_t i = 0; i < g->n_rows; i++) {
		double share = where_grid_share(w, i);
		struct grid_cell *cell = g->row[i].cell;

		if (isfinite(share))
			chart_bar(&cell[WHERE_BAR].picture,
				  (struct axis_range){ fmin(share, 0), fmax(share, 0) }, &axis, true,
				  str_text(&cell[WHERE_SHARE].text));
	}
}

/* Source is written as code. */
static void add_code(struct grid *g, const struct where_block *w)
{
	for (size_t i = 0; i < w->n_rows; i++) {
		struct grid_cell *cell = &g->row[i].cell[WHERE_TEXT];

		if (w->row[i].kind != WHERE_LINE || !cell->text.len)
			continue;
		str_add(&cell->picture, "<code>");
		page_text(&cell->picture, cell->text.text);
		str_add(&cell->picture, "</code>");
		str_reset(&cell->text);
	}
}

static void add_item(struct str *out, const char *line)
{
	str_add(out, "<li>");
	page_text(out, line);
	str_add(out, "</li>\n");
}

void html_where_add(struct str *out, const struct where_block *w, bool all)
{
	LOCAL(grid) g = { .form = GRID_HTML };
	LOCAL(str) head = {0}, libraries = {0}, notes = {0};

	if (!where_words_has(w))
		return;
	where_words_add_head(&head, w, &page_style);
	str_add(out, "<section class=\"where\">\n");
	page_paragraph(out, "lead", &head);
	where_words_each_library(&libraries, w, add_item);
	if (libraries.len)
		str_addf(out, "<ul>\n%s</ul>\n", libraries.text);
	where_grid_build(&g, w, &page_style);
	add_bars(&g, w);
	add_code(&g, w);
	page_grid(out, &g);
	where_words_each_note(&notes, w, all, add_item);
	if (notes.len)
		str_addf(out, "<ul>\n%s</ul>\n", notes.text);
	str_add(out, "</section>\n");
}
