/* SPDX-License-Identifier: MIT */
/*
 * grid.h - builds a table for people, which is then written as text, Markdown or HTML.
 *
 * grid_add_text(), markdown_grid() and page_grid() write it, each beside what escapes its texts.  Cells are
 * finished texts, as the unit and digits of a number depend on its row.  A column says in which forms it is,
 * and what a narrow terminal does without it.
 *
 *	struct grid g = { .form = GRID_MARKDOWN };
 *
 *	grid_add_column(&g, "event", (struct grid_column){ .names = true });
 *	grid_add_column(&g, "count", (struct grid_column){ .right = true });
 *	cell = grid_add_row(&g)->cell;
 *	str_add_line(&cell[0].text, name);
 *	str_add(&cell[1].text, "1234");
 *	markdown_grid(out, &g);
 *	grid_release(&g);
 *
 * A column that would be empty is left out.  For text, texts from outside are lines (str_add_line); Markdown
 * and HTML are escaped.
 *
 * Text: a column is as wide as its widest cell.  Where a terminal is too narrow, columns are left out
 * (.drop), then the last ones go to a line below (.below), then names stand above their lines; or, where
 * columns come again (.again), the table is cut into strips below each other, without the columns of .drop.
 */
#ifndef FORMAT_GRID_H
#define FORMAT_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct style;

enum grid_form { GRID_TEXT = 1, GRID_MARKDOWN = 2, GRID_HTML = 4 };

struct grid_column {
	unsigned forms;			/* of enum grid_form; 0: all */
	bool hidden;			/* in this table it is in no form */
	bool right;			/* aligned right */
	bool names;			/* names its row */
	const char *class;		/* of HTML: see page_grid() */
	bool spans;			/* HTML: its cell is as high as the rows that continue its own */
	/* text */
	bool glued;			/* no gap before it */
	bool spills;			/* an absent value does not widen it: it covers empty cells */
	size_t least;			/* width */
	/* text on a narrow terminal */
	int drop;			/* 1: left out first, 2: second, ...; 0: never */
	bool below;			/* may go to a line below, with all after it */
	const char *label;		/* before its text there; NULL: none */
	bool again;			/* in each strip; the last columns */
	bool joined;			/* in the strip of the column before it */
	size_t room;			/* the width that a strip leaves for it; 0: that of its texts */
	char *title;			/* owned; given to grid_add_column() */
};

struct grid_cell {
	struct str text;
	/* a second line of HTML; Markdown has it in brackets, text does not show it */
	struct str second;
	struct str picture;		/* markup that HTML has in place of the text */
	int tone;			/* TONE_WORSE and the like: Markdown has only that, as bold */
	bool strong;			/* HTML: bold without a tone, too */
	bool absent;			/* the text, "<not counted>", is in place of a value */
	bool folds;			/* goes to the line below before any column is left out for it */
	/* text: what a terminal has no room for is cut off; in the last column */
	bool cuts;
};

struct grid_row {
	struct grid_cell *cell;		/* by column; NULL: a line of text between rows */
	struct str line;
	bool quiet;			/* text: dim */
	bool continues;			/* HTML: is about the same as the row before */
};

struct grid {
	enum grid_form form;
	size_t indent;			/* of text */
	bool untitled;			/* text has no line of titles */
	bool scrolls;			/* HTML: on a narrow screen; otherwise its rows become cards there */
	struct grid_column *column; size_t n_columns;
	struct grid_row *row; size_t n_rows;
};

/* Before any row. */
void grid_add_column(struct grid *g, const char *title, struct grid_column column);
/* Its cells are empty; valid until the next one. */
struct grid_row *grid_add_row(struct grid *g);
/* Text: a line that is no row, without its end. */
struct str *grid_add_line(struct grid *g);
/* Makes the text of a cell "<why>". */
void grid_set_absent(struct grid_cell *cell, const char *why);
/* The column is in the form of the grid, and something is in it. */
bool grid_has_column(const struct grid *g, size_t column);
/* Appends the table as text; nothing if it has no rows. */
void grid_add_text(struct str *out, const struct grid *g, const struct style *s);
void grid_release(struct grid *g);

#endif
