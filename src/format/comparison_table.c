/* SPDX-License-Identifier: MIT */
/*
 * Lays out the table of a comparison for people.
 *
 * A column is as wide as its widest cell.  If the terminal is too narrow for all columns, some are left
 * out, and others go to a line below.  A change is red or green only if it is certain: its interval excludes
 * the limit or, without a limit, excludes 0.  One that may be large or none has the colour of the unsure.
 */
#include "format/comparison_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/comparison_words.h"
#include "format/locale_text.h"
#include "format/style.h"

enum column { ROW, SIDE, MEDIAN, UNIT, INTERVAL, RANGE, OUTLIERS, CHANGE, SURE, LIMIT, VERDICT, COLUMNS };

struct line {			/* of the table */
	struct str cell[COLUMNS];
	int tone;			/* of the change */
	bool quiet;			/* a row of a gate without a limit */
	size_t end;			/* cells from this one on are below it */
};

struct page {
	const struct comparison *cmp;
	const struct style *s;
	struct line *line; size_t n;
	size_t width[COLUMNS];		/* 0: the table does not have the column */
	/* columns that do not fit the terminal */
	bool left_out[COLUMNS];
	size_t end;			/* of all lines and of the heading */
	bool names_alone;		/* a row's name is above its lines */
};

static const struct {
	const char *title;
	bool right;			/* aligned right */
} columns[COLUMNS] = {
	[ROW]	   = { "measurement", false },	[SIDE]	   = { "",	      false },
	[MEDIAN]   = { "median",      true },	[UNIT]	   = { "",	      false },
	[INTERVAL] = { NULL,	      true },	[RANGE]	   = { "min .. max",  true },
	[OUTLIERS] = { "outliers",    true },	[CHANGE]   = { NULL,	      true },
	[SURE]	   = { NULL,	      false },	[LIMIT]	   = { "limit",	      true },
	[VERDICT]  = { "verdict",     false },
};

/* --- cells ----------------------------------------------------------------------------------------- */

static void add_spread(struct line *line, const struct page *p, size_t side, size_t row)
{
	const struct summary *spread = &p->cmp->row[row].spread[side];
	const struct quantity q = words_quantity(p->cmp, row);

	quantity_add(&line->cell[MEDIAN], &q, spread->median, p->s);
	quantity_add_unit(&line->cell[UNIT], &q);
	if (spread->n < 2)
		return;
	if (interval_exists(spread->interval))
		quantity_add_interval(&line->cell[INTERVAL], &q, spread->interval, false, p->s);
	quantity_add(&line->cell[RANGE], &q, spread->min, p->s);
	str_add(&line->cell[RANGE], " .. ");
	quantity_add(&line->cell[RANGE], &q, spread->max, p->s);
	str_addf(&line->cell[OUTLIERS], "%zu", spread->outliers);
}

static void add_no_value(struct line *line, const struct page *p, size_t side, size_t row)
{
	struct str why = {0};

	words_add_lack(&why, p->cmp, side, row, p->s);
	str_addf(&line->cell[MEDIAN], "<%s>", why.text ? why.text : "not measured");
	str_release(&why);
}

static void add_verdict(struct line *line, const struct page *p, size_t side, size_t row)
{
	words_add_change(&line->cell[CHANGE], p->cmp, side, row, p->s);
	words_add_range(&line->cell[SURE], p->cmp, side, row, p->s);
	words_add_limit(&line->cell[LIMIT], p->cmp, side, row, p->s);
	words_add_verdict(&line->cell[VERDICT], p->cmp, side, row);
}

static int tone_of(const struct comparison *cmp, size_t side, size_t row)
{
	return words_is_unsure(cmp, side, row) ? TONE_UNSURE : words_tone(cmp, side, row);
}

static void add_line(struct page *p, size_t side, size_t row)
{
	struct line *line;

	p->line = mem_resize(p->line, p->n + 1, sizeof(*p->line));
	line = &p->line[p->n++];
	*line = (struct line){ .tone = tone_of(p->cmp, side, row), .end = COLUMNS,
			       .quiet = p->cmp->opts.mode != COMPARISON_PLAIN && p->cmp->n_sides > 1 &&
					!words_is_limited(p->cmp, row) };
	for (size_t c = 0; c < COLUMNS; c++)
		str_add(&line->cell[c], "");
	if (!side)
		str_add_line(&line->cell[ROW], p->cmp->row[row].of->name);
	if (p->cmp->n_sides > 1)
		words_add_letter(&line->cell[SIDE], side);
	if (p->cmp->row[row].spread[side].n)
		add_spread(line, p, side, row);
	else
		add_no_value(line, p, side, row);
	if (side)
		add_verdict(line, p, side, row);
}

/* --- the table ------------------------------------------------------------------------------------- */

/* A text in place of a number, such as <not counted>, does not widen the column. */
static bool is_measure(const struct line *line, size_t c)
{
	return c != MEDIAN || line->cell[c].text[0] != '<';
}

static void title_of(struct str *out, const struct page *p, size_t c)
{
	if (columns[c].title) {
		str_add(out, columns[c].title);
	} else if (c == CHANGE) {
		str_add(out, p->cmp->n_sides > 2 ? "change from A" : "change");
	} else if (c == SURE) {
		words_add_sure(out, p->cmp, p->s);
	} else {
		words_add_level(out, p->cmp->opts.level, p->s);
		str_add(out, " interval");
	}
}

static void measure_columns(struct page *p)
{
	for (size_t c = 0; c < COLUMNS; c++) {
		struct str title = {0};
		bool used = false;

		title_of(&title, p, c);
		p->width[c] = 0;
		for (size_t i = 0; i < p->n && !p->left_out[c]; i++) {
			size_t n = locale_columns(p->line[i].cell[c].text);

			used |= n > 0;
			if (n > p->width[c] && is_measure(&p->line[i], c))
				p->width[c] = n;
		}
		if (used && locale_columns(str_text(&title)) > p->width[c])
			p->width[c] = locale_columns(str_text(&title));
		str_release(&title);
	}
	if (p->names_alone)
		p->width[ROW] = 1;
}

/*
 * Blanks are written only when something follows them.  They are less than 0 after a cell that is wider than
 * its column, so that the next ones stand in theirs.
 */
static void add_cell(struct str *out, const struct page *p, size_t c, const char *text, ptrdiff_t *blanks)
{
	ptrdiff_t between = c == UNIT ? 0 : c == ROW ? 1 : 2;
	ptrdiff_t pad = (ptrdiff_t)p->width[c] - (ptrdiff_t)locale_columns(text);

	if (!p->width[c])
		return;
	*blanks += between + (columns[c].right && pad > 0 ? pad : 0);
	if (text[0]) {
		locale_pad(out, 0, (size_t)(*blanks > between ? *blanks : between));
		str_add(out, text);
		*blanks = 0;
	}
	*blanks += pad < 0 || !columns[c].right ? pad : 0;
}

static void add_heading(struct str *out, const struct page *p)
{
	ptrdiff_t blanks = 0;

	for (size_t c = 0; c < p->end; c++) {
		struct str title = {0};

		title_of(&title, p, c);
		add_cell(out, p, c, p->names_alone && c == ROW ? "" : str_text(&title), &blanks);
		str_release(&title);
	}
}

/* Colours the last len bytes, without the blanks before them. */
static void color_last(struct str *out, size_t len, const char *color)
{
	struct str text = {0};

	str_add(&text, out->text + out->len - len);
	out->len -= len;
	out->text[out->len] = '\0';
	locale_colored(out, color, str_text(&text));
	str_release(&text);
}

static void add_cells(struct str *out, const struct page *p, const struct line *line, size_t end,
		      const char *color)
{
	ptrdiff_t blanks = 0;

	for (size_t c = 0; c < end; c++) {
		const struct str *cell = &line->cell[c];

		add_cell(out, p, c, p->names_alone && c == ROW ? "" : cell->text, &blanks);
		if (color[0] && (c == CHANGE || c == SURE || c == VERDICT) && cell->len && p->width[c])
			color_last(out, cell->len, color);
	}
	str_add(out, "\n");
}

/* The cells that do not fit on the line: "+2.31 %, limit +1 %, regressed". */
static void add_below(struct str *out, const struct page *p, const struct line *line)
{
	size_t indent = p->width[ROW] + p->width[SIDE] + 5;
	struct str text = {0};
	bool any = false;

	locale_pad(&text, 0, indent = indent > p->s->columns / 2 ? 4 : indent);
	for (size_t c = line->end; c < COLUMNS; c++) {
		if (!line->cell[c].len)
			continue;
		str_addf(&text, "%s%s%s", any ? ", " : "", c == LIMIT ? "limit " : "", line->cell[c].text);
		any = true;
	}
	if (any)
		locale_add_toned(out, str_text(&text), indent, line->tone, p->s);
	str_release(&text);
}

static void add_name(struct str *out, const struct page *p, const char *name)
{
	struct str text = {0};

	str_addf(&text, " %s\n", name);
	locale_add_fitted(out, str_text(&text), LOCALE_INDENT, p->s);
	str_release(&text);
}

static void add_row_line(struct str *out, const struct page *p, const struct line *line)
{
	if (p->names_alone && line->cell[ROW].len)
		add_name(out, p, line->cell[ROW].text);
	add_cells(out, p, line, line->end, style_tone(line->tone, p->s));
	add_below(out, p, line);
}

/* Rows without a limit are dim, on each line of its own. */
static void add_quiet_line(struct str *out, const struct page *p, const struct line *line)
{
	struct str text = {0};

	add_row_line(&text, p, line);
	for (char *at = text.text, *end; (end = strchr(at, '\n')); at = end + 1) {
		*end = '\0';
		locale_colored(out, COLOR_DIM, at);
		str_add(out, "\n");
	}
	str_release(&text);
}

static void add_table(struct str *out, const struct page *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->line[i].quiet && p->s->color)
			add_quiet_line(out, p, &p->line[i]);
		else
			add_row_line(out, p, &p->line[i]);
}

/* --- a terminal's width ---------------------------------------------------------------------------- */

static bool line_fits(const struct page *p, const struct line *line, size_t end)
{
	struct str text = {0};
	bool fits;

	add_cells(&text, p, line, end, "");
	fits = locale_columns(str_text(&text)) <= p->s->columns + 1;	/* and the end of the line */
	str_release(&text);
	return fits;
}

/* A verdict with a reason goes to a line below before any column is left out for it. */
static size_t least_end(const struct page *p, const struct line *line)
{
	bool long_one = p->end == COLUMNS && strchr(line->cell[VERDICT].text, '(') != NULL;

	return long_one ? VERDICT : p->end;
}

static bool fits(const struct page *p)
{
	struct str heading = {0};
	bool fits;

	add_heading(&heading, p);
	fits = locale_columns(str_text(&heading)) <= p->s->columns;
	for (size_t i = 0; i < p->n && fits; i++)
		fits = line_fits(p, &p->line[i], least_end(p, &p->line[i]));
	str_release(&heading);
	return fits;
}

/* Leaves out the least useful columns first. */
static void narrow(struct page *p)
{
	static const enum column less[] = { OUTLIERS, RANGE, INTERVAL };

	memset(p->left_out, 0, sizeof(p->left_out));
	p->end = COLUMNS;
	measure_columns(p);
	for (size_t i = 0; i < sizeof(less) / sizeof(*less) && !fits(p); i++) {
		p->left_out[less[i]] = true;
		measure_columns(p);
	}
	while (p->end > CHANGE && !fits(p))
		p->end--;
}

static void lay_out(struct page *p)
{
	p->end = COLUMNS;
	measure_columns(p);
	if (!p->s->columns)
		return;
	narrow(p);
	if (!fits(p)) {
		p->names_alone = true;
		narrow(p);
	}
	for (size_t i = 0; i < p->n; i++) {
		struct line *line = &p->line[i];

		line->end = line_fits(p, line, p->end) ? p->end : least_end(p, line);
	}
}

static void add_lines(struct page *p)
{
	bool hides = words_hides_rows(p->cmp);
	size_t *order = words_order(p->cmp);

	for (size_t i = 0; i < p->cmp->n_rows; i++) {
		bool shown = words_shows_row(p->cmp, order[i], hides);

		for (size_t side = 0; shown && side < p->cmp->n_sides; side++)
			add_line(p, side, order[i]);
	}
	free(order);
}

void comparison_table_add(struct str *out, const struct comparison *cmp, const struct style *s)
{
	struct page p = { .cmp = cmp, .s = s };
	struct str heading = {0};

	add_lines(&p);
	if (p.n) {
		lay_out(&p);
		add_heading(&heading, &p);
		locale_colored(out, s->color ? COLOR_BOLD : "", str_text(&heading));
		str_add(out, "\n");
		add_table(out, &p);
		str_add(out, "\n");
	}
	str_release(&heading);
	while (p.n) {
		p.n--;
		for (size_t c = 0; c < COLUMNS; c++)
			str_release(&p.line[p.n].cell[c]);
	}
	free(p.line);
}
