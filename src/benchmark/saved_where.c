/* SPDX-License-Identifier: MIT */
/* Writes and reads the member "where": its total, its rows, the other rows' instructions, its libraries. */
#include "benchmark/saved_where.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_members.h"
#include "base/mem.h"
#include "where/program_where.h"

enum { TEXT_MOST = 256, HASH_DIGITS = 16 };

struct saved_where {		/* borrows its texts */
	uint64_t total, rest;
	const char *absent;
};

struct saved_row {		/* the same */
	const char *file, *function, *text, *hash, *hash_before, *hash_after;
	uint64_t line, count;
};

struct saved_library {		/* the same */
	const char *path, *build_id, *hash;
};

#define AT(field) offsetof(struct saved_where, field)
static const struct json_member saved_where_members[] = {
	{ "total", MEMBER_COUNT, AT(total), .optional = true },
	{ "rest", MEMBER_COUNT, AT(rest), .optional = true },
	{ "absent", MEMBER_NAME, AT(absent), .optional = true },
	{ .key = NULL },
};
#undef AT

#define AT(field) offsetof(struct saved_row, field)
static const struct json_member saved_row_members[] = {
	{ "file", MEMBER_NAME, AT(file) },
	{ "line", MEMBER_ABOVE_0, AT(line), .optional = true },
	{ "function", MEMBER_NAME, AT(function) },
	{ "instructions", MEMBER_COUNT, AT(count) },
	{ "text", MEMBER_NAME, AT(text), .optional = true },
	{ "hash", MEMBER_NAME, AT(hash), .optional = true },
	{ "hash_before", MEMBER_NAME, AT(hash_before), .optional = true },
	{ "hash_after", MEMBER_NAME, AT(hash_after), .optional = true },
	{ .key = NULL },
};
#undef AT

#define AT(field) offsetof(struct saved_library, field)
static const struct json_member saved_library_members[] = {
	{ "path", MEMBER_NAME, AT(path) },
	{ "build_id", MEMBER_NAME, AT(build_id), .optional = true },
	{ "hash", MEMBER_NAME, AT(hash), .optional = true },
	{ .key = NULL },
};
#undef AT

/* --- writing ----------------------------------------------------------------------------------------- */

struct hash_text { char text[HASH_DIGITS + 1]; };

static const char *format_hash(struct hash_text *out, uint64_t hash)
{
	snprintf(out->text, sizeof(out->text), "%016llx", (unsigned long long)hash);
	return hash ? out->text : NULL;
}

/* Not more of a long line than people read, and no part of a letter. */
static const char *cut_text(char out[TEXT_MOST + 1], const char *text)
{
	size_t n = text ? strnlen(text, TEXT_MOST) : 0;

	if (!text || !text[n])
		return text;
	while (n && ((unsigned char)text[n] & 0xc0) == 0x80)
		n--;
	memcpy(out, text, n);
	out[n] = '\0';
	return out;
}

static const char *or_null(const char *text)
{
	return text[0] ? text : NULL;
}

static void write_row(struct json_writer *j, const struct code_row *row)
{
	struct hash_text hash, before, after;
	char text[TEXT_MOST + 1];
	const struct saved_row s = {
		.file = or_null(row->file), .function = or_null(row->function), .line = row->line,
		.count = row->count, .text = cut_text(text, row->text), .hash = format_hash(&hash, row->hash),
		.hash_before = format_hash(&before, row->hash_before),
		.hash_after = format_hash(&after, row->hash_after),
	};

	json_open(j, NULL, '{');
	members_write(j, saved_row_members, &s);
	json_close(j, '}');
}

/* Nothing if they are not known. */
static void write_libraries(struct json_writer *j, const struct program_libraries *libraries)
{
	if (!libraries->known)
		return;
	json_open_lines(j, "libraries", '[');
	for (size_t i = 0; i < libraries->n; i++) {
		const struct library *l = &libraries->library[i];
		struct hash_text hash;
		const struct saved_library s = { l->path, or_null(l->build_id), format_hash(&hash, l->hash) };

		json_open(j, NULL, '{');
		members_write(j, saved_library_members, &s);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void saved_where_write(struct json_writer *j, const struct program_where *w)
{
	const struct code_rows *rows = &w->rows;
	size_t n = rows->n < CODE_ROWS_KEPT ? rows->n : CODE_ROWS_KEPT;
	struct saved_where s = { .total = rows->total, .rest = rows->total };

	if (!program_where_is_known(w) && !w->block.absent)
		return;
	json_open(j, "where", '{');
	if (w->block.absent) {
		s = (struct saved_where){ MEMBER_NO_COUNT, MEMBER_NO_COUNT, w->block.absent };
		n = 0;
	}
	for (size_t i = 0; i < n; i++)
		s.rest -= rows->row[i].count;
	members_write(j, saved_where_members, &s);
	if (!w->block.absent) {
		write_libraries(j, &w->libraries);
		json_open_lines(j, "rows", '[');
		for (size_t i = 0; i < n; i++)
			write_row(j, &rows->row[i]);
		json_close(j, ']');
	}
	json_close(j, '}');
}

/* --- reading ----------------------------------------------------------------------------------------- */

static bool parse_hash(uint64_t *hash, const char *text)
{
	*hash = 0;
	if (!text)
		return true;
	if (strlen(text) != HASH_DIGITS || strspn(text, "0123456789abcdef") != HASH_DIGITS)
		return false;
	*hash = strtoull(text, NULL, 16);
	return true;
}

/* Copies it to *at, which is moved behind it; NULL stays. */
static const char *keep_text(char **at, const char *text)
{
	char *to = *at;
	size_t n = text ? strlen(text) + 1 : 0;

	if (!text)
		return NULL;
	memcpy(to, text, n);
	*at += n;
	return to;
}

static bool saved_where_read_row(struct code_row *row, char **at, const struct json_document *doc, int node)
{
	struct saved_row s;

	if (!members_read(&s, saved_row_members, doc, node) || s.count == MEMBER_NO_COUNT ||
	    s.line > UINT32_MAX)
		return false;
	*row = (struct code_row){ .file = s.file ? keep_text(at, s.file) : "",
				  .function = s.function ? keep_text(at, s.function) : "",
				  .line = (uint32_t)s.line, .count = s.count, .text = keep_text(at, s.text) };
	return parse_hash(&row->hash, s.hash) && parse_hash(&row->hash_before, s.hash_before) &&
	       parse_hash(&row->hash_after, s.hash_after);
}

/* Bytes for the texts of the rows; a file may claim any number of rows, but each is in it. */
static size_t texts_size(const struct json_document *doc, int list)
{
	size_t size = 1;

	for (int row = doc->node[list].child; row >= 0; row = doc->node[row].next)
		size += doc->node[row].end - doc->node[row].begin;
	return size;
}

static const char *read_rows_of(struct code_rows *rows, const struct json_document *doc, int list)
{
	uint64_t sum = rows->rest;
	char *at;

	rows->row = mem_zeroed(doc->node[list].n, sizeof(*rows->row));
	at = rows->texts = mem_zeroed(texts_size(doc, list), 1);
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		struct code_row *row = &rows->row[rows->n];

		if (!saved_where_read_row(row, &at, doc, node))
			return "has a row without a count, or with another kind of member";
		if (rows->n++ && row->count > row[-1].count)
			return "does not have its heaviest rows first";
		if (__builtin_add_overflow(sum, row->count, &sum))
			return "does not add up to its total";
	}
	return sum == rows->total ? NULL : "does not add up to its total";
}

static const char *read_libraries(struct program_libraries *libraries, const struct json_document *doc,
				  int list)
{
	if (list < 0 || doc->node[list].type == JSON_NULL)
		return NULL;		/* an older pstat kept none */
	if (doc->node[list].type != JSON_ARRAY || doc->node[list].n >= PROGRAM_OBJECTS_MOST)
		return "has no list of libraries, or one that is too long";
	libraries->known = true;
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		struct saved_library s;
		const char *id;
		uint64_t hash;

		if (!members_read(&s, saved_library_members, doc, node) || !s.path ||
		    !parse_hash(&hash, s.hash))
			return "has a library without a path, or with another kind of member";
		id = s.build_id ? s.build_id : "";
		if (strlen(id) > LIBRARY_BUILD_ID || id[strspn(id, "0123456789abcdef")])
			return "has a build ID that is none";
		program_libraries_add(libraries, s.path, id, hash);
	}
	return NULL;
}

const char *saved_where_read(struct program_where *w, const struct json_document *doc, int node)
{
	int list = json_document_find(doc, node, "rows"), libraries;
	struct saved_where s;
	const char *what;

	if (node < 0 || doc->node[node].type == JSON_NULL)
		return NULL;
	if (!members_read(&s, saved_where_members, doc, node))
		return "has a member of another kind";
	if (s.absent) {
		program_where_set_absent(w, s.absent);
		return NULL;
	}
	if (s.total == MEMBER_NO_COUNT || s.rest == MEMBER_NO_COUNT || list < 0 ||
	    doc->node[list].type != JSON_ARRAY)
		return "has no total, no rest or no list of rows";
	w->rows = (struct code_rows){ .total = s.total, .rest = s.rest };
	libraries = json_document_find(doc, node, "libraries");
	what = read_libraries(&w->libraries, doc, libraries);
	return what ? what : read_rows_of(&w->rows, doc, list);
}
