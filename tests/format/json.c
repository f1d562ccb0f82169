/* SPDX-License-Identifier: MIT */
/* Checks JSON and lines of JSON, and finds the line and path of a value. */
#include "conform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* The end of the text that begins here. */
static const char *text_end(const char *p)
{
	for (p++; *p != '"'; p++)
		p += *p == '\\';
	return p + 1;
}

/* The line of the nth value: nodes are in the order of the text, which has been parsed already. */
static size_t line_of(const struct document *d, int node)
{
	const char *p = d->text;
	size_t line = d->line;

	while (p < d->text + d->len) {
		const char *end = p + 1;

		if (strchr(" \t\r\n,:]}", *p)) {
			line += *p == '\n';
			p++;
			continue;
		}
		if (*p == '"')
			end = text_end(p);
		else if (*p != '{' && *p != '[')
			end = p + strcspn(p, " \t\r\n,]}");
		if (*p == '"' && end[strspn(end, " \t\r\n")] == ':')
			node++;		/* a key is not a value */
		if (!node--)
			return line;
		p = end;
	}
	return line;
}

/* $.runs[2].counters: the last child that does not come after the node leads to it. */
static void add_path(struct str *out, const struct json_document *doc, int node)
{
	int at = 0;

	str_add(out, "$");
	while (at != node) {
		bool array = doc->node[at].type == JSON_ARRAY;
		size_t n = 0;

		for (at = doc->node[at].child; doc->node[at].next >= 0 && doc->node[at].next <= node; n++)
			at = doc->node[at].next;
		if (array)
			str_addf(out, "[%zu]", n);
		else
			str_addf(out, ".%s", doc->node[at].key);
	}
}

void document_complain(const struct document *d, int node, const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	add_path(&text, &d->doc, node);
	str_add(&text, ": ");
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	complain(d->file, line_of(d, node), "%s", text.text);
	str_release(&text);
}

/* Readers may take either of two equal keys. */
static void check_keys(const struct document *d, int object)
{
	const struct json_node *node = d->doc.node;

	for (int a = node[object].child; a >= 0; a = node[a].next)
		for (int b = node[a].next; b >= 0; b = node[b].next)
			if (!strcmp(node[a].key, node[b].key))
				document_complain(d, object, "the key '%s' is there twice", node[a].key);
}

bool document_parse(struct document *d)
{
	struct error err = ERROR_INIT;

	if (json_document_parse(&d->doc, d->text, d->len, &err)) {
		char *what = err.message;
		size_t line = d->line;

		if (!strncmp(what, "line ", 5)) {	/* of the document */
			line += strtoul(what + 5, &what, 10) - 1;
			what += 2;
		}
		complain(d->file, line, "%s", what);
		return false;
	}
	for (size_t i = 0; i < d->doc.n; i++)
		if (d->doc.node[i].type == JSON_OBJECT)
			check_keys(d, (int)i);
	return true;
}

/* A history and a trend name their own schemas, which are parts of the $defs. */
static const char *def_of(const struct document *d, const char *usual)
{
	const char *name = "";

	json_document_text(&d->doc, json_document_find(&d->doc, 0, "schema"), &name);
	return strcmp(name, "pstat-history/1") == 0 ? "history" : strcmp(name, "pstat-trend/1") == 0 ? "trend" : usual;
}

static void check_document(struct document *d, const struct document *schema, const char *def)
{
	if (!document_parse(d))
		return;
	if (schema)
		schema_validate(schema, def_of(d, def), d);
	json_document_release(&d->doc);
}

void check_json(struct file *f, const struct document *schema)
{
	struct document d = { .file = f, .text = f->text, .len = f->len, .line = 1 };

	if (is_utf8(f))
		check_document(&d, schema, NULL);
}

void check_ndjson(struct file *f, const struct document *schema)
{
	const char *at = f->text, *end = f->text + f->len;

	if (!is_utf8(f))
		return;
	for (size_t line = 1; at < end; line++) {
		const char *next = memchr(at, '\n', (size_t)(end - at));
		struct document d = { .file = f, .text = at, .line = line };

		d.len = (size_t)((next ? next : end) - at);
		check_document(&d, schema, "line");
		if (!next)
			complain(f, line, "no newline at the end");
		at = next ? next + 1 : end;
	}
}
