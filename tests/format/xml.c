/* SPDX-License-Identifier: MIT */
/*
 * Checks the part of XML 1.0 that JUnit's reports use, and what their readers rely on: elements are in
 * their places, and the counts of a suite are those of its cases.
 */
#include "conform.h"

#include <stdlib.h>
#include <string.h>

#include "markup.h"

enum { DEPTH = 8, ATTRIBUTES = 16 };
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
	{ "system-out", "testcase", { NULL } },
};

struct open {
	char name[MARKUP_NAME];
	size_t line;
	size_t said[TALLIES], found[TALLIES];
};

struct xml {
	struct markup m;
	struct open open[DEPTH]; size_t depth;
	bool root;		/* there was a root element */
};

static bool read_attribute(struct xml *x, struct open *o, char name[MARKUP_NAME])
{
	const char *value;

	if (!markup_name(&x->m, name))
		return false;
	if (x->m.at + 2 > x->m.end || strncmp(x->m.at, "=\"", 2) != 0)
		return WRONG(&x->m, "attribute '%s' has no value in quotes", name);
	value = x->m.at += 2;
	if (!markup_text(&x->m, '"'))
		return false;
	if (x->m.at == x->m.end)
		return WRONG(&x->m, "a quote is not closed");
	x->m.at++;
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

static bool check_element(struct xml *x, const struct open *o, char (*attribute)[MARKUP_NAME], size_t n)
{
	const struct element *e = element_of(o->name);
	const char *parent = x->depth ? x->open[x->depth - 1].name : "";

	if (!e || strcmp(e->parent, parent) != 0)
		return WRONG(&x->m, "element '%s' in '%s'", o->name, parent);
	for (size_t i = 0; i < 6 && e->needs[i]; i++) {
		size_t k = 0;

		while (k < n && strcmp(attribute[k], e->needs[i]) != 0)
			k++;
		if (k == n)
			return WRONG(&x->m, "element '%s' has no '%s'", o->name, e->needs[i]);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(attribute[i], attribute[k]))
				return WRONG(&x->m, "attribute '%s' twice", attribute[i]);
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
			return WRONG(&x->m, "'%s' of line %zu says %zu %s and has %zu", o->name, o->line, o->said[t],
				     tallies[t], o->found[t]);
	return true;
}

static bool read_start(struct xml *x)
{
	struct open o = { .line = x->m.line };
	char attribute[ATTRIBUTES][MARKUP_NAME];
	bool empty;
	size_t n = 0;

	if (!markup_name(&x->m, o.name))
		return false;
	for (markup_space(&x->m); x->m.at < x->m.end && !strchr("/>", *x->m.at); markup_space(&x->m))
		if (n == ATTRIBUTES || !read_attribute(x, &o, attribute[n++]))
			return n < ATTRIBUTES ? false : WRONG(&x->m, "too many attributes");
	empty = x->m.at < x->m.end && *x->m.at == '/';
	x->m.at += empty;
	if (x->m.at == x->m.end || *x->m.at++ != '>')
		return WRONG(&x->m, "element '%s' does not end", o.name);
	if (!x->depth && x->root)
		return WRONG(&x->m, "a second element at the top");
	if (x->depth == DEPTH || !check_element(x, &o, attribute, n))
		return false;
	x->root = true;
	count(x, o.name);
	x->open[x->depth++] = o;
	return !empty || close_element(x);
}

static bool read_end(struct xml *x)
{
	char name[MARKUP_NAME];

	x->m.at++;
	if (!markup_name(&x->m, name))
		return false;
	if (!x->depth || strcmp(name, x->open[x->depth - 1].name) != 0)
		return WRONG(&x->m, "'%s' ends, which is not open", name);
	if (x->m.at == x->m.end || *x->m.at++ != '>')
		return WRONG(&x->m, "the end of '%s' does not end", name);
	return close_element(x);
}

static bool read_piece(struct xml *x)
{
	const char *text = x->m.at;

	if (*x->m.at == '<') {
		x->m.at++;
		return x->m.at < x->m.end && *x->m.at == '/' ? read_end(x) : read_start(x);
	}
	if (!markup_text(&x->m, '<'))
		return false;
	for (; !x->depth && text < x->m.at; text++)
		if (!strchr(" \t\r\n", *text))
			return WRONG(&x->m, "text at the top");
	return true;
}

void check_xml(struct file *f, const struct document *schema)
{
	static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
	struct xml x = { .m = { f, f->text, f->text + f->len, 1 } };

	(void)schema;
	if (!is_utf8(f))
		return;
	if (strncmp(f->text, head, strlen(head)) != 0) {
		complain(f, 1, "it does not begin like XML");
		return;
	}
	x.m.at += strlen(head);
	x.m.line++;
	while (x.m.at < x.m.end)
		if (!read_piece(&x))
			return;
	if (x.depth)
		complain(f, x.m.line, "'%s' does not end", x.open[x.depth - 1].name);
	else if (!x.root)
		complain(f, x.m.line, "there is nothing in it");
}
