/* SPDX-License-Identifier: MIT */
/* Collects the texts of several comparisons, and numbers those with the same names. */
#include "format/comparison_document.h"

#include <stdbool.h>
#include <string.h>

#include "format/conclusion.h"
#include "format/format.h"

/* A line of d->names. */
static void name_line(struct str *line, const struct comparison *cmp, size_t side, size_t nth)
{
	str_reset(line);
	str_addf(line, "%zu ", nth);
	comparison_add_name(line, cmp, side);
	str_add(line, "\n");
}

static bool is_line(const void *names, size_t at, const void *line)
{
	return strncmp((const char *)names + at, line, strlen(line)) == 0;
}

static bool is_taken(const struct comparison_document *d, const struct comparison *cmp, size_t nth)
{
	LOCAL(str) line = {0};
	bool taken = false;

	for (size_t i = 0; i < cmp->n_sides && !taken; i++) {
		name_line(&line, cmp, i, nth);
		taken = index_find(&d->lines, index_hash(0, line.text), is_line, d->names.text, line.text) !=
			INDEX_NONE;
	}
	return taken;
}

/* Makes name and nth together unique in the document. */
static void take_names(struct comparison_document *d, const struct comparison *cmp)
{
	LOCAL(str) line = {0};

	for (d->nth = 1; is_taken(d, cmp, d->nth);)
		d->nth++;
	for (size_t i = 0; i < cmp->n_sides; i++) {
		name_line(&line, cmp, i, d->nth);
		index_add(&d->lines, index_hash(0, line.text), d->names.len);
		str_add(&d->names, line.text);
	}
}

void comparison_document_add_part(struct str *out, const struct comparison_document *d, size_t part)
{
	str_add(out, d->part[part].len ? d->part[part].text : "");
}

void comparison_document_add_nth(struct str *out, const struct comparison_document *d)
{
	if (d->nth > 1)
		str_addf(out, " #%zu", d->nth);
}

void comparison_document_add(struct comparison_document *d, const struct format *format, struct str *out,
			     const struct comparison *cmp, const struct style *s)
{
	const struct comparison_format *f = format->comparison;

	take_names(d, cmp);
	d->mode = cmp->opts.mode;
	d->style = *s;
	if (f->print)
		f->print(out, cmp, s);
	else
		f->add(d, cmp, s);
	conclusions_add(&d->all, cmp, d->nth, s);
	if (comparison_is_nothing(cmp) && !d->n_nothing++)
		conclusion_add(&d->nothing, cmp, s);
	d->n++;
	d->n_sides += cmp->n_sides;
}

void comparison_document_add_left_out(struct comparison_document *d, const struct format *format,
				      const struct left_out *b)
{
	conclusions_add_left_out(&d->all, b);
	d->mode = COMPARISON_GATE;	/* nothing else leaves any out */
	if (format->comparison->left_out)
		format->comparison->left_out(d, b);
}

bool comparison_document_is_empty(const struct comparison_document *d)
{
	return !d->n && !d->all.n;
}

bool comparison_document_is_nothing(const struct comparison_document *d)
{
	return d->n && d->n_nothing == d->n;
}

void comparison_document_end(struct comparison_document *d, const struct format *format, struct str *out)
{
	if (format->comparison->end)
		format->comparison->end(out, d);
	comparison_document_release(d);
}

void comparison_document_release(struct comparison_document *d)
{
	for (size_t i = 0; i < DOCUMENT_PARTS; i++)
		str_release(&d->part[i]);
	conclusions_release(&d->all);
	str_release(&d->names);
	str_release(&d->nothing);
	index_release(&d->lines);
	*d = (struct comparison_document){0};
}
