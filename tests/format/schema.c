/* SPDX-License-Identifier: MIT */
/* Validates by the subset of JSON Schema that pstat's schema uses; see conform.h. */
#include "conform.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { MAX_DEPTH = 500, OF_ANOTHER_KIND = 100 };

struct validation {
	const struct json_document *schema;
	const struct document *document;
	const struct json_document *doc;	/* of the document */
	int around;			/* the schema that contains the keyword */
	bool quiet;			/* only count */
	int top;			/* the value that is compared with the schemas of a oneOf */
	size_t bad;
	unsigned depth;
};

static void validate(struct validation *v, int schema, int node);

__attribute__((format(printf, 3, 4)))
static void wrong(struct validation *v, int node, const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	v->bad++;
	if (v->quiet)
		return;
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	document_complain(v->document, node, "%s", text.text);
	str_release(&text);
}

/* How many complaints there would be; those about the type of the whole value count more. */
static size_t count_wrong(const struct validation *v, int schema, int node)
{
	struct validation q = *v;

	q.quiet = true;
	q.top = node;
	q.bad = 0;
	validate(&q, schema, node);
	return q.bad;
}

/* --- what a keyword requires of a value ------------------------------------- */

static bool is_integer(const struct json_node *n)
{
	return n->type == JSON_NUMBER && !strpbrk(n->text, ".eE");
}

static const struct { const char *name; enum json_type type, or; } types[] = {
	{ "null", JSON_NULL, JSON_NULL }, { "boolean", JSON_FALSE, JSON_TRUE }, { "number", JSON_NUMBER, JSON_NUMBER },
	{ "string", JSON_TEXT, JSON_TEXT }, { "array", JSON_ARRAY, JSON_ARRAY }, { "object", JSON_OBJECT, JSON_OBJECT },
};

static bool is_of_type(const struct json_node *n, const char *name)
{
	if (!strcmp(name, "integer"))
		return is_integer(n);
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(name, types[i].name))
			return n->type == types[i].type || n->type == types[i].or;
	return false;
}

static void ask_type(struct validation *v, int value, int node)
{
	const struct json_node *name = &v->schema->node[value], *n = &v->doc->node[node];
	struct str names = {0};

	if (name->type == JSON_ARRAY)
		name = &v->schema->node[name->child];
	for (;;) {
		if (is_of_type(n, name->text))
			break;
		str_addf(&names, "%s%s", names.len ? " or " : "", name->text);
		if (v->schema->node[value].type != JSON_ARRAY || name->next < 0) {
			v->bad += node == v->top ? OF_ANOTHER_KIND : 0;
			wrong(v, node, "is no %s", names.text);
			break;
		}
		name = &v->schema->node[name->next];
	}
	str_release(&names);
}

/* Neither is an array or an object. */
static bool same(const struct json_node *a, const struct json_node *b)
{
	return a->type == b->type && (!a->text || !strcmp(a->text, b->text));
}

static void ask_const(struct validation *v, int value, int node)
{
	const struct json_node *want = &v->schema->node[value];

	if (same(want, &v->doc->node[node]))
		return;
	v->bad += OF_ANOTHER_KIND;
	wrong(v, node, "is not %s", want->text ? want->text : "what it always is");
}

static void ask_enum(struct validation *v, int value, int node)
{
	for (int i = v->schema->node[value].child; i >= 0; i = v->schema->node[i].next)
		if (same(&v->schema->node[i], &v->doc->node[node]))
			return;
	wrong(v, node, "is none of the values that it may have");
}

static void ask_minimum(struct validation *v, int value, int node)
{
	double least = 0, n;

	json_document_double(v->schema, value, &least);
	if (json_document_double(v->doc, node, &n) && n < least)
		wrong(v, node, "is below %s", v->schema->node[value].text);
}

static void ask_min_items(struct validation *v, int value, int node)
{
	const struct json_node *n = &v->doc->node[node];
	uint64_t least = 0;

	json_document_u64(v->schema, value, &least);
	if (n->type == JSON_ARRAY && n->n < least)
		wrong(v, node, "has %zu items, not %s", n->n, v->schema->node[value].text);
}

static void ask_items(struct validation *v, int value, int node)
{
	if (v->doc->node[node].type == JSON_ARRAY)
		for (int i = v->doc->node[node].child; i >= 0; i = v->doc->node[i].next)
			validate(v, value, i);
}

static void ask_required(struct validation *v, int value, int node)
{
	if (v->doc->node[node].type != JSON_OBJECT)
		return;
	for (int i = v->schema->node[value].child; i >= 0; i = v->schema->node[i].next)
		if (json_document_find(v->doc, node, v->schema->node[i].text) < 0)
			wrong(v, node, "has no '%s'", v->schema->node[i].text);
}

static void ask_properties(struct validation *v, int value, int node)
{
	for (int i = v->schema->node[value].child; i >= 0; i = v->schema->node[i].next) {
		int member = json_document_find(v->doc, node, v->schema->node[i].key);

		if (member >= 0)
			validate(v, i, member);
	}
}

/* How many of the schemas it fits.  If none, the complaints of the nearest one help most. */
static size_t count_fitting(struct validation *v, int list, int node)
{
	size_t fitting = 0, least = (size_t)-1;
	int nearest = -1;

	for (int i = v->schema->node[list].child; i >= 0; i = v->schema->node[i].next) {
		size_t bad = count_wrong(v, i, node);

		fitting += !bad;
		if (bad < least) {
			least = bad;
			nearest = i;
		}
	}
	if (!fitting)
		validate(v, nearest, node);
	return fitting;
}

static void ask_any_of(struct validation *v, int value, int node)
{
	count_fitting(v, value, node);
}

static void ask_one_of(struct validation *v, int value, int node)
{
	size_t n = count_fitting(v, value, node);

	if (n > 1)
		wrong(v, node, "fits %zu of what it may be one of", n);
}

static int find_def(const struct json_document *schema, const char *name)
{
	return json_document_find(schema, json_document_find(schema, 0, "$defs"), name);
}

static int resolve(const struct json_document *schema, int value)
{
	static const char prefix[] = "#/$defs/";
	const char *ref = schema->node[value].text;

	return strncmp(ref, prefix, strlen(prefix)) ? -1 : find_def(schema, ref + strlen(prefix));
}

/* What the schema, or the one that it refers to, says of a member of that name; -1: nothing. */
static int find_property(const struct json_document *schema, int at, const char *key, bool referred)
{
	int found = json_document_find(schema, json_document_find(schema, at, "properties"), key);
	int ref = referred && found < 0 ? json_document_find(schema, at, "$ref") : -1;

	return ref < 0 ? found : find_property(schema, resolve(schema, ref), key, true);
}

static void ask_others(struct validation *v, int value, int node, bool referred)
{
	int around = v->around;

	if (v->doc->node[node].type != JSON_OBJECT)
		return;
	for (int i = v->doc->node[node].child; i >= 0; i = v->doc->node[i].next) {
		const char *key = v->doc->node[i].key;

		if (find_property(v->schema, around, key, referred) >= 0)
			continue;
		if (v->schema->node[value].type == JSON_FALSE)
			wrong(v, node, "may not have '%s'", key);
		else
			validate(v, value, i);
	}
}

static void ask_additional(struct validation *v, int value, int node)
{
	ask_others(v, value, node, false);
}

/* Of the schemas that apply at the same place, only those of $ref are looked at. */
static void ask_unevaluated(struct validation *v, int value, int node)
{
	ask_others(v, value, node, true);
}

static void ask_ref(struct validation *v, int value, int node)
{
	validate(v, resolve(v->schema, value), node);
}

/* --- the keywords, and the values that they may have ------------------------ */

enum holds { TEXT, TYPES, NAMES, SCALAR, SCALARS, NUMBER, COUNT, REF, SCHEMA, FALSE_OR_SCHEMA, SCHEMA_LIST, SCHEMA_MAP };

static const char *const must_be[] = {
	[TEXT] = "a string", [TYPES] = "a type or a list of types", [NAMES] = "a list of strings",
	[SCALAR] = "a plain value", [SCALARS] = "a list of plain values", [NUMBER] = "a number",
	[COUNT] = "a whole number", [REF] = "\"#/$defs/NAME\" of one that exists", [SCHEMA] = "a schema",
	[FALSE_OR_SCHEMA] = "false or a schema", [SCHEMA_LIST] = "a list of schemas", [SCHEMA_MAP] = "schemas by name",
};

static const struct keyword {
	const char *name;
	enum holds holds;
	void (*ask)(struct validation *v, int value, int node);	/* NULL: nothing */
} keywords[] = {
	{ "$schema", TEXT, NULL }, { "$id", TEXT, NULL }, { "$comment", TEXT, NULL }, { "title", TEXT, NULL },
	{ "description", TEXT, NULL }, { "$defs", SCHEMA_MAP, NULL }, { "$ref", REF, ask_ref },
	{ "type", TYPES, ask_type }, { "enum", SCALARS, ask_enum }, { "const", SCALAR, ask_const },
	{ "minimum", NUMBER, ask_minimum }, { "minItems", COUNT, ask_min_items }, { "items", SCHEMA, ask_items },
	{ "properties", SCHEMA_MAP, ask_properties }, { "required", NAMES, ask_required },
	{ "additionalProperties", FALSE_OR_SCHEMA, ask_additional },
	{ "unevaluatedProperties", FALSE_OR_SCHEMA, ask_unevaluated },
	{ "oneOf", SCHEMA_LIST, ask_one_of }, { "anyOf", SCHEMA_LIST, ask_any_of },
};

static const struct keyword *keyword_find(const char *name)
{
	for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
		if (!strcmp(name, keywords[i].name))
			return &keywords[i];
	return NULL;
}

static void validate(struct validation *v, int schema, int node)
{
	if (v->depth == MAX_DEPTH) {
		wrong(v, node, "the schema goes in circles");
		return;
	}
	v->depth++;
	for (int i = v->schema->node[schema].child; i >= 0; i = v->schema->node[i].next) {
		const struct keyword *k = keyword_find(v->schema->node[i].key);

		v->around = schema;
		if (k->ask)
			k->ask(v, i, node);
	}
	v->depth--;
}

void schema_validate(const struct document *schema, const char *def, const struct document *d)
{
	struct validation v = { .schema = &schema->doc, .document = d, .doc = &d->doc, .top = -1 };
	int at = def ? find_def(&schema->doc, def) : 0;

	if (at < 0)
		complain(d->file, d->line, "the schema has no '%s' in its $defs", def);
	else
		validate(&v, at, 0);
}

/* --- the schema itself -------------------------------------------------------- */

static bool is_type(const struct json_node *n)
{
	bool known = n->type == JSON_TEXT && !strcmp(n->text, "integer");

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		known = known || (n->type == JSON_TEXT && !strcmp(n->text, types[i].name));
	return known;
}

static bool is_text(const struct json_node *n)
{
	return n->type == JSON_TEXT;
}

static bool is_scalar(const struct json_node *n)
{
	return n->type != JSON_ARRAY && n->type != JSON_OBJECT;
}

static bool is_object(const struct json_node *n)
{
	return n->type == JSON_OBJECT;
}

/* A list or object that is not empty and has schemas only. */
static bool all(const struct json_document *doc, int node, enum json_type type, bool (*is)(const struct json_node *n))
{
	bool good = doc->node[node].type == type && doc->node[node].n;

	for (int i = doc->node[node].child; i >= 0; i = doc->node[i].next)
		good = good && is(&doc->node[i]);
	return good;
}

static bool holds(const struct json_document *doc, int node, enum holds what)
{
	const struct json_node *n = &doc->node[node];
	uint64_t number;
	double d;

	switch (what) {
	case TEXT:	return is_text(n);
	case TYPES:	return is_type(n) || all(doc, node, JSON_ARRAY, is_type);
	case NAMES:	return all(doc, node, JSON_ARRAY, is_text);
	case SCALAR:	return is_scalar(n);
	case SCALARS:	return all(doc, node, JSON_ARRAY, is_scalar);
	case NUMBER:	return json_document_double(doc, node, &d);
	case COUNT:	return json_document_u64(doc, node, &number);
	case REF:	return is_text(n) && resolve(doc, node) >= 0;
	case SCHEMA:	return is_object(n);
	case FALSE_OR_SCHEMA: return n->type == JSON_FALSE || is_object(n);
	case SCHEMA_LIST: return all(doc, node, JSON_ARRAY, is_object);
	case SCHEMA_MAP: return all(doc, node, JSON_OBJECT, is_object);
	}
	return false;
}

static void check_schema(const struct document *schema, int at)
{
	const struct json_document *doc = &schema->doc;

	for (int i = doc->node[at].child; i >= 0; i = doc->node[i].next) {
		const struct keyword *k = keyword_find(doc->node[i].key);

		if (!k) {
			document_complain(schema, i, "unknown keyword");
			continue;
		}
		if (!holds(doc, i, k->holds)) {
			document_complain(schema, i, "should be %s", must_be[k->holds]);
			continue;
		}
		if (k->holds == SCHEMA || (k->holds == FALSE_OR_SCHEMA && is_object(&doc->node[i])))
			check_schema(schema, i);
		if (k->holds == SCHEMA_LIST || k->holds == SCHEMA_MAP)
			for (int s = doc->node[i].child; s >= 0; s = doc->node[s].next)
				check_schema(schema, s);
	}
}

void schema_check(const struct document *schema)
{
	if (is_object(&schema->doc.node[0]))
		check_schema(schema, 0);
	else
		document_complain(schema, 0, "should be a schema");
}
