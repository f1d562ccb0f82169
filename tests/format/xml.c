/* SPDX-License-Identifier: MIT */
/*
 * Checks the part of XML 1.0 that JUnit's reports use, and what their readers rely on: elements are in
 * their places, and the counts of a suite are those of its cases.
 */
#include "conform.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 8, NAME = 64, ATTRIBUTES = 16 };
enum tally { TESTS, FAILURES, ERRORS, SKIPPED, TALLIES };

static const char *const tallies[TALLIES] = { "tests", "failures", "errors", "skipped" };

static const struct element {
	const char *name, *parent;
	const char *needs[6];
} elements[] = {
	{ "testsuites", "", { "name", "tests", "failures", "errors", "skipped" } },
	{ "testsuite", "testsuites", { "name", "tests", "failures", "errors", "skipped", "time" } },
	{ "testcase", "testsuite", { "classname", "name" } },
	{ "failure", "testcase", { "message", "type" } },
	{ "error", "testcase", { "message", "type" } },
	{ "skipped", "testcase", { "message" } },
};

struct open {
	char name[NAME];
	size_t line;
	size_t said[TALLIES], found[TALLIES];
};

struct xml {
	struct file *file;
	const char *at, *end;
	size_t line;
	struct open open[DEPTH]; size_t depth;
	bool root;		/* there was a root element */
};

#define WRONG(x, ...) (complain((x)->file, (x)->line, __VA_ARGS__), false)

static void skip_space(struct xml *x)
{
	for (; x->at < x->end && strchr(" \t\r\n", *x->at); x->at++)
		x->line += *x->at == '\n';
}

/* Checks text, or the value of an attribute, up to this character. */
static bool read_text(struct xml *x, char stop)
{
	static const char *const entities[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };

	for (; x->at < x->end && *x->at != stop; x->at++) {
		bool known = *x->at != '&';
		int n = 0;

		x->line += *x->at == '\n';
		if ((unsigned char)*x->at < ' ' && !strchr("\t\r\n", *x->at))
			return WRONG(x, "byte 0x%02x is no character of XML", (unsigned char)*x->at);
		if (*x->at == '<' || (*x->at == '>' && stop == '<'))
			return WRONG(x, "'%c' that is not escaped", *x->at);
		for (size_t i = 0; i < sizeof(entities) / sizeof(*entities); i++)
			known |= !strncmp(x->at, entities[i], strlen(entities[i]));
		if (!known && (sscanf(x->at, "&#%*u;%n", &n) != 0 || !n))
			return WRONG(x, "an & that begins no entity");
	}
	return true;
}

static size_t name_length(const struct xml *x)
{
	size_t n = 0;

	while (x->at + n < x->end && (isalnum((unsigned char)x->at[n]) || strchr("-_.:", x->at[n])))
		n++;
	return n;
}

static bool read_name(struct xml *x, char name[NAME])
{
	size_t n = name_length(x);

	if (!n || n >= NAME || !isalpha((unsigned char)*x->at))
		return WRONG(x, "a name should be here");
	memcpy(name, x->at, n);
	name[n] = '\0';
	x->at += n;
	return true;
}

static bool read_attribute(struct xml *x, struct open *o, char name[NAME])
{
	const char *value;

	if (!read_name(x, name))
		return false;
	if (x->at + 2 > x->end || strncmp(x->at, "=\"", 2) != 0)
		return WRONG(x, "attribute '%s' has no value in quotes", name);
	value = x->at += 2;
	if (!read_text(x, '"'))
		return false;
	if (x->at == x->end)
		return WRONG(x, "a quote is not closed");
	x->at++;
	for (size_t t = 0; t < TALLIES; t++)
		if (!strcmp(name, tallies[t]))
			o->said[t] = strtoul(value, NULL, 10);
	return true;
}

static const struct element *element_of(const char *name)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (!strcmp(name, elements[i].name))
			return &elements[i];
	return NULL;
}

static bool check_element(struct xml *x, const struct open *o, char (*attribute)[NAME], size_t n)
{
	const struct element *e = element_of(o->name);
	const char *parent = x->depth ? x->open[x->depth - 1].name : "";

	if (!e || strcmp(e->parent, parent) != 0)
		return WRONG(x, "element '%s' in '%s'", o->name, parent);
	for (size_t i = 0; i < 6 && e->needs[i]; i++) {
		size_t k = 0;

		while (k < n && strcmp(attribute[k], e->needs[i]) != 0)
			k++;
		if (k == n)
			return WRONG(x, "element '%s' has no '%s'", o->name, e->needs[i]);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(attribute[i], attribute[k]))
				return WRONG(x, "attribute '%s' twice", attribute[i]);
	return true;
}

/* The result of a case counts for all elements around it. */
static void count(struct xml *x, const char *name)
{
	static const char *const kinds[TALLIES] = { "testcase", "failure", "error", "skipped" };

	for (size_t t = 0; t < TALLIES; t++)
		for (size_t i = 0; i < x->depth && !strcmp(name, kinds[t]); i++)
			x->open[i].found[t]++;
}

static bool close_element(struct xml *x)
{
	const struct open *o = &x->open[--x->depth];

	for (size_t t = 0; t < TALLIES && !strncmp(o->name, "testsuite", 9); t++)
		if (o->said[t] != o->found[t])
			return WRONG(x, "'%s' of line %zu says %zu %s and has %zu", o->name, o->line, o->said[t],
				     tallies[t], o->found[t]);
	return true;
}

static bool read_start(struct xml *x)
{
	struct open o = { .line = x->line };
	char attribute[ATTRIBUTES][NAME];
	bool empty;
	size_t n = 0;

	if (!read_name(x, o.name))
		return false;
	for (skip_space(x); x->at < x->end && !strchr("/>", *x->at); skip_space(x))
		if (n == ATTRIBUTES || !read_attribute(x, &o, attribute[n++]))
			return n < ATTRIBUTES ? false : WRONG(x, "too many attributes");
	empty = x->at < x->end && *x->at == '/';
	x->at += empty;
	if (x->at == x->end || *x->at++ != '>')
		return WRONG(x, "element '%s' does not end", o.name);
	if (!x->depth && x->root)
		return WRONG(x, "a second element at the top");
	if (x->depth == DEPTH || !check_element(x, &o, attribute, n))
		return false;
	x->root = true;
	count(x, o.name);
	x->open[x->depth++] = o;
	return !empty || close_element(x);
}

static bool read_end(struct xml *x)
{
	char name[NAME];

	x->at++;
	if (!read_name(x, name))
		return false;
	if (!x->depth || strcmp(name, x->open[x->depth - 1].name) != 0)
		return WRONG(x, "'%s' ends, which is not open", name);
	if (x->at == x->end || *x->at++ != '>')
		return WRONG(x, "the end of '%s' does not end", name);
	return close_element(x);
}

static bool read_piece(struct xml *x)
{
	const char *text = x->at;

	if (*x->at == '<') {
		x->at++;
		return x->at < x->end && *x->at == '/' ? read_end(x) : read_start(x);
	}
	if (!read_text(x, '<'))
		return false;
	for (; !x->depth && text < x->at; text++)
		if (!strchr(" \t\r\n", *text))
			return WRONG(x, "text at the top");
	return true;
}

void check_xml(struct file *f, const struct document *schema)
{
	static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
	struct xml x = { .file = f, .at = f->text, .end = f->text + f->len, .line = 1 };

	(void)schema;
	if (!is_utf8(f))
		return;
	if (strncmp(f->text, head, strlen(head)) != 0) {
		complain(f, 1, "it does not begin like XML");
		return;
	}
	x.at += strlen(head);
	x.line++;
	while (x.at < x.end)
		if (!read_piece(&x))
			return;
	if (x.depth)
		complain(f, x.line, "'%s' does not end", x.open[x.depth - 1].name);
	else if (!x.root)
		complain(f, x.line, "there is nothing in it");
}
