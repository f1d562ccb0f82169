/* SPDX-License-Identifier: MIT */
/*
 * page.h - writes the parts that all HTML pages have: head, tables, notes, the machine.
 *
 * A page is one file without scripts and without anything from elsewhere, so that it can be opened where it
 * was made: from the artifacts of a build, on a phone, on paper.  On a narrow screen each row of a table of
 * measurements is a card; tables of other kinds scroll in a box of their own.
 *
 * Every text from outside goes through page_text().  Numbers have a narrow blank between thousands.
 */
#ifndef FORMAT_HTML_PAGE_H
#define FORMAT_HTML_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "format/quantity.h"
#include "format/style.h"

struct grid;
struct host_facts;

extern const struct style page_style;		/* how numbers look */
extern const char page_css[];			/* built from page.css */

void page_begin(struct str *out, const char *title);	/* up to <main>; the title is escaped */
void page_end(struct str *out);
/* Escapes text for elements and attributes; it stays on one line, and control characters are visible. */
void page_text(struct str *out, const char *text);
/* Appends <p class="class">text</p>; class NULL: none.  Nothing for an empty text. */
void page_paragraph(struct str *out, const char *class, const struct str *text);
/* A paragraph that tells how it ended: tone 1 bad, -1 good, 0 neither. */
void page_outcome(struct str *out, const struct str *text, int tone);
const char *page_tone(int tone);		/* a class: "worse", "better", or "unsure" */
/* The mark beside a colour, as not everybody sees it: "✗ ", "✓ ", or nothing. */
const char *page_mark(int tone);

/* A row of a table, and the cell that names it; page_table_end() ends the table. */
void page_row(struct str *out);
void page_name(struct str *out, const char *name);
void page_table_end(struct str *out);
/*
 * Appends the table; nothing if it has no rows.  The class of a column is "n" for a number, "v" for a value
 * and its interval, "picture", or NULL for text.  Its rows become cards on a narrow screen, and it is as wide
 * as the page if it has pictures.
 */
void page_grid(struct str *out, const struct grid *g);

/* Appends "1.2 to 1.5 ms", or "all 1.5 ms". */
void page_extent(struct str *out, const struct quantity *q, double low, double high);

/* The facts as in JSON, folded; those that are not known are left out.  name: "" or "A: ". */
void page_host(struct str *out, const char *name, const struct host_facts *h);

#endif
