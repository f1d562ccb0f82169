/* SPDX-License-Identifier: MIT */
/* Parses JSON by recursive descent; errors name line and column. */
#include "base/json_reader.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "base/utf8.h"

enum { MAX_DEPTH = 64, MAX_NODES = 8 << 20, MAX_MIB = JSON_DOCUMENT_MOST >> 20 };

struct parser {
	struct json_document *doc;
	const char *text, *at, *end;
	char *chars;		/* where the next key or text goes */
	size_t cap;		/* capacity of doc->node */
	unsigned depth;		/* number of open brackets */
	unsigned line;
	struct error *err;
};

__attribute__((format(printf, 3, 4))) static int json_reader_fail(struct parser *p, const char *at,
								  const char *fmt, ...)
{
	size_t line = 1, column = 1;
	char what[128];
	va_list ap;

	for (const char *c = p->text; c < at; c++) {
		column += ((unsigned char)*c & 0xc0) != 0x80;	/* one column per UTF-8 character */
		if (*c == '\n') {
			line++;
			column = 1;
		}
	}
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return error_set(p->err, ERROR_FORMAT, 0, "line %zu, column %zu: %s", line, column, what);
}

static int expected(struct parser *p, const char *what)
{
	if (p->at == p->end)
		return json_reader_fail(p, p->at, "the document ends where %s should be", what);
	return json_reader_fail(p, p->at, "%s should be here", what);
}

static void skip_space(struct parser *p)
{
	for (; p->at < p->end; p->at++) {
		if (*p->at != ' ' && *p->at != '\n' && *p->at != '\t' && *p->at != '\r')
			return;
		p->line += *p->at == '\n';	/* strings cannot hold a newline */
	}
}

static bool accept(struct parser *p, char c)
{
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

static bool read_hex(struct parser *p, unsigned *out)
{
	*out = 0;
	for (int i = 0; i < 4; i++) {
		char c = p->at < p->end ? *p->at : 0;

		if (!isxdigit((unsigned char)c))
			return false;
		*out = *out * 16 + (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower(c) - 'a' + 10);
		p->at++;
	}
	return true;
}

static void put_utf8(struct parser *p, unsigned c)
{
	unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	static const unsigned lead[] = { 0, 0xc0, 0xe0, 0xf0 };

	*p->chars++ = (char)(lead[more] | c >> (6 * more));
	while (more--)
		*p->chars++ = (char)(0x80 | (c >> (6 * more) & 0x3f));
}

/* Reads what follows \u: a character, or a surrogate, which is invalid without its other half. */
static int read_unicode(struct parser *p)
{
	const char *start = p->at - 2, *after;
	unsigned c, low;

	if (!read_hex(p, &c))
		return json_reader_fail(p, start, "four hex digits should follow \\u");
	after = p->at;
	if (c >= 0xd800 && c < 0xdc00 && accept(p, '\\') && accept(p, 'u') && read_hex(p, &low) &&
	    low >= 0xdc00 && low < 0xe000)
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
	else
		p->at = after;
	put_utf8(p, !c || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
	return 0;
}

static int read_escape(struct parser *p)
{
	static const char letters[] = "\"\"\\\\//b\bf\fn\nr\rt\t";

	p->at++;
	if (accept(p, 'u'))
		return read_unicode(p);
	for (const char *l = letters; *l; l += 2)
		if (accept(p, *l)) {
			*p->chars++ = l[1];
			return 0;
		}
	return json_reader_fail(p, p->at - 1, "unknown escape");
}

static void read_plain(struct parser *p)
{
	size_t n = utf8_plain_length(p->at, (size_t)(p->end - p->at));

	memcpy(p->chars, p->at, n);
	p->chars += n;
	p->at += n;
}

/* Reads a string, from after its opening quote up to and including the closing one. */
static int read_text(struct parser *p, char **out)
{
	const char *start = p->at - 1;

	*out = p->chars;
	for (read_plain(p); !accept(p, '"'); read_plain(p)) {
		size_t n = utf8_character_length(p->at, (size_t)(p->end - p->at));

		if (p->at == p->end)
			return json_reader_fail(p, start, "this string has no end");
		if ((unsigned char)*p->at < ' ')
			return json_reader_fail(p, p->at, "a control character in a string should be \\u%04x",
						(unsigned)*p->at);
		if (*p->at == '\\') {
			if (read_escape(p))
				return -1;
			continue;
		}
		memcpy(p->chars, n ? p->at : UTF8_REPLACEMENT, n ? n : strlen(UTF8_REPLACEMENT));
		p->chars += n ? n : strlen(UTF8_REPLACEMENT);
		p->at += n ? n : 1;
	}
	*p->chars++ = '\0';
	return 0;
}

static int read_digits(struct parser *p)
{
	if (p->at == p->end || !isdigit((unsigned char)*p->at))
		return expected(p, "a digit");
	while (p->at < p->end && isdigit((unsigned char)*p->at))
		p->at++;
	return 0;
}

static int read_number(struct parser *p, char **out)
{
	const char *start = p->at, *digits;
	size_t n;

	accept(p, '-');
	digits = p->at;
	if (read_digits(p))
		return -1;
	if (*digits == '0' && p->at - digits > 1)
		return json_reader_fail(p, digits, "a number may not begin with 0");
	if (accept(p, '.') && read_digits(p))
		return -1;
	if (accept(p, 'e') || accept(p, 'E')) {
		if (!accept(p, '+'))
			accept(p, '-');
		if (read_digits(p))
			return -1;
	}
	n = (size_t)(p->at - start);
	*out = memcpy(p->chars, start, n);
	p->chars += n;
	*p->chars++ = '\0';
	return 0;
}

static int add_node(struct parser *p, enum json_type type, char *key)
{
	struct json_document *doc = p->doc;

	if (doc->n == MAX_NODES)
		return json_reader_fail(p, p->at, "more than %d values", MAX_NODES);
	if (doc->n == p->cap) {
		p->cap = p->cap ? p->cap * 2 : 64;
		doc->node = mem_resize(doc->node, p->cap, sizeof(*doc->node));
	}
	doc->node[doc->n] = (struct json_node){ .type = type, .line = p->line, .key = key, .next = -1,
						    .child = -1 };
	return (int)doc->n++;
}

static int json_reader_parse_value(struct parser *p, char *key);

static int parse_member(struct parser *p, bool object)
{
	char *key = NULL;

	skip_space(p);
	if (object) {
		if (!accept(p, '"'))
			return expected(p, "a key in quotes");
		if (read_text(p, &key))
			return -1;
		skip_space(p);
		if (!accept(p, ':'))
			return expected(p, "':'");
	}
	return json_reader_parse_value(p, key);
}

static int parse_members(struct parser *p, int parent)
{
	bool object = p->doc->node[parent].type == JSON_OBJECT;
	char end = object ? '}' : ']';
	int last = -1;

	skip_space(p);
	if (accept(p, end))
		return 0;
	do {
		int node = parse_member(p, object);

		if (node < 0)
			return -1;
		*(last < 0 ? &p->doc->node[parent].child : &p->doc->node[last].next) = node;
		p->doc->node[parent].n++;
		last = node;
		skip_space(p);
		if (accept(p, end))
			return 0;
	} while (accept(p, ','));
	return expected(p, object ? "',' or '}'" : "',' or ']'");
}

static int parse_bracket(struct parser *p, enum json_type type, char *key)
{
	int node = add_node(p, type, key);

	if (node < 0)
		return -1;
	if (p->depth == MAX_DEPTH)
		return json_reader_fail(p, p->at, "more than %d brackets are open", MAX_DEPTH);
	p->at++;
	p->depth++;
	if (parse_members(p, node))
		return -1;
	p->depth--;
	return node;
}

static int parse_word(struct parser *p, char *key)
{
	static const struct { const char *word; enum json_type type; } words[] = {
		{ "null", JSON_NULL }, { "false", JSON_FALSE }, { "true", JSON_TRUE },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i].word);

		if ((size_t)(p->end - p->at) >= n && !memcmp(p->at, words[i].word, n)) {
			p->at += n;
			return add_node(p, words[i].type, key);
		}
	}
	return expected(p, "a value");
}

static int parse_plain(struct parser *p, char *key)
{
	bool quoted = *p->at == '"';
	int node = add_node(p, quoted ? JSON_TEXT : JSON_NUMBER, key);
	char *text = NULL;

	if (node < 0 || (accept(p, '"') ? read_text(p, &text) : read_number(p, &text)))
		return -1;
	p->doc->node[node].text = text;
	return node;
}

/* Returns the node's index. */
static int json_reader_parse_value(struct parser *p, char *key)
{
	size_t begin;
	char first;
	int node;

	skip_space(p);
	begin = (size_t)(p->at - p->text);
	first = p->at < p->end ? *p->at : 0;
	if (first == '{' || first == '[')
		node = parse_bracket(p, first == '{' ? JSON_OBJECT : JSON_ARRAY, key);
	else if (first == '"' || first == '-' || isdigit((unsigned char)first))
		node = parse_plain(p, key);
	else
		node = parse_word(p, key);
	if (node >= 0) {
		p->doc->node[node].begin = begin;
		p->doc->node[node].end = (size_t)(p->at - p->text);
	}
	return node;
}

static int json_reader_parse(struct parser *p)
{
	static const char *const marks[] = { "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff" };
	size_t len = (size_t)(p->end - p->at);

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (len >= strlen(marks[i]) && !memcmp(p->at, marks[i], strlen(marks[i])))
			return json_reader_fail(p, p->at, "a byte order mark; JSON is UTF-8 without one");
	if (json_reader_parse_value(p, NULL) < 0)
		return -1;
	skip_space(p);
	if (p->at < p->end)
		return json_reader_fail(p, p->at, "something follows the end of the document");
	return 0;
}

size_t json_document_size_limit(const char *start, size_t len)
{
	size_t n = 0;

	while (n < len && memchr(" \t\r\n", start[n], 4))
		n++;
	return n == len || start[n] == '{' || start[n] == '[' ? JSON_DOCUMENT_MOST : 0;
}

int json_document_parse(struct json_document *doc, const char *text, size_t len, struct error *err)
{
	struct parser p = { .doc = doc, .text = text, .at = text, .end = text + len, .line = 1,
			    .err = err };
	size_t room = len + 1;	/* each NUL replaces a quote, comma or bracket */

	*doc = (struct json_document){0};
	if (len > (size_t)MAX_MIB << 20)
		return error_set(err, ERROR_FORMAT, 0, "the document is larger than %d MiB", MAX_MIB);
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)	/* may become U+FFFD */
			room += strlen(UTF8_REPLACEMENT) - 1;
	p.chars = doc->chars = mem_resize(NULL, room, 1);
	if (json_reader_parse(&p)) {
		json_document_release(doc);
		return -1;
	}
	doc->node = mem_resize(doc->node, doc->n, sizeof(*doc->node));
	return 0;
}

static const struct json_node *node_of_type(const struct json_document *doc, int node, enum json_type type)
{
	return node >= 0 && doc->node[node].type == type ? &doc->node[node] : NULL;
}

int json_document_find(const struct json_document *doc, int object, const char *key)
{
	const struct json_node *o = node_of_type(doc, object, JSON_OBJECT);
	int i = o ? o->child : -1;

	while (i >= 0 && !str_same(doc->node[i].key, key))
		i = doc->node[i].next;
	return i;
}

bool json_document_u64(const struct json_document *doc, int node, uint64_t *out)
{
	const struct json_node *n = node_of_type(doc, node, JSON_NUMBER);

	return n && number_parse_u64(n->text, out);
}

bool json_document_i64(const struct json_document *doc, int node, int64_t *out)
{
	const struct json_node *n = node_of_type(doc, node, JSON_NUMBER);
	bool minus = n && n->text[0] == '-';
	uint64_t v;

	if (!n || !number_parse_u64(n->text + minus, &v) || v > (uint64_t)INT64_MAX + minus)
		return false;
	*out = (int64_t)(minus ? -v : v);
	return true;
}

bool json_document_double(const struct json_document *doc, int node, double *out)
{
	const struct json_node *n = node_of_type(doc, node, JSON_NUMBER);
	double v = n ? strtod(n->text, NULL) : INFINITY;	/* the locale is C */

	if (!isfinite(v))
		return false;
	*out = v;
	return true;
}

bool json_document_text(const struct json_document *doc, int node, const char **out)
{
	const struct json_node *n = node_of_type(doc, node, JSON_TEXT);

	if (n)
		*out = n->text;
	return n;
}

bool json_document_bool(const struct json_document *doc, int node, bool *out)
{
	if (!node_of_type(doc, node, JSON_TRUE) && !node_of_type(doc, node, JSON_FALSE))
		return false;
	*out = doc->node[node].type == JSON_TRUE;
	return true;
}

void json_document_release(struct json_document *doc)
{
	free(doc->node);
	free(doc->chars);
	*doc = (struct json_document){0};
}
