/* SPDX-License-Identifier: MIT */
/* Finds results by name in the text of a document, and replaces only their parts of the text. */
#include "benchmark/json_merge.h"

#include <stdbool.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "benchmark/schema_words.h"

struct text {
	const char *text;
	size_t len;
};

static const char *json_merge_text_of(const struct json_document *doc, int object, const char *key)
{
	const char *text;

	return json_document_text(doc, json_document_find(doc, object, key), &text) ? text : "";
}

/*
 * A result without these lists cannot be read back, and would make the whole file useless, with the added
 * result.  Further checks would slow down each --save.
 */
static int check_results(const struct json_document *doc, int results, struct error *err)
{
	static const char *const lists[] = { "events", "runs" };
	size_t n = 0;

	for (int node = doc->node[results].child; node >= 0; node = doc->node[node].next, n++)
		for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
			int list = json_document_find(doc, node, lists[i]);

			if (list < 0 || doc->node[list].type != JSON_ARRAY)
				return error_set(err, ERROR_FORMAT, 0,
						 "results[%zu] is not a result of pstat: it has no list of %s",
						 n, lists[i]);
		}
	return 0;
}

static int check(const struct json_document *doc, struct error *err)
{
	const char *schema = json_merge_text_of(doc, 0, "schema");
	int results = json_document_find(doc, 0, "results");

	if (!*schema)
		return error_set(err, ERROR_FORMAT, 0,
				 "it is JSON, but not a result of pstat: it has no schema");
	if (strcmp(schema, SCHEMA_NAME) != 0)
		return error_set(err, ERROR_FORMAT, 0, "it is of schema '%s', not %s", schema, SCHEMA_NAME);
	if (results < 0 || doc->node[results].type != JSON_ARRAY)
		return error_set(err, ERROR_FORMAT, 0, "it has no list of results");
	if (json_document_find(doc, 0, "comparisons") >= 0)
		return error_set(err, ERROR_FORMAT, 0, "it is a comparison, whose results belong together");
	return check_results(doc, results, err);
}

static int json_merge_parse(struct json_document *doc, const struct text *t, struct error *err)
{
	if (json_document_parse(doc, t->text, t->len, err) < 0)
		return -1;
	if (check(doc, err) == 0)
		return 0;
	json_document_release(doc);
	return -1;
}

int json_merge_can_update(const char *text, size_t len, struct error *err)
{
	struct text t = { text, len };
	struct json_document doc;

	if (!len)
		return 0;
	if (json_merge_parse(&doc, &t, err) < 0)
		return -1;
	json_document_release(&doc);
	return 0;
}

static int first_result(const struct json_document *doc)
{
	return doc->node[json_document_find(doc, 0, "results")].child;
}

/* The first result of that name; -1: there is none. */
static int json_merge_find(const struct json_document *doc, const char *name)
{
	int node = first_result(doc);

	while (node >= 0 && strcmp(json_merge_text_of(doc, node, "name"), name) != 0)
		node = doc->node[node].next;
	return node;
}

bool json_merge_replaces(const char *text, size_t len, const char *fresh, size_t fresh_len)
{
	const struct text t = { text, len }, f = { fresh, fresh_len };
	struct json_document doc = {0}, fresh_doc = {0};
	struct error ignored = ERROR_INIT;
	bool found = false;

	if (!len || json_merge_parse(&doc, &t, &ignored) < 0)
		return false;
	if (json_merge_parse(&fresh_doc, &f, &ignored) == 0) {
		for (int node = first_result(&fresh_doc); node >= 0; node = fresh_doc.node[node].next)
			found |= json_merge_find(&doc, json_merge_text_of(&fresh_doc, node, "name")) >= 0;
		json_document_release(&fresh_doc);
	}
	json_document_release(&doc);
	return found;
}

/*
 * Copies the text of a result.  A document has one version for all its results, so the copy gets a version
 * of its own if the other document has a different one.
 */
static void json_merge_add_result(struct str *out, const struct json_document *doc, const struct text *t,
				  int result, const char *version)
{
	const struct json_node *node = &doc->node[result];
	bool own = json_document_find(doc, result, "version") >= 0;
	size_t begin = node->begin + 1;

	if (!own && strcmp(json_merge_text_of(doc, 0, "version"), version) != 0) {
		size_t blank = strspn(t->text + begin, " \t\r\n");

		str_add(out, "{");
		str_add_n(out, t->text + begin, blank);
		str_add(out, "\"version\": ");
		json_quote(out, json_merge_text_of(doc, 0, "version"));
		str_add(out, ",");
	} else {
		str_add(out, "{");
	}
	str_add_n(out, t->text + begin, node->end - begin);
}

/* True if there is a result that the fresh document does not replace. */
static bool keeps_any(const struct json_document *doc, const struct json_document *fresh)
{
	int node = first_result(doc);

	while (node >= 0 && json_merge_find(fresh, json_merge_text_of(doc, node, "name")) >= 0)
		node = doc->node[node].next;
	return node >= 0;
}

/* Copies the document t, in which at least one result stays, with the results of the fresh document. */
static void update(struct str *out, const struct json_document *doc, const struct text *t,
		   const struct json_document *fresh, const struct text *f)
{
	const char *version = json_merge_text_of(doc, 0, "version");
	size_t copied = 0, end = 0;

	for (int node = first_result(doc); node >= 0; node = doc->node[node].next) {
		const char *name = json_merge_text_of(doc, node, "name");
		int with = json_merge_find(fresh, name);

		end = doc->node[node].end;
		if (with < 0 || json_merge_find(doc, name) != node)
			continue;
		str_add_n(out, t->text + copied, doc->node[node].begin - copied);
		json_merge_add_result(out, fresh, f, with, version);
		copied = end;
	}
	str_add_n(out, t->text + copied, end - copied);
	for (int node = first_result(fresh); node >= 0; node = fresh->node[node].next) {
		if (json_merge_find(doc, json_merge_text_of(fresh, node, "name")) >= 0)
			continue;
		str_add(out, ",\n    ");
		json_merge_add_result(out, fresh, f, node, version);
	}
	str_add_n(out, t->text + end, t->len - end);
}

int json_merge_update(struct str *out, const char *text, size_t len, const char *fresh, size_t fresh_len,
		      struct error *err)
{
	const struct text t = { text, len }, f = { fresh, fresh_len };
	struct json_document doc = {0}, fresh_doc = {0};
	int rc = -1;

	if (json_merge_parse(&fresh_doc, &f, err) < 0)
		return -1;
	if (!len || json_merge_parse(&doc, &t, err) == 0) {
		if (len && keeps_any(&doc, &fresh_doc))
			update(out, &doc, &t, &fresh_doc, &f);
		else
			str_add_n(out, fresh, fresh_len);
		json_document_release(&doc);
		rc = 0;
	}
	json_document_release(&fresh_doc);
	return rc;
}
