/* SPDX-License-Identifier: MIT */
/* Writes HTML that is also well-formed XML, apart from its first line: every element is closed. */
#include "format/html/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/xml.h"
#include "format/grid.h"
#include "host/facts.h"

const struct style page_style = { .thousands = "\u202f" };

void page_text(struct str *out, const char *text)
{
	struct str line = {0};

	str_add_line(&line, text);
	xml_text(out, str_text(&line));
	str_release(&line);
}

void page_begin(struct str *out, const char *title)
{
	str_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
	page_text(out, *title ? title : "pstat");
	str_addf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", page_css);
}

void page_end(struct str *out)
{
	str_add(out, "</main>\n<footer>pstat " PSTAT_VERSION "</footer>\n</body>\n</html>\n");
}

void page_paragraph(struct str *out, const char *class, const struct str *text)
{
	if (!text->len)
		return;
	if (class)
		str_addf(out, "<p class=\"%s\">", class);
	else
		str_add(out, "<p>");
	page_text(out, text->text);
	str_add(out, "</p>\n");
}

const char *page_tone(int tone)
{
	return tone > 0 ? "worse" : tone < 0 ? "better" : "unsure";
}

const char *page_mark(int tone)
{
	return tone > 0 ? "\u2717 " : tone < 0 ? "\u2713 " : "";
}

void page_outcome(struct str *out, const struct str *text, int tone)
{
	if (!text->len)
		return;
	str_addf(out, "<p class=\"outcome %s\">%s", page_tone(tone), page_mark(tone));
	page_text(out, text->text);
	str_add(out, "</p>\n");
}

/* --- tables ------------------------------------------------------------------------------------------ */

static void add_class(struct str *out, const struct page_column *c)
{
	if (c->class)
		str_addf(out, " class=\"%s\"", c->class);
}

static void add_head(struct str *out, const char *class, const struct page_column *column, size_t n)
{
	str_addf(out, "<div class=\"box\"><table class=\"%s\">\n<thead><tr>", class);
	for (size_t i = 0; i < n; i++) {
		if (!column[i].title)
			continue;
		str_add(out, "<th scope=\"col\"");
		add_class(out, &column[i]);
		str_add(out, ">");
		page_text(out, column[i].title);
		str_add(out, "</th>");
	}
	str_add(out, "</tr></thead>\n<tbody>\n");
}

void page_table(struct str *out, const struct page_column *column, size_t n)
{
	bool wide = false;

	for (size_t i = 0; i < n; i++)
		wide |= column[i].title && column[i].class && strcmp(column[i].class, "picture") == 0;
	add_head(out, wide ? "cards wide" : "cards", column, n);
}

void page_row(struct str *out)
{
	str_add(out, "<tr>");
}

void page_cell(struct str *out, const struct page_column *column, const struct str *html)
{
	str_add(out, "<td");
	add_class(out, column);
	if (html->len && column->title) {
		str_add(out, " data-l=\"");
		page_text(out, column->title);
		str_add(out, "\"");
	}
	str_addf(out, ">%s</td>", str_text(html));
}

void page_name(struct str *out, const char *name)
{
	str_add(out, "<th scope=\"row\">");
	page_text(out, name);
	str_add(out, "</th>");
}

void page_table_end(struct str *out)
{
	str_add(out, "</tbody>\n</table></div>\n");
}

static void add_text(struct str *out, const struct grid_cell *cell)
{
	static const char *const classes[] = { " class=\"better\"", "", " class=\"worse\"",
					       " class=\"unsure\"" };
	bool bold = cell->tone != TONE_NONE || cell->strong;
	struct str text = {0};

	if (cell->absent)
		str_add_n(&text, cell->text.text + 1, cell->text.len - 2);
	else
		str_add(&text, str_text(&cell->text));
	if (bold)
		str_addf(out, "<b%s>", classes[cell->tone - TONE_BETTER]);
	str_add(out, cell->absent ? "<i>" : "");
	page_text(out, str_text(&text));
	str_add(out, cell->absent ? "</i>" : "");
	str_add(out, bold ? "</b>" : "");
	str_release(&text);
}

static void add_grid_cell(struct str *out, const struct page_column *column, const struct grid_cell *cell)
{
	struct str html = {0};

	str_add(&html, str_text(&cell->picture));
	if (cell->text.len)
		add_text(&html, cell);
	if (cell->second.len) {
		str_add(&html, html.len ? "<br/><small>" : "<small>");
		page_text(&html, cell->second.text);
		str_add(&html, "</small>");
	}
	page_cell(out, column, &html);
	str_release(&html);
}

static void add_grid_row(struct str *out, const struct grid *g, const struct page_column *column,
			 const struct grid_row *row)
{
	page_row(out);
	for (size_t c = 0; c < g->n_columns; c++) {
		struct page_column like = { g->scrolls ? NULL : column[c].title, column[c].class };

		if (column[c].title && g->column[c].names)
			page_name(out, str_text(&row->cell[c].text));
		else if (column[c].title)
			add_grid_cell(out, &like, &row->cell[c]);
	}
	str_add(out, "</tr>\n");
}

void page_grid(struct str *out, const struct grid *g)
{
	struct page_column *column = mem_zeroed(g->n_columns + 1, sizeof(*column));

	for (size_t c = 0; c < g->n_columns; c++) {
		const struct grid_column *of = &g->column[c];

		if (grid_has_column(g, c))
			column[c] = (struct page_column){ of->title, of->class };
	}
	if (g->n_rows) {
		if (g->scrolls)
			add_head(out, "grid", column, g->n_columns);
		else
			page_table(out, column, g->n_columns);
		for (size_t i = 0; i < g->n_rows; i++)
			add_grid_row(out, g, column, &g->row[i]);
		page_table_end(out);
	}
	free(column);
}

void page_extent(struct str *out, const struct quantity *q, double low, double high)
{
	str_add(out, high > low ? "" : "all ");
	quantity_add(out, q, low, &page_style);
	if (high > low) {
		str_add(out, " to ");
		quantity_add(out, q, high, &page_style);
	}
	quantity_add_unit(out, q);
}

/* --- the machine ------------------------------------------------------------------------------------- */

static bool is_known(const struct host_fact *f)
{
	return f->type == HOST_TEXT ? f->text != NULL : f->number != HOST_UNKNOWN;
}

static void add_fact(struct str *out, const struct host_fact *f)
{
	str_addf(out, "<dt>%s</dt><dd>", f->key);
	if (f->type == HOST_TEXT)
		page_text(out, f->text);
	else if (f->type == HOST_SWITCH)
		str_add(out, f->number ? "on" : "off");
	else
		str_addf(out, "%d", f->number);
	str_add(out, "</dd>\n");
}

void page_host(struct str *out, const char *name, const struct host_facts *h)
{
	struct host_fact fact[HOST_FACTS];
	struct str facts = {0};

	host_facts_list(fact, h);
	for (size_t i = 0; i < HOST_FACTS; i++)
		if (is_known(&fact[i]))
			add_fact(&facts, &fact[i]);
	if (facts.len) {
		str_addf(out, "<details><summary>%sMachine: ", name);
		page_text(out, h->cpu ? h->cpu : h->arch ? h->arch : "unknown");
		if (h->cpus != HOST_UNKNOWN)
			str_addf(out, ", %d CPU%s", h->cpus, h->cpus == 1 ? "" : "s");
		str_addf(out, "</summary>\n<dl>\n%s</dl>\n</details>\n", str_text(&facts));
	}
	str_release(&facts);
}
