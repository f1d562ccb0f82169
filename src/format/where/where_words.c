/* SPDX-License-Identifier: MIT */
/* Writes the texts of the block "where": its head line, the names of places, the notes. */
#include "format/where/where_words.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "benchmark/notes.h"
#include "format/locale_text.h"
#include "format/style.h"
#include "format/where/where_name.h"
#include "where/program_libraries.h"
#include "where/where_block.h"

bool where_words_has(const struct where_block *w)
{
	return w->present || w->absent;
}

/* --- numbers ----------------------------------------------------------------------------------------- */

void where_words_add_count(struct str *out, uint64_t count, const struct style *s)
{
	LOCAL(str) plain = {0};

	str_add_u64(&plain, count);
	locale_number(out, str_text(&plain), true, s);
}

void where_words_add_change(struct str *out, int64_t change, const struct style *s)
{
	str_add(out, change < 0 ? "-" : change > 0 ? "+" : "");
	where_words_add_count(out, change < 0 ? 0 - (uint64_t)change : (uint64_t)change, s);
}

static int64_t change_of(const struct where_block *w)
{
	return (int64_t)(w->after - w->before);
}

int64_t where_words_unexplained(const struct where_block *w)
{
	int64_t left = change_of(w) - w->others_change;

	for (size_t i = 0; i < w->n_rows; i++)
		left -= w->row[i].change;
	return w->explained ? 0 : left;
}

/* --- the line above ---------------------------------------------------------------------------------- */

/* Two runs of the same program say how exact the rows are. */
static void add_spread(struct str *out, const struct where_block *w, const struct style *s)
{
	if (!w->n_lines) {
		str_add(out, " (A has the lines of one run: how far they differ by themselves is not known)");
		return;
	}
	str_add(out, " (A against A: ");
	where_words_add_count(out, w->n_spread, s);
	str_add(out, " of ");
	where_words_add_count(out, w->n_lines, s);
	str_add(out, w->n_spread == 1 ? " lines differs)" : " lines differ)");
}

void where_words_add_head(struct str *out, const struct where_block *w, const struct style *s)
{
	int64_t change = change_of(w);

	str_add(out, "where: ");
	if (!w->present) {
		str_add(out, "not known, ");
		str_add_line(out, w->absent);
		return;
	}
	if (!w->is_change) {
		where_words_add_count(out, w->after, s);
		str_add(out, w->after == 1 ? " instruction" : " instructions");
		return;
	}
	if (change)
		where_words_add_change(out, change, s);
	str_add(out, change ? " instructions" : "as many instructions as before");
	if (w->n_rows && w->explained)
		str_add(out, ", all explained");
	add_spread(out, w, s);
}

/* --- libraries --------------------------------------------------------------------------------------- */

static void add_build_id(struct str *out, const struct library *l)
{
	if (l->build_id[0])
		str_addf(out, "build ID %.*s", WHERE_BUILD_ID, l->build_id);
	else
		str_add(out, "no build ID");
}

static void add_library(struct str *out, const struct library *l)
{
	str_add_line(out, l->path);
	str_add(out, " (");
	add_build_id(out, l);
	str_add(out, ")");
}

/* Of one that was replaced at its path. */
static void add_replaced(struct str *out, const struct library *before, const struct library *after)
{
	str_add_line(out, after->path);
	str_add(out, " (");
	add_build_id(out, after);
	str_add(out, "; before: ");
	if (before->build_id[0] || after->build_id[0])
		add_build_id(out, before);
	else
		str_add(out, "another file");
	str_add(out, ")");
}

static void add_library_change(struct str *out, const struct library_change *c)
{
	if (!c->before || !c->after) {
		str_add(out, c->after ? "library is new: " : "library is gone: ");
		add_library(out, c->after ? c->after : c->before);
		return;
	}
	str_add(out, "library differs: ");
	if (str_same(c->before->path, c->after->path)) {
		add_replaced(out, c->before, c->after);
		return;
	}
	add_library(out, c->after);
	str_add(out, ", before: ");
	add_library(out, c->before);
}

void where_words_each_library(struct str *out, const struct where_block *w,
			      void (*add)(struct str *out, const char *line))
{
	LOCAL(str) line = {0};

	for (size_t i = 0; i < w->n_libraries && i < WHERE_LIBRARIES; i++) {
		str_reset(&line);
		add_library_change(&line, &w->library[i]);
		add(out, str_text(&line));
	}
	if (w->n_libraries > WHERE_LIBRARIES) {
		size_t more = w->n_libraries - WHERE_LIBRARIES;

		str_reset(&line);
		str_addf(&line, more == 1 ? "%zu more library differs" : "%zu more libraries differ", more);
		add(out, line.text);
	}
}

/* --- places ------------------------------------------------------------------------------------------ */

/* Where a path has a line at its end, "lex.c:221", that is no part of the file's name. */
static size_t path_length(const char *place)
{
	const char *colon = strrchr(place, ':');
	bool is_line = colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")];

	return is_line ? (size_t)(colon - place) : strlen(place);
}

/* The last name of a path begins there, with one more name each time; 0: the whole path. */
static size_t longer_end(const char *path, size_t start)
{
	if (!start)
		return 0;
	start--;			/* the slash before it */
	while (start && path[start - 1] != '/')
		start--;
	return start;
}

static bool has_end(const char *path, size_t n, const char *end, size_t n_end)
{
	return n > n_end && path[n - n_end - 1] == '/' && memcmp(path + n - n_end, end, n_end) == 0;
}

/* Another file ends in the same names. */
static bool is_shared(const struct where_block *w, const char *path, size_t n, size_t start)
{
	for (size_t i = 0; i < w->n_rows; i++) {
		const char *others[] = { w->row[i].file, w->row[i].calls_from, w->row[i].object };

		for (size_t k = 0; k < sizeof(others) / sizeof(*others); k++) {
			size_t length = others[k] ? path_length(others[k]) : 0;
			bool same = length == n && memcmp(others[k], path, n) == 0;

			if (length && !same && (has_end(others[k], length, path + start, n - start) ||
			    (length == n - start && memcmp(others[k], path + start, length) == 0)))
				return true;
		}
	}
	return false;
}

/* place: a path, maybe with a line */
static void add_file(struct str *out, const struct where_block *w, const char *place)
{
	size_t n = path_length(place), start = longer_end(place, n + 1);

	while (start && is_shared(w, place, n, start))
		start = longer_end(place, start);
	str_add_line(out, place + start);
}

void where_words_add_place(struct str *out, const struct where_block *w, size_t row)
{
	const struct where_row *r = &w->row[row];

	if (r->kind == WHERE_UNKNOWN) {
		str_add(out, "no symbols");
	} else if (r->kind == WHERE_FUNCTION) {
		str_add_line(out, r->function);
	} else {
		add_file(out, w, r->file);
		str_addf(out, ":%" PRIu32, r->line);
	}
}

static void add_function(struct str *out, const char *function, const struct style *s)
{
	LOCAL(str) name = {0};

	str_add_line(&name, function);
	where_name_add(out, str_text(&name), WHERE_NAME_MOST, s->utf8);
}

/* A line, or a function without source. */
static void add_caller(struct str *out, const struct where_block *w, const char *caller,
		       const struct style *s)
{
	if (caller[path_length(caller)])
		add_file(out, w, caller);
	else
		add_function(out, caller, s);
}

void where_words_add_cause(struct str *out, const struct where_block *w, const struct style *s)
{
	const struct where_row *first = &w->row[0];
	LOCAL(str) caller = {0}, edited = {0};
	size_t i = 1;

	if (first->kind == WHERE_FUNCTION)
		add_function(out, first->function, s);
	else
		where_words_add_place(out, w, 0);
	if (first->kind == WHERE_FUNCTION && first->calls_from && *first->calls_from)
		add_caller(&caller, w, first->calls_from, s);
	while (i < w->n_rows && !w->row[i].is_edited)
		i++;
	if (!first->is_edited && i < w->n_rows)
		where_words_add_place(&edited, w, i);
	if (caller.len)
		str_addf(out, ", called from %s", caller.text);
	if (edited.len && !str_same(edited.text, str_text(&caller)))
		str_addf(out, "; %s was edited", edited.text);
}

/* --- beside the places ------------------------------------------------------------------------------- */

static void add_calls(struct str *out, const struct where_block *w, const struct where_row *r,
		      const struct style *s)
{
	where_words_add_count(out, r->calls, s);
	str_add(out, r->calls == 1 ? " call" : " calls");
	if (r->calls_through && *r->calls_through) {
		str_add(out, " through ");
		add_function(out, r->calls_through, s);
	}
	if (r->calls_from && *r->calls_from) {
		str_add(out, " from ");
		add_caller(out, w, r->calls_from, s);
	}
	if (!w->is_change || r->calls_before_unknown)
		return;
	str_add(out, " (before: ");
	where_words_add_count(out, r->calls_before, s);
	str_add(out, ")");
}

/* The library that a function is part of; if that is not known, the file of its source. */
static void add_object(struct str *out, const struct where_block *w, const struct where_row *r)
{
	if (r->object && *r->object)
		add_file(out, w, r->object);
	else if (r->kind == WHERE_FUNCTION && r->file && *r->file)
		add_file(out, w, r->file);
}

void where_words_add_source(struct str *out, const char *text)
{
	for (const char *end; *text; text = end + (*end == '\t')) {
		LOCAL(str) part = {0};

		end = text + strcspn(text, "\t");
		str_add_n(&part, text, (size_t)(end - text));
		str_add_line(out, str_text(&part));
		str_add(out, *end ? " " : "");
	}
}

void where_words_add_text(struct str *out, const struct where_block *w, size_t row, const struct style *s)
{
	const struct where_row *r = &w->row[row];
	size_t start;

	str_add(out, r->is_new ? "new: " : r->is_gone ? "gone: " : r->is_edited ? "edited: " : "");
	if (r->kind == WHERE_LINE) {
		where_words_add_source(out, r->text ? r->text : "");
		return;
	}
	start = out->len;
	add_object(out, w, r);
	if (!r->calls && !r->calls_before)
		return;
	str_add(out, out->len > start ? ", " : "");
	add_calls(out, w, r, s);
}

/* --- the lines below --------------------------------------------------------------------------------- */

void where_words_each_note(struct str *out, const struct where_block *w, bool all,
			   void (*add)(struct str *out, const char *line))
{
	LOCAL(notes_said) said = {0};

	notes_say(&said, &w->notes, NULL, NULL, 1, all);
	for (size_t i = 0; i < said.n; i++)
		add(out, said.line[i].text);
}
