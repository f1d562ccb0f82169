/* SPDX-License-Identifier: MIT */
/* Finds results by name in the text of a document, and replaces that part of the text. */
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

static const char *text_of(const struct json_document *doc, int object, const char *key)
{
	const char *text;

	return json_document_text(doc, json_document_find(doc, object, key), &text) ? text : "";
}

/*
 * A result without these lists cannot be read back, and a result that is added beside it would be lost
 * with it.  Nothing more is checked here, as each --save would pay for it.
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
						 "results[%zu] is no result of pstat: it has no list of %s",
						 n, lists[i]);
		}
	return 0;
}

static int check(const struct json_document *doc, struct error *err)
{
	const char *schema = text_of(doc, 0, "schema");
	int results = json_document_find(doc, 0, "results");

	if (!*schema)
		return error_set(err, ERROR_FORMAT, 0,
				 "it is JSON, but no result of pstat: it has no schema");
	if (strcmp(schema, SCHEMA_NAME) != 0)
		return error_set(err, ERROR_FORMAT, 0, "it is of schema '%s', not %s", schema, SCHEMA_NAME);
	if (results < 0 || doc->node[results].type != JSON_ARRAY)
		return error_set(err, ERROR_FORMAT, 0, "it has no list of results");
	if (json_document_find(doc, 0, "comparisons") >= 0)
		return error_set(err, ERROR_FORMAT, 0, "it is a comparison, whose results belong together");
	return check_results(doc, results, err);
}

static int parse(struct json_document *doc, const struct text *t, struct error *err)
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
	if (parse(&doc, &t, err) < 0)
		return -1;
	json_document_release(&doc);
	return 0;
}

/* The node of the result of that name; -1: there is none. */
static int find(const struct json_document *doc, const char *name)
{
	int node = doc->node[json_document_find(doc, 0, "results")].child;

	while (node >= 0 && strcmp(text_of(doc, node, "name"), name) != 0)
		node = doc->node[node].next;
	return node;
}

bool json_merge_replaces(const char *text, size_t len, const char *fresh, size_t fresh_len)
{
	const struct text t = { text, len }, f = { fresh, fresh_len };
	struct json_document doc = {0}, fresh_doc = {0};
	struct error ignored = ERROR_INIT;
	bool found = false;
	int node;

	if (!len || parse(&doc, &t, &ignored) < 0)
		return false;
	if (parse(&fresh_doc, &f, &ignored) == 0) {
		node = fresh_doc.node[json_document_find(&fresh_doc, 0, "results")].child;
		for (; node >= 0; node = fresh_doc.node[node].next)
			found |= find(&doc, text_of(&fresh_doc, node, "name")) >= 0;
		json_document_release(&fresh_doc);
	}
	json_document_release(&doc);
	return found;
}

/*
 * Copies the text of the result.  Its document has one version for all results: the copy gets a version
 * of its own where the other document has a different one.
 */
static void add_result(struct str *out, const struct json_document *doc, const struct text *t, int result,
		       const char *version)
{
	const struct json_node *node = &doc->node[result];
	bool own = json_document_find(doc, result, "version") >= 0;
	size_t begin = node->begin + 1;

	if (!own && strcmp(text_of(doc, 0, "version"), version) != 0) {
		size_t blank = strspn(t->text + begin, " \t\r\n");

		str_add(out, "{");
		str_add_n(out, t->text + begin, blank);
		str_add(out, "\"version\": ");
		json_quote(out, text_of(doc, 0, "version"));
		str_add(out, ",");
	} else {
		str_add(out, "{");
	}
	str_add_n(out, t->text + begin, node->end - begin);
}

/* Does a result stay that the fresh document does not replace? */
static bool keeps_any(const struct json_document *doc, const struct json_document *fresh)
{
	int node = doc->node[json_document_find(doc, 0, "results")].child;

	while (node >= 0 && find(fresh, text_of(doc, node, "name")) >= 0)
		node = doc->node[node].next;
	return node >= 0;
}

/* Puts one result into the document t; the new text is out. */
static void put(struct str *out, const struct json_document *doc, const struct text *t,
		const struct json_document *fresh, const struct text *f, int result)
{
	const struct json_node *list = &doc->node[json_document_find(doc, 0, "results")];
	const char *version = text_of(doc, 0, "version");
	int old = find(doc, text_of(fresh, result, "name"));
	size_t last = list->begin + 1;		/* where the last one ends */

	if (old >= 0) {
		str_add_n(out, t->text, doc->node[old].begin);
		add_result(out, fresh, f, result, version);
		str_add_n(out, t->text + doc->node[old].end, t->len - doc->node[old].end);
		return;
	}
	for (int node = list->child; node >= 0; node = doc->node[node].next)
		last = doc->node[node].end;
	str_add_n(out, t->text, last);
	str_add(out, list->child < 0 ? "\n    " : ",\n    ");
	add_result(out, fresh, f, result, version);
	str_add(out, list->child < 0 ? "\n  " : "");
	str_add_n(out, t->text + last, t->len - last);
}

static int update(struct str *out, const struct text *t, const struct json_document *fresh,
		  const struct text *f, struct error *err)
{
	int result = fresh->node[json_document_find(fresh, 0, "results")].child;

	str_add_n(out, t->text, t->len);
	for (; result >= 0; result = fresh->node[result].next) {
		struct str next = {0};
		struct text now = { out->text, out->len };
		struct json_document doc;

		if (parse(&doc, &now, err) < 0)
			return -1;
		put(&next, &doc, &now, fresh, f, result);
		json_document_release(&doc);
		str_release(out);
		*out = next;
	}
	return 0;
}

int json_merge_update(struct str *out, const char *text, size_t len, const char *fresh, size_t fresh_len,
		      struct error *err)
{
	const struct text t = { text, len }, f = { fresh, fresh_len };
	struct json_document doc = {0}, fresh_doc = {0};
	int rc = -1;

	if (parse(&fresh_doc, &f, err) < 0)
		return -1;
	if (!len || parse(&doc, &t, err) == 0) {
		bool other = len && keeps_any(&doc, &fresh_doc);

		json_document_release(&doc);
		if (!other)		/* all results are replaced */
			str_add_n(out, fresh, fresh_len);
		rc = other ? update(out, &t, &fresh_doc, &f, err) : 0;
	}
	json_document_release(&fresh_doc);
	return rc;
}
