/* SPDX-License-Identifier: MIT */
/* The formats of dashboards, as they describe them: an array of named values, benchmarks with their measures. */
#include "conform.h"

#include <math.h>
#include <string.h>

static bool is(const struct document *d, int node, enum json_type type)
{
	return node >= 0 && d->doc.node[node].type == type;
}

static void check_entry(const struct document *d, int node)
{
	static const struct { const char *key; enum json_type type; bool needed; } members[] = {
		{ "name", JSON_TEXT, true }, { "unit", JSON_TEXT, true }, { "value", JSON_NUMBER, true },
		{ "range", JSON_TEXT, false }, { "extra", JSON_TEXT, false },
	};
	size_t known = 0;

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		int member = jsondoc_find(&d->doc, node, members[i].key);

		known += member >= 0;
		if (member < 0 ? members[i].needed : !is(d, member, members[i].type))
			document_complain(d, node, "'%s' is missing, or of another type", members[i].key);
	}
	if (known != d->doc.node[node].n)
		document_complain(d, node, "a member that is unknown");
}

static void check_names(const struct document *d)
{
	for (int a = d->doc.node[0].child; a >= 0; a = d->doc.node[a].next)
		for (int b = d->doc.node[a].next; b >= 0; b = d->doc.node[b].next) {
			const char *x = "", *y = " ";

			jsondoc_text(&d->doc, jsondoc_find(&d->doc, a, "name"), &x);
			jsondoc_text(&d->doc, jsondoc_find(&d->doc, b, "name"), &y);
			if (!strcmp(x, y))
				document_complain(d, b, "the second '%s'", x);
		}
}

void check_gha(struct file *f, const struct document *schema)
{
	struct document d = { .file = f, .text = f->text, .len = f->len, .line = 1 };

	(void)schema;
	if (!is_utf8(f) || !document_parse(&d))
		return;
	if (!is(&d, 0, JSON_ARRAY))
		document_complain(&d, 0, "it is no array");
	for (int i = d.doc.node[0].child; i >= 0; i = d.doc.node[i].next)
		check_entry(&d, i);
	check_names(&d);
	jsondoc_release(&d.doc);
}

static void check_measure(const struct document *d, int node)
{
	static const char *const keys[] = { "value", "lower_value", "upper_value" };
	double value[3] = { 0, -INFINITY, INFINITY };
	size_t known = 0;

	for (size_t i = 0; i < 3; i++) {
		int member = jsondoc_find(&d->doc, node, keys[i]);

		known += member >= 0;
		if ((member >= 0 || !i) && !jsondoc_double(&d->doc, member, &value[i]))
			document_complain(d, node, "'%s' is missing, or no number", keys[i]);
	}
	if (!is(d, node, JSON_OBJECT) || known != d->doc.node[node].n)
		document_complain(d, node, "a member that is unknown");
	else if (value[1] > value[0] || value[2] < value[0])
		document_complain(d, node, "the value lies outside of its bounds");
}

void check_bmf(struct file *f, const struct document *schema)
{
	struct document d = { .file = f, .text = f->text, .len = f->len, .line = 1 };

	(void)schema;
	if (!is_utf8(f) || !document_parse(&d))
		return;
	if (!is(&d, 0, JSON_OBJECT))
		document_complain(&d, 0, "it is not an object");
	for (int i = d.doc.node[0].child; i >= 0; i = d.doc.node[i].next) {
		if (!is(&d, i, JSON_OBJECT))
			document_complain(&d, i, "a benchmark is no object");
		for (int k = d.doc.node[i].child; k >= 0; k = d.doc.node[k].next)
			check_measure(&d, k);
	}
	jsondoc_release(&d.doc);
}
