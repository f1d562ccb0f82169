/* SPDX-License-Identifier: MIT */
/* Writes the block "where" (the source lines behind a change) as JSON: what is not known is null. */
#include "format/where/where_json.h"

#include <math.h>

#include "base/json_writer.h"
#include "format/where/where_words.h"
#include "where/program_libraries.h"
#include "where/where_block.h"

/* "" is not known */
static void add_known(struct json_writer *j, const char *key, const char *text)
{
	json_text(j, key, text && *text ? text : NULL);
}

static void add_count(struct json_writer *j, const char *key, bool known, uint64_t count)
{
	if (known)
		json_u64(j, key, count);
	else
		json_null(j, key);
}

static void add_row(struct json_writer *j, const struct where_block *w, const struct where_row *r)
{
	bool called = r->calls || r->calls_before;

	json_open(j, NULL, '{');
	add_known(j, "file", r->file);
	add_count(j, "line", r->line > 0, r->line);
	add_known(j, "function", r->function);
	add_known(j, "object", r->object);
	json_text(j, "text", r->text);
	json_bool(j, "edited", r->is_edited);
	json_u64(j, "before", r->before);
	json_bool(j, "before_at_most", r->before_at_most);
	json_u64(j, "after", r->after);
	json_bool(j, "after_at_most", r->after_at_most);
	json_i64(j, "change", r->change);
	json_double(j, "share", w->after == w->before ? (double)NAN : r->share);
	add_count(j, "calls", called, r->calls);
	add_count(j, "calls_before", called && !r->calls_before_unknown, r->calls_before);
	add_known(j, "calls_from", r->calls_from);
	add_known(j, "calls_through", r->calls_through);
	json_close(j, '}');
}

/* NULL: that side has none of this name */
static void add_library(struct json_writer *j, const char *key, const struct library *l)
{
	if (!l) {
		json_null(j, key);
		return;
	}
	json_open(j, key, '{');
	json_text(j, "path", l->path);
	add_known(j, "build_id", l->build_id);
	json_close(j, '}');
}

static void add_libraries(struct json_writer *j, const struct where_block *w)
{
	if (!w->libraries_known) {
		json_null(j, "libraries");
		return;
	}
	json_open(j, "libraries", '[');
	for (size_t i = 0; i < w->n_libraries; i++) {
		json_open(j, NULL, '{');
		add_library(j, "before", w->library[i].before);
		add_library(j, "after", w->library[i].after);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void add_note(struct str *out, const char *line)
{
	struct json_writer j = { .out = out, .comma = out->len > 0 };

	json_text(&j, NULL, line);
}

/* Each is one line, as people read it. */
static void where_json_add_notes(struct json_writer *j, const struct where_block *w)
{
	LOCAL(str) notes = {0};

	where_words_each_note(&notes, w, true, add_note);
	json_open(j, "notes", '[');
	str_add(j->out, str_text(&notes));
	json_close(j, ']');
}

void where_json_write(struct json_writer *j, const struct where_block *w)
{
	if (!where_words_has(w))
		return;
	json_open(j, "where", '{');
	json_text(j, "absent", w->absent);
	if (w->present) {
		json_u64(j, "before", w->before);
		json_u64(j, "after", w->after);
		json_bool(j, "explained", w->explained);
		add_count(j, "spread_lines", w->n_lines > 0, w->n_spread);
		add_count(j, "lines", w->n_lines > 0, w->n_lines);
		json_u64(j, "other_lines", w->n_others);
		json_i64(j, "other_change", w->others_change);
		add_libraries(j, w);
		json_open(j, "rows", '[');
		for (size_t i = 0; i < w->n_rows; i++)
			add_row(j, w, &w->row[i]);
		json_close(j, ']');
		where_json_add_notes(j, w);
	}
	json_close(j, '}');
}
