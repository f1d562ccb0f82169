/* SPDX-License-Identifier: MIT */
/* Tests the JSON reader: what it accepts, its result, and its errors. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/str.h"

enum { DEPTH = 64, NODES = 8 << 20 };

/* In a piece of memory of its own, so that a sanitizer sees who reads past the end. */
static int parse(struct json_document *doc, const char *text, size_t len, struct error *err)
{
	char *exact = malloc(len ? len : 1);
	int rc;

	assert_non_null(exact);
	memcpy(exact, text, len);
	rc = json_document_parse(doc, exact, len, err);
	free(exact);
	return rc;
}

/* The shape of a document: {k=V,...} with n for null, t, f, numbers as they are, 'text', [ and ]. */
static void shape(const struct json_document *doc, int node, struct str *out)
{
	const struct json_node *n = &doc->node[node];
	size_t children = 0;

	if (n->key)
		str_addf(out, "%s=", n->key);
	str_addf(out, n->text ? n->type == JSON_TEXT ? "'%s'" : "%s" : "%.1s", n->text ? n->text : &"nft??[{"[n->type]);
	for (int i = n->child; i >= 0; i = doc->node[i].next) {
		shape(doc, i, out);
		str_add(out, doc->node[i].next < 0 ? "" : ",");
		children++;
	}
	assert_true(children == n->n);
	str_add_n(out, &"     ]}"[n->type], n->type == JSON_ARRAY || n->type == JSON_OBJECT);
}

static void documents(void **state)
{
	static const struct { const char *text, *want; size_t nodes; } cases[] = {
		{ "null", "n", 1 },		{ "true", "t", 1 },		{ "false", "f", 1 },
		{ " \t\r\n0\n", "0", 1 },	{ "-0", "-0", 1 },		{ "10", "10", 1 },
		{ "0.50", "0.50", 1 },		{ "1e5", "1e5", 1 },		{ "-1.5E+07", "-1.5E+07", 1 },
		{ "2e-3", "2e-3", 1 },		{ "18446744073709551616", "18446744073709551616", 1 },
		{ "\"\"", "''", 1 },		{ "\"a b\"", "'a b'", 1 },
		{ "[]", "[]", 1 },		{ "[ ]", "[]", 1 },		{ "{}", "{}", 1 },
		{ "[1,[2,[]],{}]", "[1,[2,[]],{}]", 6 },
		{ "{\"a\":1, \"b\" : [true,null] ,\"\":{\"c\":\"d\"}}", "{a=1,b=[t,n],={c='d'}}", 7 },
		{ "{\"a\":1,\"a\":2}", "{a=1,a=2}", 3 },
		{ "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "['\"\\/\b\f\n\r\t']", 2 },
		{ "\"\\u0041\\u00e9\\u20AC\\ud83d\\uDE00\"", "'A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'", 1 },
		{ "\"\x7f\xc3\xa9\xf0\x9f\x98\x80\"", "'\x7f\xc3\xa9\xf0\x9f\x98\x80'", 1 },
		{ "{\"\\u006b\":0}", "{k=0}", 2 },
		/* what is no character */
		{ "\"a\\u0000b\"", "'a\xef\xbf\xbd" "b'", 1 },
		{ "\"\\ud83d\"", "'\xef\xbf\xbd'", 1 },
		{ "\"\\ude00x\"", "'\xef\xbf\xbdx'", 1 },
		{ "\"\\ud83dx\"", "'\xef\xbf\xbdx'", 1 },
		{ "\"\\ud83d\\n\"", "'\xef\xbf\xbd\n'", 1 },
		{ "\"\\ud83d\\u0041\"", "'\xef\xbf\xbd" "A'", 1 },
		{ "\"\\ud83d\\ud83d\\ude00\"", "'\xef\xbf\xbd\xf0\x9f\x98\x80'", 1 },
		{ "\"\xff\xfe\"", "'\xef\xbf\xbd\xef\xbf\xbd'", 1 },
		{ "{\"\xc3\":\"\xe2\x82\"}", "{\xef\xbf\xbd='\xef\xbf\xbd\xef\xbf\xbd'}", 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct str out = {0};
		struct json_document doc;

		assert_int_equal(parse(&doc, cases[i].text, strlen(cases[i].text), &err), 0);
		shape(&doc, 0, &out);
		assert_string_equal(out.text, cases[i].want);
		assert_int_equal(doc.n, cases[i].nodes);
		str_release(&out);
		json_document_release(&doc);
		json_document_release(&doc);
		assert_null(doc.node);
	}
}

static void what_is_no_document(void **state)
{
	static const struct { const char *text, *message; } cases[] = {
		{ "", "line 1, column 1: the document ends where a value should be" },
		{ " \n ", "line 2, column 2: the document ends where a value should be" },
		{ "nul", "line 1, column 1: a value should be here" },
		{ "True", "line 1, column 1: a value should be here" },
		{ "NaN", "line 1, column 1: a value should be here" },
		{ "'a'", "line 1, column 1: a value should be here" },
		{ "+1", "line 1, column 1: a value should be here" },
		{ ".5", "line 1, column 1: a value should be here" },
		{ "\xff", "line 1, column 1: a value should be here" },
		{ "// x\n1", "line 1, column 1: a value should be here" },
		{ "[1,]", "line 1, column 4: a value should be here" },
		{ "[,1]", "line 1, column 2: a value should be here" },
		{ "[1,\n\n2,\n  x]", "line 4, column 3: a value should be here" },
		{ "{\"a\":}", "line 1, column 6: a value should be here" },
		{ "[\f1]", "line 1, column 2: a value should be here" },
		{ "[1,", "line 1, column 4: the document ends where a value should be" },
		{ "[", "line 1, column 2: the document ends where a value should be" },
		{ "[1 2]", "line 1, column 4: ',' or ']' should be here" },
		{ "[1}", "line 1, column 3: ',' or ']' should be here" },
		{ "[\"\xc3\xa9\" 1]", "line 1, column 6: ',' or ']' should be here" },
		{ "[[1]", "line 1, column 5: the document ends where ',' or ']' should be" },
		{ "{\"a\":1 \"b\":2}", "line 1, column 8: ',' or '}' should be here" },
		{ "{\"a\":1]", "line 1, column 7: ',' or '}' should be here" },
		{ "{\"a\":1", "line 1, column 7: the document ends where ',' or '}' should be" },
		{ "{a:1}", "line 1, column 2: a key in quotes should be here" },
		{ "{\"a\":1,}", "line 1, column 8: a key in quotes should be here" },
		{ "{", "line 1, column 2: the document ends where a key in quotes should be" },
		{ "{\"a\" 1}", "line 1, column 6: ':' should be here" },
		{ "{\"a\"", "line 1, column 5: the document ends where ':' should be" },
		{ "-", "line 1, column 2: the document ends where a digit should be" },
		{ "-a", "line 1, column 2: a digit should be here" },
		{ "1.", "line 1, column 3: the document ends where a digit should be" },
		{ "[1.,2]", "line 1, column 4: a digit should be here" },
		{ "1e", "line 1, column 3: the document ends where a digit should be" },
		{ "1e+-1", "line 1, column 4: a digit should be here" },
		{ "01", "line 1, column 1: a number may not begin with 0" },
		{ "-00", "line 1, column 2: a number may not begin with 0" },
		{ "[\"a", "line 1, column 2: this string has no end" },
		{ "{\"a", "line 1, column 2: this string has no end" },
		{ "\"", "line 1, column 1: this string has no end" },
		{ "\"\xe2\x82", "line 1, column 1: this string has no end" },
		{ "\"a\\\"", "line 1, column 1: this string has no end" },
		{ "\"\\", "line 1, column 2: unknown escape" },
		{ "\"a\nb\"", "line 1, column 3: a control character in a string should be \\u000a" },
		{ "\"\t\"", "line 1, column 2: a control character in a string should be \\u0009" },
		{ "\"\\x41\"", "line 1, column 2: unknown escape" },
		{ "\"\\'\"", "line 1, column 2: unknown escape" },
		{ "\"\\U0041\"", "line 1, column 2: unknown escape" },
		{ "\"a\\u12g4\"", "line 1, column 3: four hex digits should follow \\u" },
		{ "\"\\u12", "line 1, column 2: four hex digits should follow \\u" },
		{ "\"\\u+123\"", "line 1, column 2: four hex digits should follow \\u" },
		{ "\"\\ud83d\\ude0x\"", "line 1, column 8: four hex digits should follow \\u" },
		{ "\"\\ud83d\\", "line 1, column 8: unknown escape" },
		{ "1 2", "line 1, column 3: something follows the end of the document" },
		{ "{}\n]", "line 2, column 1: something follows the end of the document" },
		{ "truex", "line 1, column 5: something follows the end of the document" },
		{ "0x10", "line 1, column 2: something follows the end of the document" },
		{ "\xef\xbb\xbf{}", "line 1, column 1: a byte order mark; JSON is UTF-8 without one" },
		{ "\xff\xfe{", "line 1, column 1: a byte order mark; JSON is UTF-8 without one" },
		{ "\xfe\xff", "line 1, column 1: a byte order mark; JSON is UTF-8 without one" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct json_document doc;

		assert_int_equal(parse(&doc, cases[i].text, strlen(cases[i].text), &err), -1);
		assert_string_equal(err.message, cases[i].message);
		assert_int_equal(err.kind, ERROR_FORMAT);
		assert_null(doc.node);
		json_document_release(&doc);
	}
}

static void zero_bytes(void **state)
{
	static const struct { const char *text; size_t len; const char *message; } cases[] = {
		{ "1\0", 2, "line 1, column 2: something follows the end of the document" },
		{ "\"a\0\"", 4, "line 1, column 3: a control character in a string should be \\u0000" },
		{ "\0", 1, "line 1, column 1: a value should be here" },
		{ "\"\\\0\"", 4, "line 1, column 2: unknown escape" },
		{ "\"\\u000\0\"", 8, "line 1, column 2: four hex digits should follow \\u" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct json_document doc;

		assert_int_equal(parse(&doc, cases[i].text, cases[i].len, &err), -1);
		assert_string_equal(err.message, cases[i].message);
	}
}

static void depth_is_limited(void **state)
{
	char text[2 * DEPTH + 2];
	struct error err = ERROR_INIT;
	struct json_document doc;

	(void)state;
	memset(text, '[', DEPTH);
	memset(text + DEPTH, ']', DEPTH);
	assert_int_equal(parse(&doc, text, 2 * DEPTH, &err), 0);
	assert_int_equal(doc.n, DEPTH);
	json_document_release(&doc);
	memset(text, '[', DEPTH + 1);
	memset(text + DEPTH + 1, ']', DEPTH + 1);
	assert_int_equal(parse(&doc, text, sizeof(text), &err), -1);
	assert_string_equal(err.message, "line 1, column 65: more than 64 brackets are open");
	/* one beside the other there may be any number */
	assert_int_equal(parse(&doc, "[[],[],[]]", 10, &err), 0);
	json_document_release(&doc);
}

/* Asked before anything is read. */
static void size_is_limited(void **state)
{
	struct error err = ERROR_INIT;
	struct json_document doc;

	(void)state;
	assert_int_equal(json_document_parse(&doc, "1", (size_t)JSON_DOCUMENT_MOST + 1, &err), -1);
	assert_string_equal(err.message, "the document is larger than 256 MiB");
}

static void values_are_limited(void **state)
{
	struct error err = ERROR_INIT;
	struct str text = {0};
	struct json_document doc;

	(void)state;
	str_add(&text, "[");
	for (size_t i = 1; i < NODES; i++)
		str_add_n(&text, "1,", 2);
	str_add(&text, "1]");	/* its column is the message's: the one before was taken */
	assert_int_equal(json_document_parse(&doc, text.text, text.len, &err), -1);
	assert_string_equal(err.message, "line 1, column 16777216: more than 8388608 values");
	str_release(&text);
}

/* Everything that grows on the way to U+FFFD, and no byte to spare. */
static void bad_bytes_have_room(void **state)
{
	struct error err = ERROR_INIT;
	char text[1002];
	struct json_document doc;

	(void)state;
	memset(text, 0xff, sizeof(text));
	text[0] = text[sizeof(text) - 1] = '"';
	assert_int_equal(parse(&doc, text, sizeof(text), &err), 0);
	assert_int_equal(strlen(doc.node[0].text), 3000);
	json_document_release(&doc);
}

static void whole_numbers(void **state)
{
	static const struct { const char *text; bool is_u64, is_i64; uint64_t u; int64_t i; } cases[] = {
		{ "0", true, true, 0, 0 },
		{ "-0", false, true, 0, 0 },
		{ "9007199254740993", true, true, 9007199254740993u, 9007199254740993 },
		{ "9223372036854775807", true, true, INT64_MAX, INT64_MAX },
		{ "9223372036854775808", true, false, (uint64_t)INT64_MAX + 1, 0 },
		{ "18446744073709551615", true, false, UINT64_MAX, 0 },
		{ "18446744073709551616", false, false, 0, 0 },
		{ "-1", false, true, 0, -1 },
		{ "-9223372036854775808", false, true, 0, INT64_MIN },
		{ "-9223372036854775809", false, false, 0, 0 },
		{ "1.0", false, false, 0, 0 },
		{ "1e3", false, false, 0, 0 },
		{ "\"1\"", false, false, 0, 0 },
		{ "null", false, false, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct json_document doc;
		uint64_t u = 42;
		int64_t s = 42;

		assert_int_equal(parse(&doc, cases[i].text, strlen(cases[i].text), &err), 0);
		assert_int_equal(json_document_u64(&doc, 0, &u), cases[i].is_u64);
		assert_int_equal(json_document_i64(&doc, 0, &s), cases[i].is_i64);
		assert_true(u == (cases[i].is_u64 ? cases[i].u : 42));
		assert_true(s == (cases[i].is_i64 ? cases[i].i : 42));
		json_document_release(&doc);
	}
}

static void other_numbers(void **state)
{
	static const struct { const char *text; bool is; double want; } cases[] = {
		{ "0", true, 0 },		{ "-0.0", true, 0 },		{ "1.5", true, 1.5 },
		{ "0.1", true, 0.1 },		{ "-2.5e-3", true, -2.5e-3 },	{ "1E400", false, 0 },
		{ "1e-400", true, 0 },		{ "-1e400", false, 0 },		{ "\"1.5\"", false, 0 },
		{ "1.7976931348623157e308", true, 1.7976931348623157e308 },	{ "[1.5]", false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double v = 42, want = cases[i].is ? cases[i].want : 42;
		struct error err = ERROR_INIT;
		struct json_document doc;

		assert_int_equal(parse(&doc, cases[i].text, strlen(cases[i].text), &err), 0);
		assert_int_equal(json_document_double(&doc, 0, &v), cases[i].is);
		assert_true(v <= want && v >= want);
		json_document_release(&doc);
	}
}

static void finding(void **state)
{
	static const char text[] = "{\"a\": 1, \"b\": {\"a\": \"x\"}, \"a\": 2, \"no\": false, \"yes\": true, \"l\": [{\"b\": 3}]}";
	struct error err = ERROR_INIT;
	const char *found = "none";
	struct json_document doc;
	uint64_t u = 42;
	double d = 42;
	int64_t i = 42;
	bool b = true;
	int inner;

	(void)state;
	assert_int_equal(parse(&doc, text, strlen(text), &err), 0);
	assert_true(json_document_u64(&doc, json_document_find(&doc, 0, "a"), &u) && u == 1);	/* the first */
	inner = json_document_find(&doc, 0, "b");
	assert_true(json_document_text(&doc, json_document_find(&doc, inner, "a"), &found));
	assert_string_equal(found, "x");
	assert_true(json_document_bool(&doc, json_document_find(&doc, 0, "no"), &b) && !b);
	assert_true(json_document_bool(&doc, json_document_find(&doc, 0, "yes"), &b) && b);
	/* not there; no object; a key that is another's */
	assert_int_equal(json_document_find(&doc, 0, "c"), -1);
	assert_int_equal(json_document_find(&doc, -1, "a"), -1);
	assert_int_equal(json_document_find(&doc, json_document_find(&doc, 0, "l"), "b"), -1);
	assert_int_equal(json_document_find(&doc, json_document_find(&doc, 0, "a"), "a"), -1);
	assert_int_equal(json_document_find(&doc, inner, "b"), -1);
	/* nothing, and another type */
	for (int node = -1; node <= 0; node++) {
		assert_false(json_document_u64(&doc, node, &u) || json_document_i64(&doc, node, &i) || json_document_double(&doc,
															    node, &d));
		assert_false(json_document_text(&doc, node, &found) || json_document_bool(&doc, node, &b));
	}
	assert_true(u == 1 && i == 42 && b && d > 41);
	assert_string_equal(found, "x");
	json_document_release(&doc);
}

/* Where each value stands, in the order of the nodes. */
static void places(void **state)
{
	static const char text[] = " {\"a\" : [ 1.5 ,true],\n\"\xc3\xa9\":\"x\\n\\u0041\" , \"\": { } } ";
	static const char *const want[] = {
		"{\"a\" : [ 1.5 ,true],\n\"\xc3\xa9\":\"x\\n\\u0041\" , \"\": { } }", "[ 1.5 ,true]", "1.5", "true",
		"\"x\\n\\u0041\"", "{ }",
	};
	struct error err = ERROR_INIT;
	struct json_document doc;

	(void)state;
	assert_int_equal(parse(&doc, text, strlen(text), &err), 0);
	assert_int_equal(doc.n, COUNT_OF(want));
	for (size_t i = 0; i < doc.n; i++) {
		const struct json_node *n = &doc.node[i];

		assert_int_equal(n->end - n->begin, strlen(want[i]));
		assert_memory_equal(text + n->begin, want[i], strlen(want[i]));
	}
	json_document_release(&doc);
}

static void values_know_their_line(void **state)
{
	static const char text[] = "\n[ 1,\n\n{ \"a\"\n: \"\\n\",\r\n\"b\": [] },\ttrue\n\n,2\n]";
	static const unsigned lines[] = { 2, 2, 4, 5, 6, 6, 8 };
	struct error err = ERROR_INIT;
	struct json_document doc;

	(void)state;
	assert_int_equal(json_document_parse(&doc, text, strlen(text), &err), 0);
	assert_int_equal(doc.n, COUNT_OF(lines));
	for (size_t i = 0; i < doc.n; i++)
		assert_int_equal(doc.node[i].line, lines[i]);
	json_document_release(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents),
		cmocka_unit_test(what_is_no_document),
		cmocka_unit_test(zero_bytes),
		cmocka_unit_test(depth_is_limited),
		cmocka_unit_test(size_is_limited),
		cmocka_unit_test(values_are_limited),
		cmocka_unit_test(bad_bytes_have_room),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(other_numbers),
		cmocka_unit_test(finding),
		cmocka_unit_test(places),
		cmocka_unit_test(values_know_their_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
