/* SPDX-License-Identifier: MIT */
/* Writes a result as a line, and reads the lines of a history; each line is parsed by itself. */
#include "benchmark/history.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/json_reader.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "host/file.h"
#include "output/output_file.h"

#define SCHEMA "pstat-history/"
#define VERSION "1"

enum { FILE_MOST = 32 << 20, LINE_MOST = 256 << 10 };

static const size_t host_kept[] = {	/* what a row of a series depends on */
	offsetof(struct host_facts, arch), offsetof(struct host_facts, vendor),
	offsetof(struct host_facts, cpu), offsetof(struct host_facts, kernel),
	offsetof(struct host_facts, hypervisor), offsetof(struct host_facts, governor),
	offsetof(struct host_facts, family), offsetof(struct host_facts, model),
	offsetof(struct host_facts, cpus),
};

static const struct row_text {
	const char *key;
	size_t at;
	bool needed;
} row_texts[] = {
	{ "name", offsetof(struct history_row, name), true },
	{ "class", offsetof(struct history_row, class), true },
	{ "unit", offsetof(struct history_row, unit), false },
	{ "better", offsetof(struct history_row, better), false },
	{ "encoding", offsetof(struct history_row, encoding), false },
	{ "valgrind_cpu", offsetof(struct history_row, valgrind_cpu), false },
	{ "limit", offsetof(struct history_row, limit), false },
};

enum {
	HOST_KEPT = sizeof(host_kept) / sizeof(*host_kept),
	ROW_TEXTS = sizeof(row_texts) / sizeof(*row_texts),
};

static void *field(const void *of, size_t at)
{
	return (char *)(uintptr_t)of + at;
}

/* --- writing ----------------------------------------------------------------------------------------- */

static void add_known(struct json_writer *j, const char *key, const char *text)
{
	if (text && *text)
		json_text(j, key, text);
}

static void add_host(struct json_writer *j, const struct host_facts *h)
{
	json_open(j, "host", '{');
	for (size_t i = 0; i < HOST_KEPT; i++)
		if (member_is_known(host_member(host_kept[i]), h))
			member_write(j, host_member(host_kept[i]), h);
	json_close(j, '}');
}

static void history_add_row(struct json_writer *j, const struct history_row *r)
{
	json_open(j, NULL, '{');
	for (size_t i = 0; i < ROW_TEXTS; i++)
		add_known(j, row_texts[i].key, *(char **)field(r, row_texts[i].at));
	if (r->exact)
		json_bool(j, "exact", true);
	json_u64(j, "n", r->n);
	json_double(j, "median", r->median);
	json_double(j, "mad", r->mad);
	json_double(j, "min", r->min);
	json_double(j, "max", r->max);
	json_close(j, '}');
}

void history_add_line(struct str *out, const struct history_result *r)
{
	struct json_writer j = { .out = out };

	json_open(&j, NULL, '{');
	json_text(&j, "schema", SCHEMA VERSION);
	json_text(&j, "name", r->name);
	json_text(&j, "date", r->date);
	add_known(&j, "commit", r->commit);
	add_known(&j, "version", r->version);
	add_known(&j, "outcome", r->outcome);
	if (r->accepted)
		json_bool(&j, "accepted", true);
	add_host(&j, &r->host);
	json_open(&j, "rows", '[');
	for (size_t i = 0; i < r->n_rows; i++)
		history_add_row(&j, &r->row[i]);
	json_close(&j, ']');
	json_close(&j, '}');
	str_add(out, "\n");
}

static int history_too_large(const char *path, struct error *err)
{
	error_set(err, ERROR_LIMIT, 0, "the result cannot be appended to '%s': it would be larger than "
		  "%d MiB, the limit for a history", path, FILE_MOST >> 20);
	return error_hint(err, "keep the newest results: tail -n 5000 %s > NEW", path);
}

static int not_appended(const char *path, const struct error *why, struct error *err)
{
	return why->kind == ERROR_LIMIT
		       ? history_too_large(path, err)
		       : error_set(err, why->kind, why->errnum, "the result cannot be appended to '%s': %s",
				   path, why->message);
}

int history_append(const char *path, const struct str *lines, struct error *err)
{
	struct error why = ERROR_INIT;

	return output_file_append_line(path, lines, FILE_MOST, &why) == 0 ? 0 : not_appended(path, &why, err);
}

/* --- is it a history --------------------------------------------------------------------------------- */

/* Blanks after the colon depend on the program that wrote the line. */
static bool is_result(const char *line)
{
	const char *schema = strstr(line, "\"schema\"");

	return line[0] == '{' && schema && (size_t)(schema - line) < strcspn(line, "\n") &&
	       strncmp(schema + 8 + strspn(schema + 8, " :"), "\"" SCHEMA, sizeof(SCHEMA)) == 0;
}

/* Whether one of the first lines is a result: the first one may be the marker of a merge conflict. */
static bool begins_well(const struct str *start)
{
	const char *line = str_text(start);

	while (line && !is_result(line)) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return line != NULL;
}

enum { START = 8192 };

bool history_is(const char *path)
{
	struct str start = {0};
	bool yes = file_read_start(&start, path, START) == 0 && begins_well(&start);

	str_release(&start);
	return yes;
}

const char *history_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* A saved result is what people have first. */
static bool is_saved(const struct str *start)
{
	const char *schema = strstr(str_text(start), "\"schema\": \"pstat/1\"");

	return schema && str_text(start)[0] == '{' &&
	       str_text(start) + 1 + strspn(str_text(start) + 1, " \n") == schema;
}

static int no_history(struct error *err, const char *path, const struct str *start)
{
	error_set(err, ERROR_FORMAT, 0, "%s: it is %s", history_name(path), is_saved(start) ?
		  "a saved result, not a history" : "not a history of pstat");
	return error_hint(err, is_saved(start) ?
			  "pstat report FILE shows it; pstat gate --history FILE makes a history" :
			  "pstat gate --history FILE makes one");
}

int history_check(const char *path, struct error *err)
{
	struct error why = ERROR_INIT;
	LOCAL(str) start = {0};
	int rc;

	if (output_file_check_append(path, FILE_MOST, &why) < 0)
		return not_appended(path, &why, err);
	rc = file_read_start(&start, path, START);
	if (rc < 0 && rc != -ENOENT)
		error_set(err, ERROR_SYSTEM, -rc, "failed to open %s: %s", path, file_error_text(rc));
	else if (rc == 0 && start.len && !begins_well(&start))
		rc = no_history(err, path, &start);
	else
		rc = 0;
	return rc < 0 ? -1 : 0;
}

/* --- one line ---------------------------------------------------------------------------------------- */

static const char *text_at(const struct json_document *doc, int object, const char *key)
{
	const char *text = NULL;

	json_document_text(doc, json_document_find(doc, object, key), &text);
	return text;
}

static char *history_copy(const struct json_document *doc, int object, const char *key)
{
	const char *text = text_at(doc, object, key);

	return text ? mem_copy_text(text) : NULL;
}

static bool is_flag(const struct json_document *doc, int object, const char *key)
{
	bool yes = false;

	json_document_bool(doc, json_document_find(doc, object, key), &yes);
	return yes;
}

static int wrong(struct error *err, unsigned line, const char *what)
{
	return error_set(err, ERROR_FORMAT, 0, "line %u: %s", line, what);
}

static bool read_value(double *out, const struct json_document *doc, int row, const char *key)
{
	return json_document_double(doc, json_document_find(doc, row, key), out) && isfinite(*out);
}

static int history_read_row(struct history_row *r, const struct json_document *doc, int row, unsigned line,
			    struct error *err)
{
	uint64_t n = 0;

	for (size_t i = 0; i < ROW_TEXTS; i++) {
		char **text = field(r, row_texts[i].at);

		*text = history_copy(doc, row, row_texts[i].key);
		if (row_texts[i].needed && !*text)
			return wrong(err, line, "a row lacks its name or class");
	}
	if (!json_document_u64(doc, json_document_find(doc, row, "n"), &n) || !n || n > UINT32_MAX)
		return wrong(err, line, "a row lacks the number of its runs");
	if (!read_value(&r->median, doc, row, "median"))
		return wrong(err, line, "a row has no finite median");
	r->n = (size_t)n;
	r->mad = 0;
	r->min = r->max = r->median;
	read_value(&r->mad, doc, row, "mad");
	read_value(&r->min, doc, row, "min");
	read_value(&r->max, doc, row, "max");
	r->exact = is_flag(doc, row, "exact");
	return r->min <= r->median && r->median <= r->max ? 0 :
	       wrong(err, line, "the median of a row is not between its minimum and maximum");
}

static int read_rows(struct history_result *r, const struct json_document *doc, struct error *err)
{
	int rows = json_document_find(doc, 0, "rows");

	if (rows < 0 || doc->node[rows].type != JSON_ARRAY)
		return wrong(err, r->line, "the result lacks its rows");
	r->row = mem_zeroed(doc->node[rows].n, sizeof(*r->row));
	for (int at = doc->node[rows].child; at >= 0; at = doc->node[at].next) {
		struct history_row *row = &r->row[r->n_rows++];

		if (history_read_row(row, doc, at, r->line, err) < 0)
			return -1;
		r->limited |= row->limit != NULL;
	}
	return 0;
}

static int check_schema(const struct json_document *doc, unsigned line, struct error *err)
{
	const char *schema = text_at(doc, 0, "schema");

	if (!schema || strncmp(schema, SCHEMA, strlen(SCHEMA)) != 0) {
		wrong(err, line, "it is no result of schema " SCHEMA VERSION);
		return error_hint(err, "pstat gate --history FILE writes such results");
	}
	if (strcmp(schema + strlen(SCHEMA), VERSION) == 0)
		return 0;
	error_set(err, ERROR_FORMAT, 0, "line %u: its schema is '%s', and this pstat knows " SCHEMA VERSION,
		  line, schema);
	return error_hint(err, "a newer pstat wrote it");
}

static int read_result(struct history_result *r, const struct json_document *doc, struct error *err)
{
	if (check_schema(doc, r->line, err) < 0)
		return -1;
	r->name = history_copy(doc, 0, "name");
	r->date = history_copy(doc, 0, "date");
	r->commit = history_copy(doc, 0, "commit");
	r->version = history_copy(doc, 0, "version");
	r->outcome = history_copy(doc, 0, "outcome");
	r->accepted = is_flag(doc, 0, "accepted");
	if (!r->name)
		return wrong(err, r->line, "the result lacks its name");
	if (!r->date || !date_is(r->date))	/* other forms could not be ordered as texts */
		return wrong(err, r->line, "the date of the result is not like 2026-11-25T03:15:35Z");
	members_read(&r->host, host_members, doc, json_document_find(doc, 0, "host"));
	return read_rows(r, doc, err);
}

/* --- all lines --------------------------------------------------------------------------------------- */

static bool is_hash(const void *list, size_t at, const void *key)
{
	return ((const size_t *)list)[at] == *(const size_t *)key;
}

/* Adds the line; true: it is there already. */
static bool history_is_repeated(struct history *h, const char *line)
{
	uint64_t hash = index_hash(0, line);
	size_t key = (size_t)(hash ^ hash >> 32), n = h->lines.n;

	if (index_find(&h->lines, hash, is_hash, h->line_hash, &key) >= 0)
		return true;
	h->line_hash = mem_grow(h->line_hash, n, sizeof(*h->line_hash));
	h->line_hash[n] = key;
	index_add(&h->lines, hash, n);
	return false;
}

static void init_result(struct history_result *r, unsigned line)
{
	*r = (struct history_result){ .line = line };
	host_facts_init(&r->host);
}

static int parse_line(struct history *h, const struct str *line, unsigned number, struct error *err)
{
	LOCAL(json_document) doc = {0};
	struct error why = ERROR_INIT;

	if (json_document_parse(&doc, line->text, line->len, &why) < 0) {
		h->skipped = h->n_skipped++ ? h->skipped : number;
		return 0;
	}
	if (history_is_repeated(h, line->text)) {
		h->n_repeated++;
		return 0;
	}
	h->result = mem_grow(h->result, h->n, sizeof(*h->result));
	init_result(&h->result[h->n++], number);
	return read_result(&h->result[h->n - 1], &doc, err);
}

static int by_date(const void *a, const void *b)
{
	const struct history_result *x = a, *y = b;
	int order = strcmp(x->date, y->date);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

int history_parse(struct history *h, const char *text, size_t len, struct error *err)
{
	const char *end = text + len;
	LOCAL(str) line = {0};
	unsigned number = 1;
	int rc = 0;

	*h = (struct history){0};
	for (; text < end && rc == 0; number++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t n = newline ? (size_t)(newline - text) : (size_t)(end - text);

		if (n > LINE_MOST) {
			rc = wrong(err, number, "it is longer than 256 KiB");
			break;
		}
		str_reset(&line);
		str_add_n(&line, text, n);
		if (n && line.text[strspn(line.text, " \t\r")])
			rc = parse_line(h, &line, number, err);
		text += n + 1;
	}
	if (rc == 0 && !h->n)
		rc = h->n_skipped ? error_set(err, ERROR_FORMAT, 0, "no line of it is a result") :
		     error_set(err, ERROR_NOT_FOUND, 0, "it has no result");
	if (rc == 0)
		qsort(h->result, h->n, sizeof(*h->result), by_date);
	return rc;
}

int history_read(struct history *h, const char *path, struct error *err)
{
	struct error why = ERROR_INIT;
	LOCAL(str) text = {0};
	int rc = file_read(&text, path, FILE_MOST);

	*h = (struct history){0};
	if (rc == -EFBIG)
		error_set(err, ERROR_LIMIT, 0, "%s: it is larger than %d MiB, the limit for a history",
			  history_name(path), FILE_MOST >> 20);
	else if (rc < 0) {
		error_set(err, ERROR_SYSTEM, -rc, "failed to open %s: %s", path, file_error_text(rc));
		if (rc == -ENOENT)
			error_hint(err, "pstat gate --history %s -- COMMAND makes it", path);
	} else if (text.len && !begins_well(&text) &&
		   (is_saved(&text) || !memchr(text.text, '\n', text.len - 1)))
		rc = no_history(err, path, &text);	/* one line, or a document */
	else if ((rc = history_parse(h, str_text(&text), text.len, &why)) < 0) {
		if (!why.hint[0])
			error_hint(&why, "pstat gate --history FILE writes histories");
		*err = why;
		error_prefix(err, history_name(path));
	}
	return rc < 0 ? -1 : 0;
}

void history_add_notes(struct str *out, const struct history *h)
{
	if (h->n_skipped == 1)
		str_addf(out, "line %u is not JSON and was skipped", h->skipped);
	else if (h->n_skipped)
		str_addf(out, "%zu lines are not JSON and were skipped; the first is line %u", h->n_skipped,
			 h->skipped);
	if (h->n_repeated)
		str_addf(out, "%s%zu line%s there twice and counted once", out->len ? "; " : "",
			 h->n_repeated, h->n_repeated == 1 ? " was" : "s were");
}

void history_add_time(struct str *out, const struct history_result *r)
{
	date_add(out, r->date);
}

void history_add_commit(struct str *out, const struct history_result *r)
{
	enum { SHOWN = 12 };
	LOCAL(str) text = {0};

	str_add_line(&text, r->commit ? r->commit : "");
	str_add_n(out, str_text(&text), strnlen(str_text(&text), SHOWN));
}

void history_add_place(struct str *out, const struct history_result *r)
{
	history_add_time(out, r);
	str_add(out, r->commit ? " " : "");
	history_add_commit(out, r);
}

void history_result_release(struct history_result *r)
{
	for (size_t i = 0; i < r->n_rows; i++)
		for (size_t k = 0; k < ROW_TEXTS; k++)
			free(*(char **)field(&r->row[i], row_texts[k].at));
	free(r->row);
	free(r->name);
	free(r->date);
	free(r->commit);
	free(r->version);
	free(r->outcome);
	host_facts_release(&r->host);
	*r = (struct history_result){0};
}

void history_release(struct history *h)
{
	for (size_t i = 0; i < h->n; i++)
		history_result_release(&h->result[i]);
	free(h->result);
	free(h->line_hash);
	index_release(&h->lines);
	*h = (struct history){0};
}
