/* SPDX-License-Identifier: MIT */
/* made_members.h - takes members away from the objects of documents, one by one, and asks what stays of them. */
#ifndef UNIT_MADE_MEMBERS_H
#define UNIT_MADE_MEMBERS_H

#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/str.h"
#include "format/json_schema.h"

struct made_object {
	const char *def;		/* in $defs of the schema */
	const char *text[8];		/* as pstat writes it; together they have all members of the schema */
	const char *needed;		/* " KEY KEY ": members that are not unknown if they are missing */
	const char *strict;		/* the same: of another type they are an error; NULL: none */
	/* reads the object and adds it as it is written then */
	void (*again)(struct str *out, const struct json_document *doc, int node);
};

static inline void members_parse(struct json_document *doc, const char *text)
{
	struct error err = ERROR_INIT;

	if (json_document_parse(doc, text, strlen(text), &err) < 0)
		fail_msg("%s: %s", text, err.message);
}

static inline void members_again(struct str *out, const struct made_object *o, const char *text)
{
	struct json_document doc;

	str_reset(out);
	members_parse(&doc, text);
	o->again(out, &doc, 0);
	json_document_release(&doc);
}

/* The text with this value of the member; NULL: without the member. */
static inline void members_cut(struct str *out, const char *text, const struct json_node *n, const char *value)
{
	size_t key = n->begin - strlen(n->key) - strlen("\"\": ");

	str_reset(out);
	if (value) {
		str_add_n(out, text, n->begin);
		str_addf(out, "%s%s", value, text + n->end);
	} else if (text[n->end] == ',') {
		str_add_n(out, text, key);
		str_add(out, text + n->end + strlen(", "));
	} else {
		str_add_n(out, text, text[key - 1] == '{' ? key : key - strlen(", "));
		str_add(out, text + n->end);
	}
}

static inline bool members_name(const char *keys, const char *key)
{
	struct str word = {0};
	bool named;

	str_addf(&word, " %s ", key);
	named = keys && strstr(keys, word.text);
	str_release(&word);
	return named;
}

/* Without the member, or with one of another type, it is unknown, and so it stays. */
static inline void members_check_lacking(const struct made_object *o, const char *text, const struct json_node *n)
{
	static const char *const values[] = { NULL, "null", "{}" };
	struct str cut = {0}, null = {0}, given = {0}, first = {0}, second = {0};

	members_cut(&cut, text, n, NULL);
	members_cut(&null, text, n, "null");
	for (size_t i = 0; i < COUNT_OF(values) - members_name(o->strict, n->key); i++) {
		members_cut(&given, text, n, values[i]);
		members_again(&first, o, given.text);
		members_again(&second, o, str_text(&first));
		if (strcmp(str_text(&first), cut.text) != 0 && strcmp(str_text(&first), null.text) != 0)
			fail_msg("%s: %s becomes %s", o->def, given.text, str_text(&first));
		assert_string_equal(str_text(&first), str_text(&second));
	}
	str_release(&cut);
	str_release(&null);
	str_release(&given);
	str_release(&first);
	str_release(&second);
}

static inline bool members_has(const struct made_object *o, const char *key)
{
	struct json_document doc;
	bool has = false;

	for (size_t i = 0; i < COUNT_OF(o->text) && o->text[i] && !has; i++) {
		members_parse(&doc, o->text[i]);
		has = json_document_find(&doc, 0, key) >= 0;
		json_document_release(&doc);
	}
	return has;
}

/* How many of the keys of these properties the others have, too. */
static inline size_t members_in_common(const struct json_document *schema, int properties, int others)
{
	size_t n = 0;

	for (int i = schema->node[properties].child; i >= 0; i = schema->node[i].next)
		n += json_document_find(schema, others, schema->node[i].key) >= 0;
	return n;
}

/* These properties of the schema are members of the object, and stand there once. */
static inline void members_check_properties(const struct made_object *o, const struct json_document *schema, int properties)
{
	for (int i = schema->node[properties].child; i >= 0; i = schema->node[i].next)
		if (!members_has(o, schema->node[i].key))
			fail_msg("%s: the schema has %s", o->def, schema->node[i].key);
	for (size_t i = 0; i < schema->n; i++)
		if (schema->node[i].key && strcmp(schema->node[i].key, "properties") == 0 && (int)i != properties &&
		    2 * members_in_common(schema, properties, (int)i) >= schema->node[properties].n)
			fail_msg("%s: line %u of the schema has its members once more", o->def, schema->node[i].line);
}

/* The schema has the same members; it may define them in two parts. */
static inline void members_check_schema(const struct made_object *o)
{
	const char *def = o->def;
	struct json_document schema;
	bool more = true;

	members_parse(&schema, json_schema_text);
	while (more) {
		int at = json_document_find(&schema, json_document_find(&schema, 0, "$defs"), def);

		assert_true(at >= 0);
		members_check_properties(o, &schema, json_document_find(&schema, at, "properties"));
		more = json_document_text(&schema, json_document_find(&schema, at, "$ref"), &def);
		def += more ? strlen("#/$defs/") : 0;
	}
	json_document_release(&schema);
}

/* Of a member that is there twice the first one counts. */
static inline void members_check_first(const struct made_object *o, const struct json_document *doc, const char *text)
{
	struct str out = {0}, twice = {0};

	for (int m = doc->node[0].child; m >= 0; m = doc->node[m].next) {
		str_reset(&twice);
		str_add_n(&twice, text, strlen(text) - 1);
		str_addf(&twice, ", \"%s\": {}}", doc->node[m].key);
		members_again(&out, o, twice.text);
		assert_string_equal(str_text(&out), text);
	}
	str_release(&out);
	str_release(&twice);
}

static inline void members_check_texts(const struct made_object *o)
{
	struct str out = {0};

	for (size_t i = 0; i < COUNT_OF(o->text) && o->text[i]; i++) {
		struct json_document doc;

		members_again(&out, o, o->text[i]);
		assert_string_equal(str_text(&out), o->text[i]);
		members_parse(&doc, o->text[i]);
		for (int m = doc.node[0].child; m >= 0; m = doc.node[m].next)
			if (!members_name(o->needed, doc.node[m].key))
				members_check_lacking(o, o->text[i], &doc.node[m]);
		members_check_first(o, &doc, o->text[i]);
		json_document_release(&doc);
	}
	str_release(&out);
}

static inline void members_check(const struct made_object *o)
{
	members_check_texts(o);
	members_check_schema(o);
}

#endif
