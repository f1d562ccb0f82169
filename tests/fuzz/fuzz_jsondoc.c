/* SPDX-License-Identifier: MIT */
/* JSON documents: a document stays the same when written and read again. */
#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "fuzz.h"

/* Numbers as texts: the reader keeps them as they were written. */
static void write_node(struct json_writer *j, const struct json_document *doc, int node, size_t *seen)
{
	const struct json_node *n = &doc->node[node];

	(*seen)++;
	if (n->type != JSON_ARRAY && n->type != JSON_OBJECT) {
		json_text(j, n->key, n->text);
		return;
	}
	json_open_lines(j, n->key, n->type == JSON_ARRAY ? '[' : '{');
	for (int i = n->child; i >= 0; i = doc->node[i].next)
		write_node(j, doc, i, seen);
	json_close(j, n->type == JSON_ARRAY ? ']' : '}');
}

static int same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct json_document doc, again;
	struct str out = {0};
	struct json_writer j = { .out = &out };
	size_t seen = 0;

	if (json_document_parse(&doc, (const char *)data, size, &err)) {
		if (!err.message[0] || doc.node)
			abort();
		return 0;
	}
	write_node(&j, &doc, 0, &seen);
	if (seen != doc.n || json_document_parse(&again, out.text, out.len, &err) || again.n != doc.n)
		abort();
	for (size_t i = 0; i < doc.n; i++)
		if (!same(doc.node[i].key, again.node[i].key) || !same(doc.node[i].text, again.node[i].text))
			abort();
	json_document_release(&again);
	json_document_release(&doc);
	str_release(&out);
	return 0;
}
