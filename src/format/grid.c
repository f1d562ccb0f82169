/* SPDX-License-Identifier: MIT */
/* Keeps the cells of a table, and lays it out as text. */
#include "format/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/locale_text.h"
#include "format/style.h"

enum {
	GAP = 2,			/* between columns */
	CUT_LEAST = 16,			/* less of a text that is cut says nothing */
};

/* --- cells ------------------------------------------------------------------------------------------- */

void grid_add_column(struct grid *g, const char *title, struct grid_column column)
{
	column.title = mem_copy_text(title);
	MEM_ADD(g->column, g->n_columns, column);
}

static struct grid_row *new_row(struct grid *g)
{
	g->row = mem_grow(g->row, g->n_rows, sizeof(*g->row));
	g->row[g->n_rows] = (struct grid_row){0};
	return &g->row[g->n_rows++];
}

struct grid_row *grid_add_row(struct grid *g)
{
	struct grid_row *row = new_row(g);

	row->cell = mem_zeroed(g->n_columns, sizeof(*row->cell));
	return row;
}

struct str *grid_add_line(struct grid *g)
{
	return &new_row(g)->line;
}

void grid_set_absent(struct grid_cell *cell, const char *why)
{
	str_addf(&cell->text, "<%s>", why);
	cell->absent = true;
}

bool grid_has_column(const struct grid *g, size_t column)
{
	const struct grid_column *c = &g->column[column];
	bool shown = !c->hidden && (!c->forms || c->forms & g->form);

	for (size_t i = 0; i < g->n_rows && shown; i++) {
		const struct grid_cell *cell = g->row[i].cell ? &g->row[i].cell[column] : NULL;

		if (cell && (cell->text.len || cell->second.len || cell->picture.len))
			return true;
	}
	return false;
}

void grid_release(struct grid *g)
{
	for (size_t i = 0; i < g->n_rows; i++) {
		struct grid_row *row = &g->row[i];

		for (size_t c = 0; row->cell && c < g->n_columns; c++) {
			str_release(&row->cell[c].text);
			str_release(&row->cell[c].second);
			str_release(&row->cell[c].picture);
		}
		free(row->cell);
		str_release(&row->line);
	}
	for (size_t c = 0; c < g->n_columns; c++)
		free(g->column[c].title);
	free(g->column);
	free(g->row);
	*g = (struct grid){0};
}

/* --- widths ------------------------------------------------------------------------------------------ */

struct layout {			/* of a grid on a terminal */
	const struct grid *g;
	const struct style *s;
	size_t *width;			/* by column; 0: it is not shown */
	size_t from, end;		/* the columns of each line, and those that come again */
	int dropped;			/* columns are left out up to this .drop */
	bool names_alone;		/* a row's name is above its line */
};

static bool is_dropped(const struct layout *l, size_t c)
{
	return l->g->column[c].drop && l->g->column[c].drop <= l->dropped;
}

static size_t grid_width_of(const struct layout *l, size_t c)
{
	const struct grid_column *column = &l->g->column[c];
	size_t width = column->least;

	if (is_dropped(l, c) || !grid_has_column(l->g, c))
		return 0;
	if (l->names_alone && column->names)
		return 1;
	for (size_t i = 0; i < l->g->n_rows; i++) {
		const struct grid_cell *cell = l->g->row[i].cell ? &l->g->row[i].cell[c] : NULL;

		if (cell && !(cell->absent && column->spills))
			width = locale_wider(width, str_text(&cell->text));
	}
	return l->g->untitled ? width : locale_wider(width, column->title);
}

static void grid_measure(struct layout *l)
{
	for (size_t c = 0; c < l->g->n_columns; c++)
		l->width[c] = grid_width_of(l, c);
}

/* --- lines ------------------------------------------------------------------------------------------- */

/*
 * Blanks are written only when something follows them.  They are less than 0 after a cell that is wider than
 * its column, so that the next ones stand in theirs.
 */
struct pen {
	struct str *out;
	ptrdiff_t blanks;
	bool begun;
};

static bool is_shown(const struct layout *l, size_t c, size_t end)
{
	return l->width[c] && ((c >= l->from && c < end) || l->g->column[c].again);
}

static void grid_add_cell(struct pen *pen, const struct layout *l, size_t c, const char *text,
			  const char *color)
{
	const struct grid_column *column = &l->g->column[c];
	ptrdiff_t gap = !pen->begun ? (ptrdiff_t)l->g->indent : column->glued ? 0 : GAP;
	ptrdiff_t pad;

	if (l->names_alone && column->names)
		text = "";
	pad = (ptrdiff_t)l->width[c] - (ptrdiff_t)locale_columns(text);
	pen->begun = true;
	pen->blanks += gap + (column->right && pad > 0 ? pad : 0);
	if (text[0]) {
		locale_pad(pen->out, 0, (size_t)(pen->blanks > gap ? pen->blanks : gap));
		locale_colored(pen->out, color, text);
		pen->blanks = 0;
	}
	pen->blanks += pad < 0 || !column->right ? pad : 0;
}

static void grid_add_titles(struct str *out, const struct layout *l)
{
	struct pen pen = { .out = out };

	for (size_t c = 0; c < l->g->n_columns; c++)
		if (is_shown(l, c, l->end))
			grid_add_cell(&pen, l, c, l->g->column[c].title, "");
}

/* How many columns of the terminal are left where a column of the table begins. */
static size_t room_from(const struct layout *l, size_t column)
{
	size_t used = l->g->indent;

	for (size_t c = 0, begun = 0; c <= column; c++) {
		if (!is_shown(l, c, column + 1))
			continue;
		used += begun++ && !l->g->column[c].glued ? GAP : 0;
		used += c < column ? l->width[c] : 0;
	}
	return used < l->s->columns ? l->s->columns - used : 0;
}

/* Appends the text of a cell, or what the terminal has room for. */
static void add_cut(struct str *out, const struct layout *l, const struct grid_cell *cell, size_t c)
{
	const char *text = str_text(&cell->text);
	size_t room = cell->cuts && l->s->columns ? room_from(l, c) : 0;

	if (room < CUT_LEAST)
		str_add(out, text);
	else
		locale_shorten(out, text, room, l->s->utf8);
}

static void grid_add_cells(struct str *out, const struct layout *l, const struct grid_row *row, size_t end,
			   bool colors)
{
	struct pen pen = { .out = out };
	LOCAL(str) text = {0};

	for (size_t c = 0; c < l->g->n_columns; c++) {
		if (!is_shown(l, c, end))
			continue;
		str_reset(&text);
		add_cut(&text, l, &row->cell[c], c);
		grid_add_cell(&pen, l, c, str_text(&text), colors ? style_tone(row->cell[c].tone, l->s) : "");
	}
}

/* Where the first number begins, unless that is too far right or a number is first. */
static size_t indent_below(const struct layout *l)
{
	size_t indent = l->g->indent;

	for (size_t c = 0; c < l->g->n_columns && !l->g->column[c].right; c++)
		indent += l->width[c] ? l->width[c] + GAP : 0;
	return indent > l->s->columns / 2 || indent == l->g->indent ? 4 : indent;
}

/* The cells that do not fit on the line: "+2.31 %, limit +1 %, regressed". */
static void add_below(struct str *out, const struct layout *l, const struct grid_row *row, size_t end)
{
	size_t indent = indent_below(l), start;
	LOCAL(str) text = {0};
	int tone = TONE_NONE;

	locale_pad(&text, 0, indent);
	start = text.len;
	for (size_t c = end; c < l->g->n_columns; c++) {
		const char *label = l->g->column[c].label;

		if (!row->cell[c].text.len || !l->g->column[c].below)
			continue;
		str_addf(&text, "%s%s%s", text.len > start ? ", " : "", label ? label : "",
			 row->cell[c].text.text);
		tone = tone ? tone : row->cell[c].tone;
	}
	if (text.len > start)
		locale_add_toned(out, str_text(&text), indent, tone, l->s);
}

static void grid_add_name(struct str *out, const struct layout *l, const struct grid_row *row)
{
	for (size_t c = 0; c < l->g->n_columns; c++) {
		LOCAL(str) text = {0};

		if (l->width[c] && l->g->column[c].names && row->cell[c].text.len) {
			locale_pad(&text, 0, l->g->indent);
			str_addf(&text, "%s\n", row->cell[c].text.text);
			locale_add_fitted(out, text.text, LOCALE_INDENT, l->s);
		}
	}
}

/* --- a terminal's width ------------------------------------------------------------------------------ */

static bool line_fits(const struct layout *l, const struct grid_row *row, size_t end)
{
	LOCAL(str) text = {0};

	if (row)
		grid_add_cells(&text, l, row, end, false);
	else
		grid_add_titles(&text, l);
	return !l->s->columns || locale_columns(str_text(&text)) <= l->s->columns;
}

/* The cells that may fold and stand in the last columns are below the line before a column is left out. */
static size_t least_end(const struct layout *l, const struct grid_row *row)
{
	size_t end = l->end;

	while (l->end == l->g->n_columns && end && (row->cell[end - 1].folds || !l->width[end - 1]))
		end--;
	return end;
}

static size_t end_of(const struct layout *l, const struct grid_row *row)
{
	return line_fits(l, row, l->end) ? l->end : least_end(l, row);
}

static bool grid_fits(const struct layout *l)
{
	bool fits = line_fits(l, NULL, l->end);

	for (size_t i = 0; i < l->g->n_rows && fits; i++)
		fits = !l->g->row[i].cell || line_fits(l, &l->g->row[i], least_end(l, &l->g->row[i]));
	return fits;
}

static int most_drop(const struct grid *g)
{
	int most = 0;

	for (size_t c = 0; c < g->n_columns; c++)
		most = g->column[c].drop > most ? g->column[c].drop : most;
	return most;
}

/* Leaves out the least useful columns first. */
static void narrow(struct layout *l)
{
	int most = most_drop(l->g);

	l->end = l->g->n_columns;
	l->dropped = 0;
	grid_measure(l);
	while (l->dropped < most && !grid_fits(l)) {
		l->dropped++;
		grid_measure(l);
	}
	while (l->end && (l->g->column[l->end - 1].below || !l->width[l->end - 1]) && !grid_fits(l))
		l->end--;
}

/* As many columns as fit beside those that come again, but at least one. */
static size_t end_of_strip(const struct layout *l, size_t from)
{
	size_t used = l->g->indent, end = from, whole = from;
	bool any = false;

	for (size_t c = 0; c < l->g->n_columns; c++) {
		const struct grid_column *column = &l->g->column[c];

		if (column->again)
			used += GAP + (column->room ? column->room : l->width[c]);
	}
	used -= GAP;			/* the first one has the indent */
	for (; end < l->g->n_columns; end++) {
		if (!l->width[end] || l->g->column[end].again)
			continue;
		used += GAP + l->width[end];
		whole = l->g->column[end].joined ? whole : end;
		if (any && l->s->columns && used > l->s->columns)
			return whole > from ? whole : end;
		any = true;
	}
	return end;
}

/* --- the table --------------------------------------------------------------------------------------- */

static void grid_print_row(struct str *out, const struct layout *l, const struct grid_row *row)
{
	size_t end = end_of(l, row);

	if (l->names_alone)
		grid_add_name(out, l, row);
	grid_add_cells(out, l, row, end, true);
	str_add(out, "\n");
	add_below(out, l, row, end);
}

/* Each of its lines is dim. */
static void add_quiet_row(struct str *out, const struct layout *l, const struct grid_row *row)
{
	LOCAL(str) text = {0};

	grid_print_row(&text, l, row);
	for (char *at = text.text, *end; (end = strchr(at, '\n')); at = end + 1) {
		*end = '\0';
		locale_colored(out, COLOR_DIM, at);
		str_add(out, "\n");
	}
}

static void grid_add_lines(struct str *out, const struct layout *l)
{
	LOCAL(str) titles = {0};

	if (!l->g->untitled) {
		grid_add_titles(&titles, l);
		locale_colored(out, l->s->color ? COLOR_BOLD : "", str_text(&titles));
		str_add(out, "\n");
	}
	for (size_t i = 0; i < l->g->n_rows; i++) {
		const struct grid_row *row = &l->g->row[i];

		if (!row->cell)
			str_addf(out, "%s\n", str_text(&row->line));
		else if (row->quiet && l->s->color)
			add_quiet_row(out, l, row);
		else
			grid_print_row(out, l, row);
	}
}

static void add_strips(struct str *out, struct layout *l)
{
	int most = most_drop(l->g);

	for (grid_measure(l); l->dropped < most && end_of_strip(l, 0) < l->g->n_columns; grid_measure(l))
		l->dropped++;
	for (; l->from < l->g->n_columns; l->from = l->end) {
		l->end = end_of_strip(l, l->from);
		str_add(out, l->from ? "\n" : "");
		grid_add_lines(out, l);
	}
}

void grid_add_text(struct str *out, const struct grid *g, const struct style *s)
{
	struct layout l = { .g = g, .s = s };

	if (!g->n_rows)
		return;
	l.width = mem_zeroed(g->n_columns, sizeof(*l.width));
	if (g->n_columns && g->column[g->n_columns - 1].again) {
		add_strips(out, &l);
	} else {
		narrow(&l);
		l.names_alone = !grid_fits(&l);
		if (l.names_alone)
			narrow(&l);
		grid_add_lines(out, &l);
	}
	free(l.width);
}
