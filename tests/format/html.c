/* SPDX-License-Identifier: MIT */
/*
 * Checks the HTML that pstat writes, which is stricter than HTML5: every element is closed, stands where it may,
 * and has known attributes only.  So there is no script and nothing from elsewhere.  Rows have as many cells as
 * their titles, and no number in a picture is NaN.
 */
#include "conform.h"

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
	{ "th", " tr ", " scope! class " }, { "td", " tr ", " class data-l " },
	{ "figure", " div ", "" }, { "figcaption", " figure ", "" },
	{ "span", " figcaption td ", " class " }, { "small", " td ", "" }, { "b", " td ", " class " },
	{ "i", " td ", "" }, { "br", " td ", "" }, { "code", " p td ", "" },
	{ "svg", " td figure section ", " class! viewBox! preserveAspectRatio! role! aria-label! " },
	{ "path", " svg ", " class! d! " },
};

struct open {
	char name[MARKUP_NAME];
	size_t cells;		/* of a row */
	size_t columns;		/* of a table: the cells of its first row */
};

struct html {
	struct markup m;
	struct open open[DEPTH]; size_t depth;
	bool root;
};

static const struct element *element_of(const char *name)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (!strcmp(name, elements[i].name))
			return &elements[i];
	return NULL;
}

/* Whether the list has the word, followed by end. */
static bool has_word(const char *list, const char *word, const char *end)
{
	char text[MARKUP_NAME + 4];

	snprintf(text, sizeof(text), " %s%s", word, end);
	return strstr(list, text);
}

/* A picture is made of numbers and these commands. */
static bool check_picture(struct html *h, const char *d, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!strchr("MHVhz0123456789. -", d[i]))
			return WRONG(&h->m, "'%c' in a picture", d[i]);
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
	return strcmp(name, "d") != 0 || check_picture(h, value, (size_t)(h->m.at - 1 - value));
}

static size_t count_needed(const struct element *e)
{
	size_t n = 0;

	for (const char *p = e->attributes; *p; p++)
		n += *p == '!';
	return n;
}

static bool close_element(struct html *h)
{
	struct open *o = &h->open[--h->depth], *row = h->depth ? o - 1 : o;

	if (!strcmp(o->name, "th") || !strcmp(o->name, "td"))
		row->cells++;
	if (!strcmp(o->name, "tr")) {
		struct open *table = o - 2;

		table->columns = table->columns ? table->columns : o->cells;
		if (o->cells != table->columns)
			return WRONG(&h->m, "a row of %zu cells in a table of %zu", o->cells, table->columns);
	}
	return true;
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
	e = element_of(o.name);
	if (!e || !has_word(e->parents, parent, " ") || h->depth == DEPTH)
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
