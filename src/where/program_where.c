/* SPDX-License-Identifier: MIT */
/* Keeps the lines of the last two runs, makes rows of the last one, and notes what rows cannot show. */
#include "where/program_where.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "symbol/debug_file.h"

void program_where_add(struct program_where *w, struct program_lines *run)
{
	program_lines_release(&w->before);
	w->before = w->last;
	w->last = *run;
	*run = (struct program_lines){ .n = 0 };
	program_libraries_read(&w->libraries, &w->last);
	w->summed = false;
}

void program_where_set_absent(struct program_where *w, const char *why)
{
	program_where_release(w);
	w->block.absent = mem_copy_text(why);
}

bool program_where_is_known(const struct program_where *w)
{
	return w->last.n_processes || w->rows.n;
}

/* --- what rows cannot show -------------------------------------------------------------------------- */

static uint64_t sum_rows(const struct code_rows *rows, bool (*is)(const struct code_row *row))
{
	uint64_t sum = 0;

	for (size_t i = 0; i < rows->n; i++)
		sum += is(&rows->row[i]) ? rows->row[i].count : 0;
	return sum;
}

static bool has_no_symbol(const struct code_row *row)
{
	return !row->line && !row->function[0];
}

static bool has_no_lines(const struct code_row *row)
{
	return !row->line && row->function[0] && !row->file[0];
}

enum { LISTED = 2 };

/* "a, b and 3 more" */
static void add_listed(struct str *out, size_t n, const char *name)
{
	if (n < LISTED) {
		str_add(out, n ? ", " : "");
		str_add(out, name);
	}
}

static void end_list(struct str *out, size_t n)
{
	if (n > LISTED)
		str_addf(out, " and %zu more", n - LISTED);
}

/* What to do comes first: a note cuts long paths. */
static const char in_stripped[] = ", stripped (build with -g, which does not change the code): ";

static void note_no_symbols(struct where_block *block, const struct program_lines *lines, double share)
{
	LOCAL(str) text = {0};
	size_t n = 0;

	str_addf(&text, "%.1f %% of the instructions", 100 * share);
	for (size_t i = 0; i < lines->n_objects; i++)
		if (!lines->object[i].has_symbols) {
			str_add(&text, n ? "" : in_stripped);
			add_listed(&text, n++, lines->object[i].path);
		}
	end_list(&text, n);
	if (!n && lines->n_objects)	/* a saved result does not say */
		str_add(&text, ", as in jumps into libraries");
	notes_add(&block->notes, NOTE_WHERE_NO_SYMBOLS, -1, "%s", text.text);
}

/* The debug information has the whole path of a source: one was there when it was built. */
static bool has_no_source(const struct code_row *row)
{
	return !row->line && row->function[0] && row->file[0] == '/';
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts names; returns how many there are. */
static size_t count_names(const char **name, size_t n)
{
	size_t different = 0;

	qsort(name, n, sizeof(*name), by_name);
	for (size_t i = 0; i < n; i++)
		different += !i || !str_same(name[i], name[i - 1]);
	return different;
}

/* Those with most instructions first. */
static void note_no_source(struct where_block *block, const struct code_rows *rows, double share)
{
	const char **file = mem_zeroed(rows->n, sizeof(*file));
	LOCAL(str) text = {0};
	size_t n = 0, listed = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (has_no_source(&rows->row[i]))
			file[n++] = rows->row[i].file;
	str_addf(&text, "%.1f %% of the instructions, of ", 100 * share);
	_Static_assert(LISTED == 2, "the second one differs from the first");
	for (size_t i = 0; i < n && listed < LISTED; i++)
		if (!i || !str_same(file[i], file[0]))
			add_listed(&text, listed++, file[i]);
	end_list(&text, count_names(file, n));
	notes_add(&block->notes, NOTE_WHERE_NO_SOURCE, -1, "%s", text.text);
	free(file);
}

static void note_newer(struct where_block *block, const struct source_texts *sources)
{
	LOCAL(str) text = {0};
	size_t n = 0;

	for (size_t i = 0; i < sources->n; i++)
		if (sources->source[i]->state == SOURCE_NEWER)
			add_listed(&text, n++, sources->source[i]->path);
	end_list(&text, n);
	if (n)
		notes_add(&block->notes, NOTE_WHERE_NEWER, -1, "%s", text.text);
}

/* Shares that a person who looks at the rows would miss. */
static void note_unknown(struct program_where *w)
{
	const double few_symbols = 0.01, few_lines = 0.1, few_sources = 0.1;
	double total = w->rows.total ? (double)w->rows.total : 1;
	double no_symbol = (double)sum_rows(&w->rows, has_no_symbol) / total;
	double no_lines = (double)sum_rows(&w->rows, has_no_lines) / total;
	double no_source = (double)sum_rows(&w->rows, has_no_source) / total;

	if (no_symbol >= few_symbols)
		note_no_symbols(&w->block, &w->last, no_symbol);
	if (no_lines >= few_lines)
		notes_add(&w->block.notes, NOTE_WHERE_NO_LINES, -1, "%.1f %% of the instructions",
			  100 * no_lines);
	if (no_source >= few_sources)
		note_no_source(&w->block, &w->rows, no_source);
	note_newer(&w->block, &w->sources);
}

/* --- the sum ---------------------------------------------------------------------------------------- */

/*
 * Sources are as old as what was built from them, which has lines.  A library without, such as libc, may have
 * come with a later update of the system; it counts only if nothing has lines of its own.
 */
static void find_age(struct source_texts *sources, const struct program_lines *lines)
{
	for (int pass = 0; pass < 2 && !sources->newest.tv_sec; pass++)
		for (size_t i = 0; i < lines->n_objects; i++) {
			const char *path = lines->object[i].path;
			struct error ignored = ERROR_INIT;
			struct elf_facts facts;

			if (pass || (debug_file_facts(&facts, path, &ignored) == 0 && facts.has_lines))
				source_texts_add_object(sources, path);
		}
}

void program_where_sum(struct program_where *w)
{
	if (w->summed || !program_where_is_known(w))
		return;
	w->summed = true;
	if (w->last.n_processes) {
		code_rows_release(&w->rows);
		find_age(&w->sources, &w->last);
		code_rows_build(&w->rows, &w->last, &w->sources);
	}
	where_block_build(&w->block, &w->rows, WHERE_ROWS);
	note_unknown(w);
}

void program_where_release(struct program_where *w)
{
	program_lines_release(&w->last);
	program_lines_release(&w->before);
	source_texts_release(&w->sources);
	code_rows_release(&w->rows);
	program_libraries_release(&w->libraries);
	where_block_release(&w->block);
	*w = (struct program_where){ .summed = false };
}
