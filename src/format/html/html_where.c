/* SPDX-License-Identifier: MIT */
/* Writes the block "where" (the source lines behind a count) as a table in a page. */
#include "format/html/html_where.h"

#include <stdlib.h>

#include "base/mem.h"
#include "format/grid.h"
#include "format/html/page.h"
#include "format/html/share_bars.h"
#include "format/where/where_grid.h"
#include "format/where/where_words.h"
#include "where/where_block.h"

static void html_where_add_bars(struct grid *g, const struct where_block *w)
{
	double *share = mem_resize(NULL, g->n_rows, sizeof(*share));

	for (size_t i = 0; i < g->n_rows; i++)
		share[i] = where_grid_share(w, i);
	share_bars_add(g, WHERE_BAR, share, (struct axis_range){ 0, 1 });
	free(share);
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
	html_where_add_bars(&g, w);
	add_code(&g, w);
	page_grid(out, &g);
	where_words_each_note(&notes, w, all, add_item);
	if (notes.len)
		str_addf(out, "<ul>\n%s</ul>\n", notes.text);
	str_add(out, "</section>\n");
}
