/* SPDX-License-Identifier: MIT */
/* Writes HTML that is also well-formed XML, apart from its first line: every element is closed. */
#include "format/html/page.h"

#include <string.h>

#include "base/mem.h"
#include "base/xml.h"
#include "format/grid.h"
#include "host/facts.h"

const struct style page_style = { .thousands = "\u202f" };

void page_text(struct str *out, const char *text)
{
	LOCAL(str) line = {0};

	str_add_line(&line, text);
	xml_text(out, str_text(&line));
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

void page_row(struct str *out)
{
	str_add(out, "<tr>");
}

static void add_rows(struct str *out, size_t rows)
{
	if (rows > 1)
		str_addf(out, " rowspan=\"%zu\"", rows);
}

static void add_name(struct str *out, const char *name, size_t rows)
{
	str_add(out, "<th scope=\"row\"");
	add_rows(out, rows);
	str_add(out, ">");
	page_text(out, name);
	str_add(out, "</th>");
}

void page_name(struct str *out, const char *name)
{
	add_name(out, name, 1);
}

void page_table_end(struct str *out)
{
	str_add(out, "</tbody>\n</table></div>\n");
}

static void add_class(struct str *out, const struct grid_column *column)
{
	if (column->class)
		str_addf(out, " class=\"%s\"", column->class);
}

/* The row and those that continue it. */
static size_t page_rows_of(const struct grid *g, size_t row)
{
	size_t n = 1;

	while (row + n < g->n_rows && g->row[row + n].continues)
		n++;
	return n;
}

static void page_add_head(struct str *out, const struct grid *g, const bool *has)
{
	bool wide = false, groups = page_rows_of(g, 0) > 1;

	for (size_t c = 0; c < g->n_columns; c++)
		wide |= has[c] && g->column[c].class && strcmp(g->column[c].class, "picture") == 0;
	str_addf(out, "<div class=\"box\"><table class=\"%s%s\">\n<thead><tr>",
		 g->scrolls ? "grid" : wide ? "cards wide" : "cards", groups ? " groups" : "");
	for (size_t c = 0; c < g->n_columns; c++) {
		if (!has[c])
			continue;
		str_add(out, "<th scope=\"col\"");
		add_class(out, &g->column[c]);
		str_add(out, ">");
		page_text(out, g->column[c].title);
		str_add(out, "</th>");
	}
	str_add(out, "</tr></thead>\n<tbody>\n");
}

static void add_text(struct str *out, const struct grid_cell *cell)
{
	static const char *const classes[] = { " class=\"better\"", "", " class=\"worse\"",
					       " class=\"unsure\"" };
	bool bold = cell->tone != TONE_NONE || cell->strong;
	LOCAL(str) text = {0};

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
}

/* An empty cell has no title on a card. */
static void page_add_cell(struct str *out, const struct grid *g, size_t c, const struct grid_cell *cell,
			  size_t rows)
{
	LOCAL(str) html = {0};

	str_add(&html, str_text(&cell->picture));
	if (cell->text.len)
		add_text(&html, cell);
	if (cell->second.len) {
		str_add(&html, html.len ? "<br/><small>" : "<small>");
		page_text(&html, cell->second.text);
		str_add(&html, "</small>");
	}
	str_add(out, "<td");
	add_rows(out, rows);
	add_class(out, &g->column[c]);
	if (html.len && !g->scrolls && g->column[c].title[0]) {
		str_add(out, " data-l=\"");
		page_text(out, g->column[c].title);
		str_add(out, "\"");
	}
	str_addf(out, ">%s</td>", str_text(&html));
}

static void page_add_row(struct str *out, const struct grid *g, const bool *has, size_t i)
{
	const struct grid_row *row = &g->row[i];

	page_row(out);
	for (size_t c = 0; c < g->n_columns; c++) {
		size_t rows = g->column[c].spans ? page_rows_of(g, i) : 1;

		if (!has[c] || (g->column[c].spans && row->continues))
			continue;
		if (g->column[c].names)
			add_name(out, str_text(&row->cell[c].text), rows);
		else
			page_add_cell(out, g, c, &row->cell[c], rows);
	}
	str_add(out, "</tr>\n");
}

/* Rows that continue each other have a body of their own, which is one card on a narrow screen. */
void page_grid(struct str *out, const struct grid *g)
{
	FREED bool *has = mem_zeroed(g->n_columns + 1, sizeof(*has));

	for (size_t c = 0; c < g->n_columns; c++)
		has[c] = grid_has_column(g, c);
	if (g->n_rows) {
		page_add_head(out, g, has);
		for (size_t i = 0; i < g->n_rows; i++) {
			if (i && !g->row[i].continues && page_rows_of(g, 0) > 1)
				str_add(out, "</tbody>\n<tbody>\n");
			page_add_row(out, g, has, i);
		}
		page_table_end(out);
	}
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

static void page_add_fact(struct str *out, const struct json_member *m, const struct host_facts *h)
{
	const void *at = (const char *)h + m->at;

	str_addf(out, "<dt>%s</dt><dd>", m->key);
	if (m->type == MEMBER_TEXT)
		page_text(out, *(char *const *)at);
	else if (m->type == MEMBER_SWITCH)
		str_add(out, *(const int *)at ? "on" : "off");
	else
		str_addf(out, "%d", *(const int *)at);
	str_add(out, "</dd>\n");
}

void page_host(struct str *out, const char *name, const struct host_facts *h)
{
	LOCAL(str) facts = {0};

	for (const struct json_member *m = host_members; m->key; m++)
		if (member_is_known(m, h))
			page_add_fact(&facts, m, h);
	if (facts.len) {
		str_addf(out, "<details><summary>%sMachine: ", name);
		page_text(out, h->cpu ? h->cpu : h->arch ? h->arch : "unknown");
		if (h->cpus != HOST_UNKNOWN)
			str_addf(out, ", %d CPU%s", h->cpus, h->cpus == 1 ? "" : "s");
		str_addf(out, "</summary>\n<dl>\n%s</dl>\n</details>\n", str_text(&facts));
	}
}
