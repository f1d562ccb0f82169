/* SPDX-License-Identifier: MIT */
/* Tests the JSON writer: strings of any bytes, commas, lines; and that the reader accepts the result. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

static void quoting(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "", "\"\"" },
		{ "cycles:u", "\"cycles:u\"" },
		{ "a\"b\\c/d", "\"a\\\"b\\\\c/d\"" },
		{ "\b\t\n\f\r", "\"\\b\\t\\n\\f\\r\"" },
		{ "\x01\x1b[31m\x7f", "\"\\u0001\\u001b[31m\\u007f\"" },
		{ "\xc2\x80\xc2\x9b" "1m\xc2\xa0", "\"\\u0080\\u009b1m\xc2\xa0\"" },	/* C1, and what is next */
	{ "a\xe2\x80\xaez\xe2\x80\x8d", "\"a\\u202ez\xe2\x80\x8d\"" },		/* the direction of text */
		{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ "a\xff" "b", "\"a\xef\xbf\xbd" "b\"" },
		{ "\x80", "\"\xef\xbf\xbd\"" },
		{ "\xc3", "\"\xef\xbf\xbd\"" },			/* cut off */
		{ "\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },	/* a longer form of a shorter one */
		{ "\xe0\x80\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },	/* half a pair */
		{ "\xed\x9f\xbf", "\"\xed\x9f\xbf\"" },
		{ "\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },	/* beyond the last */
		{ "\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\"" },
		{ "\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		json_quote(&out, cases[i].text);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

static void values(void **state)
{
	static const char want[] = "{\"t\": \"a\\\"b\", \"u\": 18446744073709551615, \"i\": -9223372036854775808, "
		"\"d\": 0.1, \"nan\": null, \"inf\": null, \"yes\": true, \"no\": false, \"none\": null, "
		"\"text\": null, \"k\\n\": 0, \"list\": [1, [], {}, \"x\", {\"y\": 2}, 3], \"last\": 1}";
	struct str out = {0};
	struct json_writer j = { .out = &out };

	(void)state;
	json_open(&j, NULL, '{');
	json_text(&j, "t", "a\"b");
	json_u64(&j, "u", UINT64_MAX);
	json_i64(&j, "i", INT64_MIN);
	json_double(&j, "d", 0.1);
	json_double(&j, "nan", (double)NAN);
	json_double(&j, "inf", -(double)INFINITY);
	json_bool(&j, "yes", true);
	json_bool(&j, "no", false);
	json_null(&j, "none");
	json_text(&j, "text", NULL);
	json_u64(&j, "k\n", 0);
	json_open(&j, "list", '[');
	json_i64(&j, NULL, 1);
	json_open(&j, NULL, '[');
	json_close(&j, ']');
	json_open(&j, NULL, '{');
	json_close(&j, '}');
	json_text(&j, NULL, "x");
	json_open(&j, NULL, '{');
	json_u64(&j, "y", 2);
	json_close(&j, '}');
	json_u64(&j, NULL, 3);
	json_close(&j, ']');
	json_u64(&j, "last", 1);
	json_close(&j, '}');
	assert_string_equal(out.text, want);
	assert_int_equal(j.depth, 0);
	str_release(&out);
}

static void write_lines(struct json_writer *j)
{
	json_open_lines(j, NULL, '{');
	json_u64(j, "a", 1);
	json_open(j, "b", '{');		/* one line, and so is what is in it */
	json_u64(j, "c", 2);
	json_u64(j, "d", 3);
	json_close(j, '}');
	json_open_lines(j, "e", '[');
	for (unsigned i = 1; i <= 2; i++)
		json_u64(j, NULL, i);
	json_close(j, ']');
	json_open_lines(j, "f", '[');	/* of nothing, no lines */
	json_close(j, ']');
	json_close(j, '}');
}

static void lines(void **state)
{
	static const char want[] = "{\n  \"a\": 1,\n  \"b\": {\"c\": 2, \"d\": 3},\n  \"e\": [\n    1,\n    2\n  ],\n  \"f\": []\n}";
	static const char flat[] = "{\"a\": 1, \"b\": {\"c\": 2, \"d\": 3}, \"e\": [1, 2], \"f\": []}";
	struct str out = {0};

	(void)state;
	write_lines(&(struct json_writer){ .out = &out });
	assert_string_equal(out.text, want);
	str_reset(&out);
	write_lines(&(struct json_writer){ .out = &out, .one_line = true });
	assert_string_equal(out.text, flat);
	str_release(&out);
}

/* A document in pieces: each goes on where the one before ended. */
static void goes_on(void **state)
{
	struct str out = {0};
	struct json_writer j = { .out = &out, .depth = 2, .comma = true, .lines = JSON_LINES };

	(void)state;
	json_u64(&j, NULL, 7);
	json_close(&j, ']');
	json_close(&j, '}');
	assert_string_equal(out.text, ",\n    7\n  ]\n}");
	str_release(&out);
}

static const double doubles[] = { 0.1, 1.0 / 3, -1e-300, 5e-324, 123456789.125, 1e22 };

static void write_all(struct json_writer *j, const char *every_byte)
{
	json_open_lines(j, NULL, '[');
	json_text(j, NULL, every_byte);
	json_u64(j, NULL, UINT64_MAX);
	json_i64(j, NULL, INT64_MIN);
	json_open_lines(j, NULL, '{');
	json_null(j, every_byte);
	json_bool(j, "b", true);
	json_close(j, '}');
	for (size_t i = 0; i < COUNT_OF(doubles); i++)
		json_double(j, NULL, doubles[i]);
	json_close(j, ']');
}

static void the_reader_reads_it(void **state)
{
	char bytes[256] = {0};
	struct str out = {0};
	struct json_writer j = { .out = &out };
	struct error err = ERROR_INIT;
	const struct json_node *n;
	struct json_document doc;
	const char *text;
	uint64_t u;
	int64_t i;
	double d;
	bool b;
	int node;

	(void)state;
	for (size_t k = 0; k < 127; k++)
		bytes[k] = (char)(k + 1);
	strcat(bytes, "\xc3\xa9\xf0\x9f\x98\x80");
	write_all(&j, bytes);
	assert_int_equal(json_document_parse(&doc, out.text, out.len, &err), 0);
	n = doc.node;
	assert_int_equal(n->n, 4 + COUNT_OF(doubles));
	node = n->child;
	assert_true(json_document_text(&doc, node, &text));
	assert_string_equal(text, bytes);
	node = n[node].next;
	assert_true(json_document_u64(&doc, node, &u) && u == UINT64_MAX);
	node = n[node].next;
	assert_true(json_document_i64(&doc, node, &i) && i == INT64_MIN);
	node = n[node].next;
	assert_int_equal(n[json_document_find(&doc, node, bytes)].type, JSON_NULL);
	assert_true(json_document_bool(&doc, json_document_find(&doc, node, "b"), &b) && b);
	for (size_t k = 0; k < COUNT_OF(doubles); k++) {
		node = n[node].next;
		assert_true(json_document_double(&doc, node, &d) && !memcmp(&d, &doubles[k], sizeof(d)));
	}
	json_document_release(&doc);
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quoting),
		cmocka_unit_test(values),
		cmocka_unit_test(lines), cmocka_unit_test(goes_on),
		cmocka_unit_test(the_reader_reads_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
