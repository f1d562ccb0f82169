/* SPDX-License-Identifier: MIT */
/*
 * Checks the HTML that pstat writes, which is stricter than HTML5: every element is closed, stands where it may,
 * and has known attributes only.  So there is no script and nothing from elsewhere.  Rows have as many cells as
 * their titles, and each place in a picture is a number, inside of it if it is in per cent.
 */
#include "conform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"

enum { DEPTH = 24 };

static const struct element {
	const char *name;
	const char *parents;	/* each between blanks */
	const char *attributes;	/* the same; needed ones have a ! */
} elements[] = {
	{ "html", "  ", " lang! " },
	{ "head", " html ", "" }, { "body", " html ", "" },
	{ "meta", " head ", " charset name content " }, { "title", " head ", "" }, { "style", " head ", "" },
	{ "main", " body ", "" }, { "footer", " body ", "" },
	{ "article", " main ", "" }, { "section", " article ", " class " },
	{ "h1", " article ", "" }, { "h2", " article section ", "" },
	{ "p", " main article section ", " class " },
	{ "div", " article section details ", " class! " },
	{ "ul", " article section ", "" }, { "li", " ul ", " class " },
	{ "details", " article ", "" }, { "summary", " details ", "" },
	{ "dl", " details ", "" }, { "dt", " dl ", "" }, { "dd", " dl ", "" },
	{ "table", " div ", " class! " }, { "thead", " table ", "" }, { "tbody", " table ", "" },
	{ "tr", " thead tbody ", "" },
	{ "th", " tr ", " scope! class rowspan " }, { "td", " tr ", " class data-l rowspan " },
	{ "figure", " div ", "" }, { "figcaption", " figure ", "" },
	{ "span", " figcaption td p ", " class " }, { "small", " td ", "" }, { "b", " td ", " class " },
	{ "i", " td ", "" }, { "br", " td ", "" }, { "code", " p td ", "" },
	{ "svg", " td figure section ", " class! height! role! aria-label! " },
	{ "svg", " svg ", " x y viewBox preserveAspectRatio " },
	{ "g", " svg ", " class! " }, { "path", " svg ", " class! d! " },
	{ "line", " svg ", " class! x1! y1! x2! y2! " }, { "circle", " g ", " cx! cy! " },
	{ "rect", " g ", " x! y! width! height! " }, { "text", " svg ", " class x! y! " },
	{ "title", " path line circle rect ", "" },
};

struct open {
	char name[MARKUP_NAME];
	size_t cells;		/* of a row */
	size_t columns;		/* of a table: the cells of its first row */
	size_t spans;		/* of a row: its cells that are also in rows after it; so many cells those lack */
	size_t rows;		/* so many rows, of a table */
};

struct html {
	struct markup m;
	struct open open[DEPTH]; size_t depth;
	size_t span;		/* the rowspan of the element that is read; 0: none */
	bool root;
};

/* Whether the list has the word, followed by end. */
static bool has_word(const char *list, const char *word, const char *end)
{
	char text[MARKUP_NAME + 4];

	snprintf(text, sizeof(text), " %s%s", word, end);
	return strstr(list, text);
}

/* As it stands in its parent; NULL: it may not. */
static const struct element *element_of(const char *name, const char *parent)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (!strcmp(name, elements[i].name) && has_word(elements[i].parents, parent, " "))
			return &elements[i];
	return NULL;
}

/* A picture is made of numbers and these commands. */
static bool check_picture(struct html *h, const char *d, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!strchr("MLHVhlmz0123456789. -", d[i]))
			return WRONG(&h->m, "'%c' in a picture", d[i]);
	return true;
}

/* "12.5" pixels, or "12.5%" of the width, within the picture. */
static bool check_place(struct html *h, const char *name, const char *value, size_t len)
{
	static const char places[] = " x y x1 y1 x2 y2 cx cy width height ";
	char *end;
	double number;

	if (!has_word(places, name, " "))
		return true;
	number = strtod(value, &end);
	if (end == value || !isfinite(number) || end + (*end == '%') != value + len)
		return WRONG(&h->m, "'%s' is no number", name);
	if (*end == '%' && (number < 0 || number > 100))
		return WRONG(&h->m, "'%s' is outside of the picture", name);
	return true;
}

static bool read_attribute(struct html *h, const struct element *e, size_t *needed)
{
	char name[MARKUP_NAME];
	const char *value;

	if (!markup_name(&h->m, name))
		return false;
	if (!has_word(e->attributes, name, " ") && !has_word(e->attributes, name, "! "))
		return WRONG(&h->m, "'%s' may not have '%s'", e->name, name);
	*needed += has_word(e->attributes, name, "! ");
	if (h->m.at + 2 > h->m.end || strncmp(h->m.at, "=\"", 2) != 0)
		return WRONG(&h->m, "attribute '%s' has no value in quotes", name);
	value = h->m.at += 2;
	if (!markup_text(&h->m, '"'))
		return false;
	if (h->m.at == h->m.end)
		return WRONG(&h->m, "a quote is not closed");
	h->m.at++;
	if (!strcmp(name, "rowspan"))
		h->span = strtoul(value, NULL, 10);
	if (!strcmp(name, "d"))
		return check_picture(h, value, (size_t)(h->m.at - 1 - value));
	return check_place(h, name, value, (size_t)(h->m.at - 1 - value));
}

static size_t count_needed(const struct element *e)
{
	size_t n = 0;

	for (const char *p = e->attributes; *p; p++)
		n += *p == '!';
	return n;
}

static bool check_row(struct html *h, const struct open *row, struct open *table)
{
	size_t cells = row->cells + (table->rows ? table->spans : 0);

	table->columns = table->columns ? table->columns : row->cells;
	if (cells != table->columns)
		return WRONG(&h->m, "a row of %zu cells in a table of %zu", cells, table->columns);
	table->rows -= table->rows > 0;
	if (row->rows) {
		table->rows = row->rows - 1;
		table->spans = row->spans;
	}
	return true;
}

static bool close_element(struct html *h)
{
	struct open *o = &h->open[--h->depth], *row = h->depth ? o - 1 : o;

	if (!strcmp(o->name, "th") || !strcmp(o->name, "td")) {
		row->cells++;
		row->spans += o->rows > 1;
		row->rows = o->rows > 1 ? o->rows : row->rows;
	}
	return strcmp(o->name, "tr") != 0 || check_row(h, o, o - 2);
}

static bool read_start(struct html *h)
{
	const char *parent = h->depth ? h->open[h->depth - 1].name : "";
	struct open o = {0};
	const struct element *e;
	size_t needed = 0;
	bool empty;

	if (!markup_name(&h->m, o.name))
		return false;
	h->span = 0;
	e = element_of(o.name, parent);
	if (!e || h->depth == DEPTH)
		return WRONG(&h->m, "element '%s' in '%s'", o.name, parent);
	for (markup_space(&h->m); h->m.at < h->m.end && !strchr("/>", *h->m.at); markup_space(&h->m))
		if (!read_attribute(h, e, &needed))
			return false;
	if (needed != count_needed(e))
		return WRONG(&h->m, "element '%s' lacks an attribute, or has one twice", o.name);
	empty = h->m.at < h->m.end && *h->m.at == '/';
	h->m.at += empty;
	if (h->m.at == h->m.end || *h->m.at++ != '>')
		return WRONG(&h->m, "element '%s' does not end", o.name);
	h->root = true;
	o.rows = h->span;
	h->open[h->depth++] = o;
	return !empty || close_element(h);
}

static bool read_end(struct html *h)
{
	char name[MARKUP_NAME];

	h->m.at++;
	if (!markup_name(&h->m, name))
		return false;
	if (!h->depth || strcmp(name, h->open[h->depth - 1].name) != 0)
		return WRONG(&h->m, "'%s' ends, which is not open", name);
	if (h->m.at == h->m.end || *h->m.at++ != '>')
		return WRONG(&h->m, "the end of '%s' does not end", name);
	return close_element(h);
}

/* Browsers load what a style names. */
static bool check_style(struct html *h)
{
	const char *end = strstr(h->m.at, "</style>");

	for (const char *p = h->m.at; end && p < end; p++) {
		if (!strncmp(p, "url(", 4) || !strncmp(p, "@import", 7))
			return WRONG(&h->m, "the style loads something");
		h->m.line += *p == '\n';
	}
	if (!end)
		return WRONG(&h->m, "the style does not end");
	h->m.at = end;
	return true;
}

static bool read_piece(struct html *h)
{
	if (h->depth && !strcmp(h->open[h->depth - 1].name, "style") && !check_style(h))
		return false;
	if (*h->m.at != '<')
		return markup_text(&h->m, '<');
	h->m.at++;
	return h->m.at < h->m.end && *h->m.at == '/' ? read_end(h) : read_start(h);
}

void check_html(struct file *f, const struct document *schema)
{
	static const char head[] = "<!DOCTYPE html>\n";
	struct html h = { .m = { f, f->text, f->text + f->len, 1 } };

	(void)schema;
	if (!is_utf8(f))
		return;
	if (strncmp(f->text, head, strlen(head)) != 0) {
		complain(f, 1, "it does not begin like HTML");
		return;
	}
	h.m.at += strlen(head);
	h.m.line++;
	while (h.m.at < h.m.end)
		if (!read_piece(&h))
			return;
	if (h.depth || !h.root)
		complain(f, h.m.line, "'%s' does not end", h.depth ? h.open[h.depth - 1].name : "html");
}
