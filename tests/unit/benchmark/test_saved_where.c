/* SPDX-License-Identifier: MIT */
/* The lines of a saved result: what is written comes back, and what cannot be is refused. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "benchmark/saved_where.h"
#include "where/program_where.h"

static void write_where(struct str *out, const struct program_where *w)
{
	struct json_writer j = { .out = out };

	str_reset(out);
	json_open(&j, NULL, '{');
	saved_where_write(&j, w);
	json_close(&j, '}');
}

/* What is wrong; NULL: nothing. */
static const char *read_where(struct program_where *w, const char *text)
{
	struct json_document doc;
	struct error err = ERROR_INIT;
	const char *what;

	*w = (struct program_where){ .summed = false };
	if (json_document_parse(&doc, text, strlen(text), &err) < 0)
		fail_msg("%s: %s", text, err.message);
	what = saved_where_read(w, &doc, json_document_find(&doc, 0, "where"));
	json_document_release(&doc);
	return what;
}

static void test_again(void **state)
{
	struct code_row row[] = {
		{ .file = "/m.c", .function = "main", .line = 3, .count = 600, .text = "x < \"y\"\t\xff", .hash = 1,
		  .hash_before = UINT64_MAX, .hash_after = 0 },
		{ .file = "", .function = "malloc", .count = 300 },
		{ .file = "", .function = "", .count = 100 },
	};
	char path[] = "/l/a\n.so", none[] = "";
	struct library library[] = { { .path = path, .build_id = "00ff" }, { .path = none, .hash = 7 } };
	struct program_where w = { .rows = { .row = row, .n = COUNT_OF(row), .total = 1000 },
				   .libraries = { true, library, COUNT_OF(library) } }, again;
	struct str first = {0}, second = {0};

	(void)state;
	write_where(&first, &w);
	assert_null(read_where(&again, first.text));
	assert_int_equal(again.rows.n, 3);
	assert_int_equal(again.rows.total, 1000);
	assert_int_equal(again.rows.rest, 0);
	assert_string_equal(again.rows.row[0].text, "x < \"y\"\t\xef\xbf\xbd");
	assert_true(again.rows.row[0].hash == 1 && again.rows.row[0].hash_before == UINT64_MAX);
	assert_int_equal(again.rows.row[0].line, 3);
	assert_string_equal(again.rows.row[1].file, "");
	assert_string_equal(again.rows.row[1].function, "malloc");
	assert_null(again.rows.row[1].text);
	assert_string_equal(again.rows.row[2].function, "");
	assert_true(again.libraries.known);
	assert_int_equal(again.libraries.n, 2);
	assert_string_equal(again.libraries.library[0].path, library[0].path);
	assert_string_equal(again.libraries.library[0].build_id, "00ff");
	assert_true(again.libraries.library[1].hash == 7);
	write_where(&second, &again);
	assert_string_equal(first.text, second.text);
	program_where_sum(&again);
	assert_true(again.block.present);
	assert_int_equal(again.block.after, 1000);
	assert_int_equal(again.block.notes.n, 2);	/* no symbol, no lines */
	program_where_release(&again);
	str_release(&first);
	str_release(&second);
}

/* The heaviest 200, and of a long line its beginning. */
static void test_kept(void **state)
{
	enum { ROWS = 250, LONG = 300 };
	static char text[LONG + 1];
	struct code_row row[ROWS];
	struct program_where w = { .rows = { .row = row, .n = ROWS } }, again;
	struct str out = {0};

	(void)state;
	memset(text, 'x', LONG);
	memcpy(text + 255, "\xc3\xa4", 2);
	for (size_t i = 0; i < ROWS; i++) {
		row[i] = (struct code_row){ .file = "/m.c", .function = "f", .line = (uint32_t)i + 1,
					    .count = ROWS - i, .text = text, .hash = 5 };
		w.rows.total += row[i].count;
	}
	write_where(&out, &w);
	assert_null(read_where(&again, out.text));
	assert_int_equal(again.rows.n, CODE_ROWS_KEPT);
	assert_int_equal(again.rows.rest, 50 * 51 / 2);
	assert_false(again.libraries.known);	/* as in an older file */
	assert_int_equal(code_rows_at_most(&again.rows), 51);
	assert_int_equal(strlen(again.rows.row[0].text), 255);
	program_where_release(&again);
	str_release(&out);
}

static void test_absent(void **state)
{
	struct program_where w = {0}, again;
	struct str out = {0};

	(void)state;
	write_where(&out, &w);
	assert_string_equal(out.text, "{}");
	program_where_set_absent(&w, "no room");
	write_where(&out, &w);
	assert_non_null(strstr(out.text, "\"where\": {\"absent\": \"no room\"}"));
	assert_null(read_where(&again, out.text));
	assert_string_equal(again.block.absent, "no room");
	assert_false(program_where_is_known(&again));
	program_where_sum(&again);
	assert_false(again.block.present);
	program_where_release(&again);
	program_where_release(&w);
	assert_null(read_where(&again, "{\"where\": null}"));
	assert_null(read_where(&again, "{}"));
	str_release(&out);
}

#define ROW(count) "{\"file\": \"/m.c\", \"line\": 1, \"function\": null, \"instructions\": " count "}"
#define ODD_ROW(member) "{\"file\": \"/m.c\", \"function\": null, \"instructions\": 5, " member "}"

#define LIBRARIES(list) "{\"total\": 0, \"rest\": 0, \"rows\": [], \"libraries\": " list "}"

static const struct { const char *text, *why; } broken[] = {
	{ "5", "has no total, no rest or no list of rows" },
	{ "{}", "has no total, no rest or no list of rows" },
	{ "{\"total\": -1, \"rest\": 0, \"rows\": []}", "has a member of another kind" },
	{ "{\"total\": 5, \"rows\": []}", "has no total, no rest or no list of rows" },
	{ "{\"total\": 5, \"rest\": 5, \"rows\": 1}", "has no total, no rest or no list of rows" },
	{ "{\"total\": 5, \"rest\": 4, \"rows\": []}", "does not add up to its total" },
	{ "{\"total\": 5, \"rest\": 4, \"rows\": [" ROW("2") "]}", "does not add up to its total" },
	{ "{\"total\": 1, \"rest\": 2, \"rows\": [" ROW("18446744073709551614") "]}", "does not add up to its total" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [" ROW("2") ", " ROW("3") "]}", "does not have its heaviest rows first" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [" ROW("null") "]}", "has a row without a count, or with another kind of member" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [7]}", "has a row without a count, or with another kind of member" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [" ODD_ROW("\"text\": 5") "]}",
	  "has a row without a count, or with another kind of member" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [" ODD_ROW("\"line\": 4294967296") "]}",
	  "has a row without a count, or with another kind of member" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [" ODD_ROW("\"hash\": \"12\"") "]}",
	  "has a row without a count, or with another kind of member" },
	{ "{\"total\": 5, \"rest\": 0, \"rows\": [" ODD_ROW("\"hash_after\": \"000000000000000x\"") "]}",
	  "has a row without a count, or with another kind of member" },
	{ LIBRARIES("7"), "has no list of libraries, or one that is too long" },
	{ LIBRARIES("[7]"), "has a library without a path, or with another kind of member" },
	{ LIBRARIES("[{\"build_id\": \"00\"}]"), "has a library without a path, or with another kind of member" },
	{ LIBRARIES("[{\"path\": \"/l.so\", \"build_id\": 5}]"), "has a library without a path, or with another kind of member" },
	{ LIBRARIES("[{\"path\": \"/l.so\", \"hash\": \"5\"}]"), "has a library without a path, or with another kind of member" },
	{ LIBRARIES("[{\"path\": \"/l.so\", \"build_id\": \"0g\"}]"), "has a build ID that is none" },
	{ LIBRARIES("[{\"path\": \"/l.so\", \"build_id\": \"0000000000000000000000000000000000000000000000000000000000000000"
	  "0\"}]"), "has a build ID that is none" },
};

static void test_broken(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(broken); i++) {
		struct program_where w;
		struct str text = {0};
		const char *what;

		str_addf(&text, "{\"where\": %s}", broken[i].text);
		what = read_where(&w, text.text);
		if (!what || strcmp(what, broken[i].why) != 0)
			fail_msg("%s: %s", broken[i].text, what ? what : "read");
		program_where_release(&w);
		str_release(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_again), cmocka_unit_test(test_kept), cmocka_unit_test(test_absent),
		cmocka_unit_test(test_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
