/* SPDX-License-Identifier: MIT */
/*
 * Makes the cells of a comparison.
 *
 * A change is red or green only if it is certain: its interval excludes the limit or, without a limit,
 * excludes 0.  In text, one that may be large or none has the colour of the unsure.
 */
#include "format/comparison_grid.h"

#include <string.h>

#include "compare/effect.h"
#include "format/comparison_words.h"
#include "format/grid.h"
#include "format/style.h"

enum { PAGES = GRID_MARKDOWN | GRID_HTML };			/* forms */
enum column { NAME, SIDE, MEDIAN, UNIT, INTERVAL, EXTENT, OUTLIERS, FIRST, OTHER, CHANGE, RANGE, SURE_CHANGE,
	      PICTURE, LIMIT, VERDICT, EFFECT, RUNS, COLUMNS };

static const struct {
	const char *title;		/* NULL: add_title() makes it */
	bool compared;			/* it is about a side and the first one */
	struct grid_column column;
} columns[COLUMNS] = {
	[NAME]	      = { "measurement", false, { .names = true, .spans = true } },
	[SIDE]	      = { "", false, { GRID_TEXT | GRID_HTML, .class = "side" } },
	[MEDIAN]      = { "median", false, { GRID_TEXT, .right = true, .spills = true } },
	[UNIT]	      = { "", false, { GRID_TEXT, .glued = true } },
	[INTERVAL]    = { NULL, false, { GRID_TEXT, .right = true, .drop = 3 } },
	[EXTENT]      = { "min .. max", false, { GRID_TEXT, .right = true, .drop = 2 } },
	[OUTLIERS]    = { "outliers", false, { GRID_TEXT, .right = true, .drop = 1 } },
	[FIRST]	      = { NULL, false, { PAGES, .right = true, .class = "v" } },
	[OTHER]	      = { NULL, true, { PAGES, .right = true, .class = "v" } },
	[CHANGE]      = { NULL, true, { GRID_TEXT, .right = true, .below = true } },
	[RANGE]	      = { NULL, true, { GRID_TEXT, .below = true } },
	[SURE_CHANGE] = { "change", true, { PAGES, .right = true } },
	[PICTURE]     = { "interval", true, { GRID_HTML, .class = "picture", .spans = true } },
	[LIMIT]	      = { "limit", true, { GRID_TEXT | GRID_MARKDOWN, .right = true, .below = true,
					   .label = "limit " } },
	[VERDICT]     = { "verdict", true, { GRID_TEXT | GRID_MARKDOWN, .below = true } },
	[EFFECT]      = { "verdict", true, { GRID_HTML, .class = "effect" } },
	[RUNS]	      = { "runs", false, { GRID_HTML, .class = "picture", .spans = true } },
};

struct view {
	const struct comparison *cmp;
	enum comparison_rows which;
	const struct comparison_pictures *pictures;
	const struct style *style;
	struct grid *grid;
};

/* HTML: more sides than two are below each other, as in text. */
static bool has_lanes(const struct view *v)
{
	return v->grid->form == GRID_HTML && v->cmp->n_sides > 2;
}

/* --- columns ----------------------------------------------------------------------------------------- */

static void add_title(struct str *out, const struct view *v, enum column c, size_t side)
{
	size_t n = v->cmp->n_sides;

	if (columns[c].title) {
		str_add(out, columns[c].title);
	} else if (c == CHANGE) {
		str_add(out, n > 2 ? "change from A" : "change");
	} else if (c == RANGE) {
		words_add_sure(out, v->cmp, v->style);
	} else if (c == INTERVAL) {
		words_add_level(out, v->cmp->opts.level, v->style);
		str_add(out, " interval");
	} else if (n == 1 || has_lanes(v)) {
		str_add(out, "median");
	} else {
		words_add_letter(out, c == FIRST ? 0 : side);
	}
}

/* Markdown has the compared columns again for each side. */
static void comparison_grid_add_columns(const struct view *v, size_t side)
{
	bool markdown = v->grid->form == GRID_MARKDOWN;

	for (enum column c = 0; c < COLUMNS; c++) {
		struct grid_column column = columns[c].column;
		LOCAL(str) title = {0};

		column.hidden = (markdown && columns[c].compared != (side > 0)) ||
				(v->grid->form == GRID_HTML && c == (has_lanes(v) ? OTHER : SIDE)) ||
				(v->which == COMPARISON_OTHERS &&
				 (c == LIMIT || c == VERDICT || c == EFFECT));
		add_title(&title, v, c, side);
		grid_add_column(v->grid, str_text(&title), column);
	}
}

/* --- cells ------------------------------------------------------------------------------------------- */

static bool has_interval(const struct summary *s)
{
	return s->n > 1 && interval_exists(s->interval);
}

/* "113.488 M", or why there is no value */
static void add_median(struct grid_cell *out, const struct view *v, size_t side, size_t row)
{
	const struct quantity q = words_quantity(v->cmp, row);
	const struct summary *s = &v->cmp->row[row].spread[side];
	LOCAL(str) why = {0};

	if (s->n) {
		quantity_add(&out->text, &q, s->median, v->style);
		return;
	}
	words_add_lack(&why, v->cmp, side, row, v->style);
	grid_set_absent(out, why.len ? why.text : "not measured");
}

/* The same with its unit, and its interval */
static void comparison_grid_add_value(struct grid_cell *out, const struct view *v, size_t side, size_t row)
{
	const struct quantity q = words_quantity(v->cmp, row);
	const struct summary *s = &v->cmp->row[row].spread[side];

	add_median(out, v, side, row);
	if (s->n)
		quantity_add_unit(&out->text, &q);
	if (has_interval(s))
		quantity_add_interval(&out->second, &q, s->interval, v->style);
}

static void comparison_grid_add_spread(struct grid_cell *cell, const struct view *v, size_t side, size_t row)
{
	const struct quantity q = words_quantity(v->cmp, row);
	const struct summary *s = &v->cmp->row[row].spread[side];

	if (s->n)
		quantity_add_unit(&cell[UNIT].text, &q);
	if (s->n < 2)
		return;
	if (has_interval(s))
		quantity_add_interval(&cell[INTERVAL].text, &q, s->interval, v->style);
	quantity_add(&cell[EXTENT].text, &q, s->min, v->style);
	str_add(&cell[EXTENT].text, " .. ");
	quantity_add(&cell[EXTENT].text, &q, s->max, v->style);
	str_addf(&cell[OUTLIERS].text, "%zu", s->outliers);
}

/* With a mark and a word, as not everybody sees colours. */
static void add_html(struct grid_cell *cell, const struct view *v, size_t side, size_t row)
{
	static const struct { int tone; const char *mark; } effects[] = {
		[EFFECT_NONE] = { TONE_NONE, "" }, [EFFECT_PASSES] = { TONE_BETTER, "\u2713 " },
		[EFFECT_WARNS] = { TONE_UNSURE, "? " }, [EFFECT_FAILS] = { TONE_WORSE, "\u2717 " },
	};
	enum effect effect = effect_of_row(v->cmp, comparison_row(v->cmp, side, row));
	struct grid_cell *change = &cell[SURE_CHANGE];

	if (change->text.len && change->tone)
		str_add(&change->text, change->tone > 0 ? " worse" : " better");
	str_addf(&cell[EFFECT].text, "%s%s", effects[effect].mark, str_text(&cell[VERDICT].text));
	cell[EFFECT].tone = effects[effect].tone;
	if (cell[LIMIT].text.len)
		str_addf(&cell[EFFECT].second, "limit %s", cell[LIMIT].text.text);
}

/* The cells of a side that is compared. */
static void comparison_grid_add_change(struct grid_cell *cell, const struct view *v, size_t side, size_t row)
{
	int tone = words_tone(v->cmp, side, row);
	int with_unsure = words_is_unsure(v->cmp, side, row) ? TONE_UNSURE : tone;

	words_add_change(&cell[CHANGE].text, v->cmp, side, row, v->style);
	words_add_range(&cell[RANGE].text, v->cmp, side, row, v->style);
	words_add_limit(&cell[LIMIT].text, v->cmp, side, row, v->style);
	words_add_verdict(&cell[VERDICT].text, v->cmp, side, row);
	str_add(&cell[SURE_CHANGE].text, str_text(&cell[CHANGE].text));
	str_add(&cell[SURE_CHANGE].second, str_text(&cell[RANGE].text));
	cell[SURE_CHANGE].strong = true;
	cell[SURE_CHANGE].tone = tone;
	cell[CHANGE].tone = cell[RANGE].tone = cell[VERDICT].tone = with_unsure;
	cell[VERDICT].folds = cell[VERDICT].text.len && strchr(cell[VERDICT].text.text, '(');
	if (v->pictures)
		add_html(cell, v, side, row);
}

static void comparison_grid_add_cells(struct grid_cell *cell, const struct view *v, size_t side, size_t row)
{
	bool begins = !side || (v->grid->form == GRID_HTML && !has_lanes(v));

	if (begins)
		str_add_line(&cell[NAME].text, v->cmp->row[row].of->name);
	if (v->cmp->n_sides > 1)
		words_add_letter(&cell[SIDE].text, side);
	add_median(&cell[MEDIAN], v, side, row);
	comparison_grid_add_spread(cell, v, side, row);
	comparison_grid_add_value(&cell[FIRST], v, has_lanes(v) ? side : 0, row);
	if (v->pictures && begins) {
		v->pictures->change(&cell[PICTURE].picture, v->cmp, row, v->pictures->reach);
		v->pictures->runs(&cell[RUNS].picture, v->cmp, row);
	}
	if (!side)
		return;
	comparison_grid_add_value(&cell[OTHER], v, side, row);
	comparison_grid_add_change(cell, v, side, row);
}

/* --- rows -------------------------------------------------------------------------------------------- */

static void comparison_grid_add_lines(const struct view *v, size_t row)
{
	const struct comparison *cmp = v->cmp;
	bool markdown = v->grid->form == GRID_MARKDOWN;
	size_t first = v->grid->form == GRID_HTML && cmp->n_sides == 2;
	struct grid_row *line = NULL;

	for (size_t side = first; side < cmp->n_sides; side++) {
		if (!line || !markdown)
			line = grid_add_row(v->grid);
		line->continues = has_lanes(v) && side;
		line->quiet = cmp->opts.mode != COMPARISON_PLAIN && cmp->n_sides > 1 &&
			      !words_is_limited(cmp, row);
		comparison_grid_add_cells(&line->cell[markdown ? side * COLUMNS : 0], v, side, row);
	}
}

enum comparison_rows comparison_grid_main(const struct comparison *cmp)
{
	return words_hides_rows(cmp) ? COMPARISON_LIMITED : COMPARISON_ALL;
}

void comparison_grid_build(struct grid *g, const struct comparison *cmp, enum comparison_rows which,
			   const struct comparison_pictures *pictures, const struct style *s)
{
	const struct view v = { cmp, which, pictures, s, g };
	FREED size_t *order = words_order(cmp);
	size_t blocks = g->form == GRID_MARKDOWN ? cmp->n_sides : 1;

	g->indent = 1;
	for (size_t side = 0; side < blocks; side++)
		comparison_grid_add_columns(&v, g->form == GRID_MARKDOWN ? side : 1);
	for (size_t i = 0; i < cmp->n_rows; i++) {
		bool wanted = which == COMPARISON_ALL ||
			      words_is_limited(cmp, order[i]) == (which == COMPARISON_LIMITED);

		if (wanted && (g->form == GRID_MARKDOWN || !words_is_uncounted(cmp, order[i])))
			comparison_grid_add_lines(&v, order[i]);
	}
}
