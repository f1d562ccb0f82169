/* SPDX-License-Identifier: MIT */
/* Makes the cells of the block "where" (the source lines behind a count), and writes them as text. */
#include "format/where/where_grid.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/quantity.h"
#include "format/style.h"
#include "format/where/where_name.h"
#include "format/where/where_words.h"
#include "where/where_block.h"

enum { TEXT_MOST = 120,			/* columns of a line of source, where no terminal cuts it */
       PLACE_LEAST = 20 };

struct view {
	const struct where_block *w;
	const struct style *s;
	struct grid *grid;
};

/* --- columns ----------------------------------------------------------------------------------------- */

static void where_grid_add_columns(const struct view *v)
{
	static const struct { const char *of_one, *of_change; struct grid_column column; } columns[] = {
		[WHERE_SHARE] = { "share", "share", { .right = true, .class = "n" } },
		[WHERE_BAR] = { "", "", { GRID_HTML, .class = "picture" } },
		[WHERE_COUNT] = { "instructions", "change", { .right = true, .class = "n" } },
		[WHERE_BEFORE] = { "before", "before", { .right = true, .class = "n", .drop = 1 } },
		[WHERE_AFTER] = { "after", "after", { .right = true, .class = "n", .drop = 2 } },
		[WHERE_PLACE] = { "line", "line", { .names = true } },
		[WHERE_TEXT] = { "", "", { .below = true } },
	};

	for (size_t c = 0; c < WHERE_COLUMNS; c++)
		grid_add_column(v->grid, v->w->is_change ? columns[c].of_change : columns[c].of_one,
				columns[c].column);
}

/* --- shares ------------------------------------------------------------------------------------------ */

static double part_of_whole(const struct where_block *w, double part)
{
	double whole = w->is_change ? (double)(int64_t)(w->after - w->before) : (double)w->after;

	return part / whole;		/* whole may be 0 */
}

static bool has_others(const struct where_block *w)
{
	return w->n_others || (w->is_change ? w->others_change != 0 : w->others > 0);
}

/* After the rows of the block come the others, if there are any, and what is not explained. */
double where_grid_share(const struct where_block *w, size_t row)
{
	if (row < w->n_rows)
		return w->is_change && w->after == w->before ? (double)NAN : w->row[row].share;
	if (row > w->n_rows || !has_others(w))
		return part_of_whole(w, (double)where_words_unexplained(w));
	return part_of_whole(w, w->is_change ? (double)w->others_change : (double)w->others);
}

/* 0 has no sign. */
static void add_share(struct str *out, double share, const struct style *s)
{
	double pct = round(1000 * share) / 10;

	if (isfinite(pct))
		locale_decimal(out, s, "%.1f %%", pct + 0.0);
}

/* --- cells ------------------------------------------------------------------------------------------- */

static void add_quantity(struct str *out, uint64_t count, const struct style *s)
{
	double value = (double)count;
	struct quantity q = quantity_choose(CLASS_COUNT, "", &value, 1);

	q.digits = *q.prefix ? 1 : 0;
	quantity_add_with_unit(out, &q, value, s);
}

/* A page is in UTF-8, whatever the locale is. */
static bool is_utf8(const struct view *v)
{
	return v->grid->form != GRID_TEXT || v->s->utf8;
}

/* A symbol of C++ may be longer than a line: a third of it is left to the place. */
static size_t place_most(const struct view *v)
{
	size_t third = v->s->columns / 3;

	if (v->grid->form != GRID_TEXT || !v->s->columns)
		return WHERE_NAME_MOST;
	return third > PLACE_LEAST ? third : PLACE_LEAST;
}

static void add_place(struct grid_cell *cell, const struct view *v, size_t row)
{
	bool is_line = v->w->row[row].kind == WHERE_LINE;
	LOCAL(str) place = {0}, text = {0};

	where_words_add_place(&place, v->w, row);
	where_name_add(&cell[WHERE_PLACE].text, str_text(&place), is_line ? place.len + 1 : place_most(v),
		       is_utf8(v));
	where_words_add_text(&text, v->w, row, v->s);
	/* the rest is in JSON */
	locale_shorten(&cell[WHERE_TEXT].text, str_text(&text), is_line ? TEXT_MOST : text.len + 1,
		       is_utf8(v));
	cell[WHERE_TEXT].cuts = is_line;
	cell[WHERE_TEXT].folds = !is_line;
}

static void add_row(const struct view *v, size_t row)
{
	const struct where_row *r = &v->w->row[row];
	struct grid_cell *cell = grid_add_row(v->grid)->cell;

	add_share(&cell[WHERE_SHARE].text, where_grid_share(v->w, row), v->s);
	add_place(cell, v, row);
	if (!v->w->is_change) {
		where_words_add_count(&cell[WHERE_COUNT].text, r->after, v->s);
		return;
	}
	where_words_add_change(&cell[WHERE_COUNT].text, r->change, v->s);
	str_add(&cell[WHERE_BEFORE].text, r->before_at_most ? "at most " : "");
	add_quantity(&cell[WHERE_BEFORE].text, r->before, v->s);
	str_add(&cell[WHERE_AFTER].text, r->after_at_most ? "at most " : "");
	add_quantity(&cell[WHERE_AFTER].text, r->after, v->s);
}

static struct grid_cell *add_rest(const struct view *v, int64_t change, uint64_t count)
{
	size_t row = v->grid->n_rows;
	struct grid_cell *cell = grid_add_row(v->grid)->cell;

	add_share(&cell[WHERE_SHARE].text, where_grid_share(v->w, row), v->s);
	if (v->w->is_change)
		where_words_add_change(&cell[WHERE_COUNT].text, change, v->s);
	else
		where_words_add_count(&cell[WHERE_COUNT].text, count, v->s);
	return cell;
}

static void add_others(const struct view *v)
{
	struct grid_cell *cell = add_rest(v, v->w->others_change, v->w->others);

	if (v->w->n_others) {		/* otherwise a saved result did not keep them */
		where_words_add_count(&cell[WHERE_PLACE].text, v->w->n_others, v->s);
		str_add(&cell[WHERE_PLACE].text, " ");
	}
	str_add(&cell[WHERE_PLACE].text, v->w->n_others == 1 ? "other line" : "other lines");
}

void where_grid_build(struct grid *g, const struct where_block *w, const struct style *s)
{
	const struct view v = { w, s, g };
	int64_t unexplained = w->is_change ? where_words_unexplained(w) : 0;

	g->indent = 2;
	where_grid_add_columns(&v);
	for (size_t i = 0; i < w->n_rows; i++)
		add_row(&v, i);
	if (has_others(w))
		add_others(&v);
	if (unexplained)
		str_add(&add_rest(&v, unexplained, 0)[WHERE_PLACE].text, "not explained");
}

/* --- text -------------------------------------------------------------------------------------------- */

static void add_text_line(struct str *out, const char *line)
{
	str_addf(out, " %s\n", line);
}

static void add_text_note(struct str *out, const char *line)
{
	str_addf(out, " note: %s\n", line);
}

void where_add_text(struct str *out, const struct where_block *w, const struct style *s)
{
	LOCAL(grid) g = { .form = GRID_TEXT };
	LOCAL(str) line = {0}, notes = {0};

	if (!where_words_has(w))
		return;
	str_add(&line, " ");
	where_words_add_head(&line, w, s);
	str_add(&line, "\n");
	where_words_each_library(&line, w, add_text_line);
	locale_add_fitted(out, str_text(&line), LOCALE_INDENT, s);
	where_grid_build(&g, w, s);
	grid_add_text(out, &g, s);
	where_words_each_note(&notes, w, s->verbose > 0, add_text_note);
	locale_add_fitted(out, str_text(&notes), strlen(" note: "), s);
	str_add(out, "\n");
}
