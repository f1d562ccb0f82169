/* SPDX-License-Identifier: MIT */
/* Adds up the counts of each source line, and of each function whose source cannot be read. */
#include "where/code_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "where/program_lines.h"
#include "where/source_text.h"

/* While rows are made: one of a line, from counts of the same line, or one of a function. */
struct building {
	const struct program_lines *lines;
	struct code_row *row; size_t n;
	struct line_count *function; size_t n_functions;	/* line is 0 in all of them */
};

static const char *name_of(const struct program_lines *p, uint32_t name)
{
	return name ? p->name[name] : "";
}

/* line: the first count of a source line; returns how many there are. */
static size_t add_line_row(struct building *b, const struct line_count *line,
			   const struct source_text *source)
{
	const struct line_count *end = b->lines->line + b->lines->n, *most = line, *l = line;
	struct code_row *row = &b->row[b->n++];
	const char *text = source_line(source, line->line);

	*row = (struct code_row){ .file = name_of(b->lines, line->file), .line = line->line,
				  .text = text ? text + strspn(text, " \t\f\v") : NULL,
				  .hash = source_line_hash(text),
				  .hash_before = source_line_hash(source_line(source, line->line - 1)),
				  .hash_after = source_line_hash(source_line(source, line->line + 1)) };
	for (; l < end && l->file == line->file && l->line == line->line; l++) {
		row->count += l->count;
		if (l->count > most->count)
			most = l;
	}
	row->function = name_of(b->lines, most->function);
	return (size_t)(l - line);
}

static int compare_functions(const void *a, const void *b)
{
	const struct line_count *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

static void add_function_rows(struct building *b)
{
	const struct line_count *before = NULL;

	if (b->n_functions)
		qsort(b->function, b->n_functions, sizeof(*b->function), compare_functions);
	for (size_t i = 0; i < b->n_functions; i++) {
		const struct line_count *f = &b->function[i];

		if (!before || compare_functions(before, f) != 0)
			b->row[b->n++] = (struct code_row){ .file = name_of(b->lines, f->file),
							    .function = name_of(b->lines, f->function) };
		b->row[b->n - 1].count += f->count;
		before = f;
	}
}

static int compare_by_count(const void *a, const void *b)
{
	const struct code_row *x = a, *y = b;
	int order = 0;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	order = strcmp(x->file, y->file);
	if (!order && x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return order ? order : strcmp(x->function, y->function);
}

void code_rows_build(struct code_rows *rows, const struct program_lines *lines, struct source_texts *sources)
{
	struct building b = { .lines = lines, .row = mem_zeroed(lines->n, sizeof(*b.row)),
			      .function = mem_zeroed(lines->n, sizeof(*b.function)) };
	const struct source_text *source = NULL;

	for (size_t i = 0; i < lines->n; ) {
		const struct line_count *line = &lines->line[i];

		if (!i || line->file != line[-1].file)
			source = source_texts_get(sources, name_of(lines, line->file));
		if (line->line && (source->state == SOURCE_READ || source->state == SOURCE_NEWER)) {
			i += add_line_row(&b, line, source);
		} else {
			b.function[b.n_functions++] = *line;
			i++;
		}
	}
	add_function_rows(&b);
	free(b.function);
	if (b.n)
		qsort(b.row, b.n, sizeof(*b.row), compare_by_count);
	*rows = (struct code_rows){ .row = b.row, .n = b.n, .total = lines->total };
}

uint64_t code_rows_at_most(const struct code_rows *rows)
{
	return rows->rest && rows->n ? rows->row[rows->n - 1].count : rows->rest;
}

void code_rows_release(struct code_rows *rows)
{
	free(rows->row);
	free(rows->texts);
	*rows = (struct code_rows){ .n = 0 };
}
